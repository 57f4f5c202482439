import { isolated } from '@roadbook/contracts/isolated'
import { Inject, Injectable } from '@nestjs/common'
import { API_CONFIGURATION, type ApiConfiguration } from '../configuration.js'
import { RequestDatabase } from '../database/request-database.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { isMailAddress, Mailer } from '../mail/index.js'
import { type Ending, EndingsRepository, type NoticeRow } from './endings.repository.js'

/** Of one transaction: what a process that dies has done in it is not done, and comes again. */
export const AT_ONCE = 500
/** A mail names so many; the rest stands behind its link. */
const MOST_NAMED = 10

interface Told {
  template: 'subscriptions-ending' | 'insurances-ending'
  /** Writes down what is told now, at most {@link AT_ONCE}, so that nobody is told of it again. */
  note: (transaction: ScopedTransaction) => Promise<readonly Ending[]>
  /** Where the portal shows all of a kind. */
  pathOf: (kind: Ending['kind']) => string
}

/** T-18: tells the managers of vehicles what ends, each thing once. */
@Injectable()
export class EndingMails {
  constructor(
    private readonly database: RequestDatabase,
    private readonly endings: EndingsRepository,
    private readonly mailer: Mailer,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
  ) {}

  /** Where no mail can be sent nobody counts as told. */
  async tell({ template, note, pathOf }: Told): Promise<void> {
    const { SMTP_URL, PORTAL_URL } = this.configuration
    if (SMTP_URL === undefined || PORTAL_URL === undefined) return
    let told = AT_ONCE
    while (told === AT_ONCE) {
      told = await this.database.write('all', async (transaction) => {
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
    template: Told['template'],
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

/** One for each manager and kind, whatever the number of vehicles. */
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
