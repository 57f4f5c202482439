import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { findProtocol, type ReportingCommands } from '@roadbook/protocols'
import { inTransaction } from '@roadbook/platform'
import type pg from 'pg'
import { z } from 'zod'
import { API_CONFIGURATION, API_POOL, type ApiConfiguration } from '../../configuration.js'
import { sql } from '../../database/sql.js'
import { type Job, JobQueue } from '../../jobs/index.js'
import { CommandNotices } from '../commands/index.js'
import type { ReportingState } from './case-states.js'

const CASE_REPORTING: Job<Record<string, never>> = {
  kind: 'missing-reporting',
  payload: z.object({}).strip(),
  attempts: 3,
  retryAfterS: 10,
  retryMaxS: 60,
  expireInS: 300,
  concurrency: 1,
  cron: '* * * * *',
}

/** One of a step that is left unanswered is asked again so often; the pause grows to an hour. */
const MOST_ATTEMPTS = 20
const LONGEST_PAUSE_MIN = 60
/** A tracker in a shed comes back some day, and is put right then. */
const WAITS_DAYS = 30

interface ReportingRow {
  case_id: number
  device_id: number
  entity_id: number
  business_id: number
  imei: string | null
  protocol: string | null
  state: ReportingState
  former: string | null
  attempts: number
  /** The case is open, and the tracker is on its vehicle. */
  is_wanted: boolean
  /** Another case still puts back what it changed. */
  is_taken: boolean
  command_id: number | null
  command_state: 'queued' | 'sent' | 'acknowledged' | 'failed' | 'expired' | 'cancelled' | null
  failure: string | null
  reply: string | null
}

/** What a row becomes; `ask` is said to the tracker, `retries` with a pause before it. */
interface Step {
  state: ReportingState
  ask?: string
  retries?: boolean
  former?: string
}

/**
 * Asks the tracker of a missing vehicle to report more often, and takes that back when the case ends or the tracker comes off. Each row
 * says how far it is and what it asked, so that whichever process comes next goes on from there; what a tracker is set back to is
 * written down before anything else is set. Not a request: it looks at every business.
 */
@Injectable()
export class CaseReporting implements OnModuleInit {
  constructor(
    private readonly queue: JobQueue,
    private readonly notices: CommandNotices,
    @Inject(API_POOL) private readonly pool: pg.Pool,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
  ) {}

  onModuleInit(): void {
    this.queue.handle(CASE_REPORTING, () => this.run())
  }

  async run(): Promise<void> {
    await this.pool.query(BEGIN)
    const { rows } = await this.pool.query<Pick<ReportingRow, 'case_id' | 'device_id'>>(
      `SELECT case_id, device_id FROM missing_case_reporting
       WHERE state NOT IN ('as-before', 'impossible', 'failed') AND next_at <= now() ORDER BY next_at, case_id, device_id`,
    )
    for (const { case_id, device_id } of rows) {
      const woken = await inTransaction(this.pool, (client) => this.advance(client, case_id, device_id))
      if (woken) this.notices.publish(woken)
    }
  }

  /** @returns the tracker for which a command waits now */
  private async advance(client: pg.PoolClient, caseId: number, deviceId: number): Promise<string | null> {
    const { rows } = await client.query<ReportingRow>(ROW, [caseId, deviceId])
    const [row] = rows
    if (!row) return null
    const commands = row.protocol === null ? undefined : (findProtocol(row.protocol)?.commands?.reporting ?? null)
    const step = nextStep(row, commands, this.configuration.USUAL_REPORTING_S)
    if (!step) {
      await client.query(
        sql`UPDATE missing_case_reporting SET next_at = now() + interval '30 seconds'
        WHERE case_id = ${caseId} AND device_id = ${deviceId}`.toQuery(),
      )
      return null
    }
    if (row.command_state === 'queued') {
      await client.query(
        sql`UPDATE device_commands SET state = 'cancelled', ended_at = now()
        WHERE id = ${row.command_id} AND state = 'queued'`.toQuery(),
      )
    }
    const attempts = step.retries ? row.attempts + 1 : 0
    const commandId = step.ask === undefined ? row.command_id : await this.ask(client, row, step.ask, step.retries ? attempts : 0)
    await client.query(
      sql`UPDATE missing_case_reporting SET state = ${step.state}, attempts = ${attempts}, command_id = ${commandId},
        former = coalesce(${step.former ?? null}, former), protocol = ${row.protocol}, next_at = now(),
        often_at = CASE WHEN ${step.state}::text = 'often' THEN now() ELSE often_at END,
        restored_at = CASE WHEN ${step.state}::text = 'as-before' AND often_at IS NOT NULL THEN now() ELSE restored_at END
      WHERE case_id = ${caseId} AND device_id = ${deviceId}`.toQuery(),
    )
    return step.ask === undefined ? null : row.imei
  }

