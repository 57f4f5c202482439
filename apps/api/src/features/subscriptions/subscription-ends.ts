import { Inject, Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../../configuration.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import { isMailAddress, Mailer } from '../../mail/index.js'
import type { Locale } from '../../texts/locale.js'
import { COVERS } from '../entities/index.js'

/** Of one transaction: what a process that dies has done in it is not done, and comes again. */
const AT_ONCE = 500
/** A mail names so many; the rest stands behind its link. */
const MOST_NAMED = 10

interface RenewedRow {
  entity_id: number
  business_id: number
  title: string | null
  ended_at: Date
  ends_at: Date
}

/** What ends, with a manager who is told of it. */
interface NoticeRow {
  kind: 'month' | 'week' | 'ended'
  entity_name: string
  user_id: number
  email: string
  first_name: string
  locale: Locale
}

/** T-18: what renews itself goes on at its end, and managers are told of every other end: each thing once. */
@Injectable()
export class SubscriptionEnds {
  constructor(
    private readonly database: RequestDatabase,
    private readonly mailer: Mailer,
    private readonly audit: AuditLog,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
  ) {}

  /** After a long pause to the end of the period that runs now. */
  async renew(jobId: string): Promise<void> {
    const origin = { remoteAddress: '', requestId: jobId }
    let renewed = AT_ONCE
    while (renewed === AT_ONCE) {
      renewed = await this.database.write('all', async (transaction) => {
        const rows = await transaction.rows<RenewedRow>(RENEW)
        for (const { entity_id: id, business_id: businessId, title, ended_at, ends_at } of rows) {
          await this.audit.recordOutsider(transaction, {
            ...{ actor: 'Roadbook', origin, businessId, id, action: 'entity.subscription-renew' },
            before: { ends_at: ended_at.toISOString() },
            after: { ends_at: ends_at.toISOString(), subscription: title },
          })
        }
        return rows.length
      })
    }
  }

  /** Where no mail can be sent nobody counts as told. */
  async tell(): Promise<void> {
    const { SMTP_URL, PORTAL_URL: portal } = this.configuration
    if (SMTP_URL === undefined || portal === undefined) return
    let told = AT_ONCE
    while (told === AT_ONCE) {
      told = await this.database.write('all', async (transaction) => {
        const { count, rows } = await newNotices(transaction)
        for (const mail of mailsOf(rows)) await this.send(transaction, mail, portal.replace(/\/$/, ''))
        return count
      })
    }
  }

  private async send(transaction: ScopedTransaction, rows: [NoticeRow, ...NoticeRow[]], portal: string): Promise<void> {
    const [{ kind, email, first_name: firstName, locale }] = rows
    if (!isMailAddress(email)) return
    const names = rows.slice(0, MOST_NAMED).map(({ entity_name }) => entity_name)
    const vehiclesName = names.join(', ') + (rows.length > MOST_NAMED ? ', …' : '')
    const link = `${portal}${kind === 'ended' ? '/entities?view=unsubscribed' : '/entities?f.needs=subscription_ending'}`
    const values = { firstName, change: kind, rowCount: rows.length, vehiclesName, link }
    await this.mailer.send(transaction, { to: email, locale, template: 'subscriptions-ending', values })
  }
}

const RENEW = sql`WITH due AS (
    SELECT x.id, x.ends_at FROM entity_subscriptions x
    WHERE x.renews AND x.status = 'active' AND x.ends_at <= now() ORDER BY x.ends_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
  )
  UPDATE entity_subscriptions x SET updated_at = clock_timestamp(), anchored_at = coalesce(x.anchored_at, x.ends_at),
    ends_at = subscription_end_after(coalesce(x.anchored_at, x.ends_at), now(), coalesce(x.period, s.period))
  FROM due, entities e, subscriptions s WHERE x.id = due.id AND e.id = x.entity_id AND s.id = x.subscription_id
  RETURNING x.entity_id, e.business_id, s.title, due.ends_at AS ended_at, x.ends_at`

/**
 * Writes down what is told now, and to whom: the managers of the vehicle's business, or of the nearest one above that has some.
 * Where nobody is there to be told, it waits.
 */
async function newNotices(transaction: ScopedTransaction): Promise<{ count: number; rows: NoticeRow[] }> {
  const noted = await transaction.rows<{ id: number; kind: NoticeRow['kind'] }>(sql`
    INSERT INTO subscription_notices (entity_subscription_id, kind, ends_at)
    SELECT ending.id, ending.kind, ending.ends_at FROM (
      SELECT x.id, x.ends_at, e.business_id, CASE WHEN x.ends_at <= now() THEN 'ended'
        WHEN x.ends_at <= now() + interval '7 days' THEN 'week' ELSE 'month' END AS kind
      FROM entity_subscription_states x JOIN entities e ON e.id = x.entity_id AND e.deleted_at IS NULL
      WHERE x.ends_at BETWEEN now() - interval '30 days' AND now() + interval '30 days' AND (x.state = 'expiring'
        OR (x.state = 'expired' AND x.entity_id NOT IN (SELECT x.entity_id FROM entity_subscription_states x WHERE ${COVERS})))
    ) ending
    WHERE EXISTS (SELECT 1 FROM businesses b JOIN users u ON u.business_id = ANY (b.path) AND u.deleted_at IS NULL
        JOIN role_permissions may ON may.role_id = u.role_id AND may.permission = 'manage:subscriptions' WHERE b.id = ending.business_id)
      AND NOT EXISTS (SELECT 1 FROM subscription_notices told
        WHERE (told.entity_subscription_id, told.kind, told.ends_at) = (ending.id, ending.kind, ending.ends_at))
    LIMIT ${AT_ONCE} ON CONFLICT DO NOTHING RETURNING entity_subscription_id AS id, kind`)
  const rows =
    await transaction.rows<NoticeRow>(sql`SELECT noted.kind, e.name AS entity_name, u.id AS user_id, u.email, u.first_name,
      u.locale
    FROM jsonb_to_recordset(${JSON.stringify(noted)}::jsonb) AS noted (id int, kind text)
    JOIN entity_subscriptions x ON x.id = noted.id JOIN entities e ON e.id = x.entity_id JOIN businesses b ON b.id = e.business_id
    CROSS JOIN LATERAL (SELECT above.*, rank() OVER (ORDER BY array_position(b.path, above.business_id) DESC) AS distance FROM users above
      JOIN role_permissions may ON may.role_id = above.role_id AND may.permission = 'manage:subscriptions'
      WHERE above.business_id = ANY (b.path) AND above.deleted_at IS NULL) u
    WHERE u.distance = 1 ORDER BY u.id, noted.kind, lower(e.name), e.id`)
  return { count: noted.length, rows }
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
