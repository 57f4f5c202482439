import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { inTransaction, type Logger } from '@roadbook/platform'
import type pg from 'pg'
import { z } from 'zod'
import { API_CONFIGURATION, API_LOGGER, API_POOL, type ApiConfiguration } from '../../../configuration.js'
import { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import { type Job, JobQueue } from '../../../jobs/index.js'
import { Mailer } from '../../../mail/index.js'
import type { Locale } from '../../../texts/locale.js'
import { CaseRoomRepository } from '../room/case-room.repository.js'

const CASE_ALARMS: Job<Record<string, never>> = {
  kind: 'missing-movements',
  payload: z.object({}).strip(),
  attempts: 3,
  retryAfterS: 10,
  retryMaxS: 60,
  expireInS: 300,
  concurrency: 1,
  cron: '* * * * *',
}

/** Minutes between two mails about one vehicle: who looks for it follows it on the map. */
const MAIL_PAUSE_MIN = 15
/** A movement that had ended so long before it became known is told as one of the past, minutes. */
const LATE_MIN = 15

interface Movement {
  case_id: number
  device_id: number
  started_at: Date
  ended_at: Date
}

/** A case of whose movements nobody was told yet. */
interface AlarmedCase {
  id: number
  number: string
  entity_name: string
  business_id: number
  assignee_id: number | null
  reported_by: number | null
  started_at: Date
  ended_at: Date
  is_late: boolean
}

interface Reader {
  email: string
  locale: Locale
  first_name: string
}

/**
 * Tells who looks for a missing vehicle that it moves. A movement is a trip, by the times of its fixes: however often its packets come
 * again or its trip is cut anew, it stays the one that was told of. Not a request: it looks at every business, at open cases alone.
 */
@Injectable()
export class CaseAlarms implements OnModuleInit {
  constructor(
    private readonly queue: JobQueue,
    private readonly mailer: Mailer,
    private readonly rooms: CaseRoomRepository,
    @Inject(API_POOL) private readonly pool: pg.Pool,
    @Inject(API_LOGGER) private readonly logger: Logger,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
  ) {}

  onModuleInit(): void {
    this.queue.handle(CASE_ALARMS, () => this.run())
  }

  async run(): Promise<void> {
    const { rows: movements } = await this.pool.query<Movement>(UNNOTICED)
    for (const movement of movements) await inTransaction(this.pool, (client) => notice(client, movement))
    const { rows: cases } = await this.pool.query<{ id: number }>(UNTOLD, [MAIL_PAUSE_MIN])
    for (const { id } of cases) {
      // One whose reader cannot be written to must not keep the news of the others.
      await inTransaction(this.pool, (client) => this.tell(new ScopedTransaction(client, 'all'), id)).catch((error: unknown) =>
        this.logger.error({ err: error, case: id }, 'could not tell that a missing vehicle moves'),
      )
    }
  }

  /** That it was told and the mail that tells it are written as one. */
  private async tell(transaction: ScopedTransaction, id: number): Promise<void> {
    const { SMTP_URL, PORTAL_URL } = this.configuration
    if (SMTP_URL === undefined || PORTAL_URL === undefined) return
    const found =
      await transaction.row<AlarmedCase>(sql`SELECT m.id, m.number, e.name AS entity_name, e.business_id, m.assignee_id,
        m.reported_by, w.started_at, w.ended_at, w.is_late
      FROM missing_cases m JOIN entities e ON e.id = m.entity_id
      JOIN LATERAL (
        SELECT * FROM missing_case_movements w WHERE w.case_id = m.id AND w.told_at IS NULL ORDER BY w.started_at DESC LIMIT 1
      ) w ON TRUE
      WHERE m.id = ${id} AND m.state = 'open' FOR UPDATE OF m`)
    const reader = found && (await this.readerOf(transaction, found))
    if (!reader) return
    await transaction.rows(sql`UPDATE missing_case_movements SET told_at = now() WHERE case_id = ${id} AND told_at IS NULL`)
    await this.mailer.send(transaction, {
      to: reader.email,
      locale: reader.locale,
      template: 'missing-moved',
      values: {
        firstName: reader.first_name,
        entityName: found.entity_name,
        caseNumber: found.number,
        change: found.is_late ? 'late' : 'now',
        startedAt: found.started_at.toISOString(),
        endedAt: found.ended_at.toISOString(),
        link: `${PORTAL_URL}/missing/${id}`,
      },
    })
  }

  /** Who looks for it, or else who reported it; as long as they may see where it is. */
  private async readerOf(transaction: ScopedTransaction, found: AlarmedCase): Promise<Reader | undefined> {
    for (const userId of [found.assignee_id, found.reported_by]) {
      if (userId !== null && (await this.rooms.isAssignee(transaction, userId, found.business_id))) {
        return transaction.row<Reader>(
          sql`SELECT u.email, u.locale, u.first_name FROM users u WHERE u.id = ${userId} AND ${transaction.within(sql`u.business_id`)}`,
        )
      }
    }
    return undefined
  }
}

/** One more, or more of one that is known; two that turn out to be one stay told. */
async function notice(client: pg.PoolClient, { case_id: caseId, device_id, started_at, ended_at }: Movement): Promise<void> {
  const { rows: open } = await client.query(
    sql`SELECT id FROM missing_cases WHERE id = ${caseId} AND state = 'open' FOR UPDATE`.toQuery(),
  )
  if (open.length === 0) return
  const { rows: known } = await client.query<{ id: number; started_at: Date; ended_at: Date; told_at: Date | null }>(
    sql`SELECT id, started_at, ended_at, told_at FROM missing_case_movements
      WHERE case_id = ${caseId} AND tstzrange(started_at, ended_at, '[]') && tstzrange(${started_at}::timestamptz, ${ended_at}::timestamptz, '[]')
      ORDER BY told_at NULLS LAST, id`.toQuery(),
  )
  const [kept, ...others] = known
  if (!kept) {
    await client.query(
      sql`INSERT INTO missing_case_movements (case_id, device_id, started_at, ended_at, is_late)
      VALUES (${caseId}, ${device_id}, ${started_at}, ${ended_at}, ${ended_at}::timestamptz < now() - make_interval(mins => ${LATE_MIN}))`.toQuery(),
    )
    return
  }
  await client.query(sql`DELETE FROM missing_case_movements WHERE id = ANY (${others.map(({ id }) => id)}::bigint[])`.toQuery())
  const times = [{ started_at, ended_at }, ...known]
  const from = new Date(Math.min(...times.map((one) => one.started_at.getTime())))
  const till = new Date(Math.max(...times.map((one) => one.ended_at.getTime())))
  await client.query(
    sql`UPDATE missing_case_movements SET started_at = ${from}, ended_at = ${till} WHERE id = ${kept.id}`.toQuery(),
  )
}

// Trips of vehicles that are missing, since they were reported, that go beyond what is known; without those that a tracker made while
// it was on the vehicle on paper alone (G-107).
const UNNOTICED = `SELECT m.id AS case_id, t.device_id, t.started_at, t.ended_at
  FROM missing_cases m
  CROSS JOIN LATERAL (
    SELECT t.device_id, greatest(t.started_at, m.opened_at) AS started_at, t.ended_at
    FROM trips t
    WHERE t.entity_id = m.entity_id AND t.ended_at > m.opened_at AND t.deleted_at IS NULL
      AND NOT EXISTS (
        SELECT 1 FROM installations i WHERE i.device_id = t.device_id AND i.entity_id = t.entity_id
          AND i.followed_consumer_id IS NOT NULL AND t.ended_at > i.installed_at
          AND t.started_at < coalesce(i.moved_at, i.removed_at, 'infinity'))
  ) t
  WHERE m.state = 'open' AND NOT EXISTS (
    SELECT 1 FROM missing_case_movements w WHERE w.case_id = m.id AND w.started_at <= t.started_at AND w.ended_at >= t.ended_at)
  ORDER BY t.started_at`

const UNTOLD = `SELECT DISTINCT m.id
  FROM missing_case_movements w JOIN missing_cases m ON m.id = w.case_id AND m.state = 'open'
  WHERE w.told_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM missing_case_movements told WHERE told.case_id = m.id AND told.told_at > now() - make_interval(mins => $1))
  ORDER BY 1`
