import { isolated } from '@roadbook/contracts/isolated'
import { Inject, Injectable } from '@nestjs/common'
import { API_CONFIGURATION, type ApiConfiguration } from '../configuration.js'
import { RequestDatabase } from '../database/request-database.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { type Sql, sql } from '../database/sql.js'
import { isMailAddress, Mailer } from '../mail/index.js'
import type { Locale } from '../texts/locale.js'

/** Of one transaction: what a process that dies has done in it is not done, and comes again. */
export const AT_ONCE = 500
/** A mail names so many; the rest stands behind its link. */
const MOST_NAMED = 10

/** Of what a vehicle is covered by: it ends within a month, within a week, or has ended. */
export interface Ending {
  entity_id: number
  kind: 'month' | 'week' | 'ended'
}

interface Told {
  template: 'subscriptions-ending' | 'insurances-ending'
  /** Writes down what is told now, at most {@link AT_ONCE}, so that nobody is told of it again. */
  note: (transaction: ScopedTransaction) => Promise<readonly Ending[]>
  /** Where the portal shows all of a kind. */
  pathOf: (kind: Ending['kind']) => string
}

/** What ends, with a manager who is told of it. */
interface NoticeRow {
  kind: Ending['kind']
  entity_name: string
  user_id: number
  email: string
  first_name: string
  locale: Locale
}

/** Whether somebody is there to be told: where nobody is, it waits. */
export const hasManager = (businessId: Sql): Sql =>
  sql`EXISTS (SELECT 1 FROM businesses b JOIN users u ON u.business_id = ANY (b.path) AND u.deleted_at IS NULL
    JOIN role_permissions may ON may.role_id = u.role_id AND may.permission = 'manage:subscriptions' WHERE b.id = ${businessId})`

/** T-18: tells the managers of vehicles what ends, each thing once. */
@Injectable()
export class EndingMails {
  constructor(
    private readonly database: RequestDatabase,
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
        for (const rows of mailsOf(await managersOf(transaction, endings))) {
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

/** The managers of the vehicle's business, or of the nearest one above that has some. */
const managersOf = (transaction: ScopedTransaction, endings: readonly Ending[]): Promise<NoticeRow[]> =>
  transaction.rows<NoticeRow>(sql`SELECT ending.kind, e.name AS entity_name, u.id AS user_id, u.email, u.first_name, u.locale
    FROM jsonb_to_recordset(${JSON.stringify(endings)}::jsonb) AS ending (entity_id int, kind text)
    JOIN entities e ON e.id = ending.entity_id JOIN businesses b ON b.id = e.business_id
    CROSS JOIN LATERAL (SELECT above.*, rank() OVER (ORDER BY array_position(b.path, above.business_id) DESC) AS distance FROM users above
      JOIN role_permissions may ON may.role_id = above.role_id AND may.permission = 'manage:subscriptions'
      WHERE above.business_id = ANY (b.path) AND above.deleted_at IS NULL) u
    WHERE u.distance = 1 ORDER BY u.id, ending.kind, in_order(e.name), e.id`)

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
