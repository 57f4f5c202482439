import { isolated } from '@roadbook/contracts/isolated'
import { Inject, Injectable } from '@nestjs/common'
import { API_CONFIGURATION, type ApiConfiguration } from '../configuration.js'
import { RequestDatabase } from '../database/request-database.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { isMailAddress, Mailer } from '../mail/index.js'
import { type Ending, EndingsRepository, type NoticeRow } from './endings.repository.js'

/** Maximum endings per transaction. If the process crashes, the transaction is rolled back and repeated later. */
export const AT_ONCE = 500
/** Maximum vehicles that a mail names. The link in the mail leads to a list of all of them. */
const MOST_NAMED = 10

interface EndingMail {
  template: 'subscriptions-ending' | 'insurances-ending'
  /**
   * Marks and returns the endings that managers are notified of now. The mark prevents a second mail. One call marks at most
   * {@link AT_ONCE}.
   */
  note: (transaction: ScopedTransaction) => Promise<readonly Ending[]>
  /** Path of the portal's list of a kind. */
  pathOf: (kind: Ending['kind']) => string
}

/** Mails managers about subscriptions and insurances that end. Each ending is mailed once (T-18). */
@Injectable()
export class EndingMails {
  constructor(
    private readonly database: RequestDatabase,
    private readonly endings: EndingsRepository,
    private readonly mailer: Mailer,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
  ) {}

  /** Does nothing when mails are off. The endings then stay unmarked. */
  async sendDue({ template, note, pathOf }: EndingMail): Promise<void> {
    const { SMTP_URL, PORTAL_URL } = this.configuration
    if (SMTP_URL === undefined || PORTAL_URL === undefined) return
    let sent = AT_ONCE
    while (sent === AT_ONCE) {
      sent = await this.database.write('all', async (transaction) => {
        const endings = await note(transaction)
        for (const rows of mailsOf(await this.endings.findManagers(transaction, endings))) {
          await this.send(transaction, rows, template, `${PORTAL_URL}${pathOf(rows[0].kind)}`)
        }
        return endings.length
      })
    }
  }

  private async send(
    transaction: ScopedTransaction,
    rows: [NoticeRow, ...NoticeRow[]],
    template: EndingMail['template'],
    link: string,
  ): Promise<void> {
    const [{ kind, email, first_name: firstName, locale }] = rows
    if (!isMailAddress(email)) return
    const names = rows.slice(0, MOST_NAMED).map(({ entity_name }) => entity_name)
    const vehiclesName = names.map(isolated).join(', ') + (rows.length > MOST_NAMED ? ', …' : '')
    const values = { firstName, change: kind, rowCount: rows.length, vehiclesName, link }
    await this.mailer.send(transaction, { to: email, locale, template, values })
  }
}

/** Groups rows into one mail per manager and kind. A mail may contain any number of vehicles. */
function mailsOf(rows: readonly NoticeRow[]): [NoticeRow, ...NoticeRow[]][] {
  const mails = new Map<string, [NoticeRow, ...NoticeRow[]]>()
  for (const row of rows) {
    const key = `${row.user_id} ${row.kind}`
    const mail = mails.get(key)
    if (mail) mail.push(row)
    else mails.set(key, [row])
  }
  return [...mails.values()]
}