  private async ask(client: pg.PoolClient, row: ReportingRow, text: string, attempts: number): Promise<number> {
    const pauseMin = attempts === 0 ? 0 : Math.min(2 ** attempts, LONGEST_PAUSE_MIN)
    const { rows } = await client.query<{ id: number }>(
      sql`INSERT INTO device_commands
        (device_id, entity_id, business_id, kind, text, not_before, expires_at)
      VALUES (${row.device_id}, ${row.entity_id}, ${row.business_id}, 'text', ${text}, now() + make_interval(mins => ${pauseMin}),
        now() + make_interval(days => ${WAITS_DAYS}))
      RETURNING id`.toQuery(),
    )
    return rows[0]!.id
  }
}

/**
 * What comes next; undefined while there is nothing to do but wait.
 * @param commands of the protocol that the tracker speaks: null where it cannot be asked, undefined while it has not connected yet
 * @param usualS seconds between two positions of a tracker that does not tell what it is set to
 */
function nextStep(row: ReportingRow, commands: ReportingCommands | null | undefined, usualS: number): Step | undefined {
  const { state, is_wanted: isWanted, former } = row
  if (state === 'reading') {
    if (!isWanted) return { state: 'as-before' }
    if (commands === undefined || row.is_taken) return undefined
    if (commands === null) return { state: 'impossible' }
    return begin(row, commands, usualS)
  }
  if (former === null) throw new Error(`the tracker ${row.device_id} is ${state}, and nobody knows what it was set to`)
  if (state === 'taking-back') {
    if (isWanted && commands) return { state: 'asking', ask: commands.often(former) }
    return row.command_state === 'acknowledged' ? { state: 'as-before' } : again(row, former)
  }
  // What was sent may have been done though nobody answered, so it is taken back either way.
  if (!isWanted) return { state: 'taking-back', ask: former }
  if (state === 'often' || !commands) return undefined
  return row.command_state === 'acknowledged' ? { state: 'often' } : again(row, commands.often(former))
}

/** Asks what is set, and then for more; of what is not told, what is usual is set again later. */
function begin(row: ReportingRow, { reading, usual, often }: ReportingCommands, usualS: number): Step | undefined {
  const { state, command_state: answered, reply } = row
  const told = answered === 'acknowledged' ? reading?.restore(reply ?? '') : undefined
  if (reading && answered === null) return { state, ask: reading.read }
  if (reading && isUnderWay(row)) return undefined
  const former = told ?? usual?.(usualS)
  if (former !== undefined) return { state: 'asking', former, ask: often(former) }
  return reading && answered !== 'acknowledged' ? again(row, reading.read) : { state: 'failed' }
}

const isUnderWay = ({ command_state: state }: ReportingRow) => state === 'queued' || state === 'sent'

/** The same once more, unless it still waits, or was asked often enough. */
function again(row: ReportingRow, ask: string): Step | undefined {
  const { state, failure, attempts } = row
  if (isUnderWay(row)) return undefined
  if (state !== 'taking-back' && failure !== null && failure !== 'no_answer') return { state: 'failed' }
  if (attempts < MOST_ATTEMPTS) return { state, ask, retries: true }
  // Nobody said whether it was done: it is not asked any more, and taken back when the case ends.
  return state === 'asking' ? undefined : { state: 'failed' }
}

// Of every open case the tracker that is on its vehicle now; also of one that goes on after it had ended.
const BEGIN = `INSERT INTO missing_case_reporting AS r (case_id, device_id, state)
  SELECT m.id, i.device_id, 'reading'
  FROM missing_cases m JOIN installations i ON i.entity_id = m.entity_id AND i.removed_at IS NULL
  WHERE m.state = 'open'
  ON CONFLICT (case_id, device_id) DO UPDATE SET state = 'reading', command_id = NULL, attempts = 0, next_at = now(),
    asked_at = now(), often_at = NULL, restored_at = NULL
  WHERE r.state = 'as-before'`

const ROW = `SELECT r.case_id, r.device_id, m.entity_id, coalesce(i.business_id, d.business_id) AS business_id, d.imei, d.protocol, r.state,
    r.former, r.attempts, m.state = 'open' AND i.id IS NOT NULL AS is_wanted,
    EXISTS (SELECT 1 FROM missing_case_reporting other WHERE other.device_id = r.device_id AND other.case_id <> r.case_id
      AND other.state IN ('asking', 'often', 'taking-back')) AS is_taken,
    r.command_id, c.state AS command_state, c.failure, c.reply
  FROM missing_case_reporting r
  JOIN missing_cases m ON m.id = r.case_id
  JOIN devices d ON d.id = r.device_id
  LEFT JOIN installations i ON i.device_id = r.device_id AND i.entity_id = m.entity_id AND i.removed_at IS NULL
  LEFT JOIN device_commands c ON c.id = r.command_id
  WHERE r.case_id = $1 AND r.device_id = $2 AND r.state NOT IN ('as-before', 'impossible', 'failed') AND r.next_at <= now()
  FOR UPDATE OF r SKIP LOCKED`
