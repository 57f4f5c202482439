import { Injectable } from '@nestjs/common'
import type { Caller } from '../../../auth/caller.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import { type RowOf, toApiRow } from '../../../http/api-row.js'
import { code, id, ordered, time } from '../../../lists/columns.js'
import { defineList, type Key } from '../../../lists/list.js'
import { type Sentence, sentenceFrom, type StoredSentence } from '../../../texts/sentence.js'
import type { PaperFormat } from '../../../papers/index.js'
import { type ReportKind, ReportRequestDto, type RequestState } from '../dto/report-request.dto.js'
import type { ReportWish } from '../report-wish.js'

type ReportRequestRow = RowOf<Omit<ReportRequestDto, 'reason'>> & { reason: StoredSentence | null }

/** The joins are LEFT JOINs, because the requester or the schedule of a received report may be out of the user's scope. */
const FROM = sql`FROM report_requests r LEFT JOIN users u ON u.id = r.user_id LEFT JOIN report_schedules s ON s.id = r.schedule_id`

/**
 * Returns the condition that the caller belongs to the requester's business or to one below it. Requesters may send reports
 * to such users.
 */
const isSentBelow = ({ userId }: Caller): Sql => sql`(r.user_id <> ${userId} AND is_at_or_below(${userId}, r.user_id))`

/**
 * Returns the condition that the caller is allowed to have the file `f` of the request `r`. Either the caller now sees all
 * businesses of the file, or the caller received the file and belongs to the requester's business or to one below it.
 */
const isHandedTo = (caller: Caller): Sql => sql`(scope_has(f.business_ids) OR ${isSentBelow(caller)})`

/** Returns the condition that the caller requested or received the report. */
const visible = (caller: Caller): Sql => sql`(r.user_id = ${caller.userId} OR (
    EXISTS (SELECT 1 FROM report_recipients c WHERE c.request_id = r.id AND c.user_id = ${caller.userId})
    AND (${isSentBelow(caller)} OR EXISTS (SELECT 1 FROM report_files f WHERE f.request_id = r.id AND scope_has(f.business_ids)))
  ))`

/** The list of requested reports. Aliases: r request, u requester, s schedule of the request. */
export const REPORT_REQUEST_LIST = defineList<ReportRequestRow, ReportRequestDto>({
  name: 'report-requests',
  objectType: 'report',
  plural: 'report requests',
  permission: 'read:reports',
  description: 'Lists reports of the last 30 days that the caller asked for or received from a schedule.',
  dto: ReportRequestDto,
  toDto: (row) => ({ ...toApiRow(row), reason: sentenceFrom(row.reason) ?? null }),
  key: sql`r.id`,
  from: FROM,
  where: (_, caller) => visible(caller),
  rows: (_, ids, caller) => requestRows(ids, caller),
  columns: {
    id: id(sql`r.id`, { order: true }),
    mode: code(sql`r.mode`),
    format: code(sql`r.format`),
    kind: code(sql`r.kind`),
    state: code(sql`r.state`),
    schedule_id: id(sql`s.id`),
    created_at: time(sql`r.created_at`),
    ended_at: ordered(sql`r.ended_at`),
  },
})

const requestRows = (ids: readonly Key[], caller: Caller): Sql => sql`
  SELECT r.id, r.kind, r.mode, r.format, to_char(r.from_day, 'YYYY-MM-DD') AS from, to_char(r.till_day, 'YYYY-MM-DD') AS till,
    r.time_zone, r.target_group_id, (SELECT t.name FROM tags t WHERE t.id = r.target_group_id) AS target_group_name, r.entity_ids,
    r.limit_kph, r.min_minutes, s.id AS schedule_id, s.name AS schedule_name,
    r.state, r.progress, r.reason, r.rows, f.name AS file_name, f.size_bytes, f.expires_at AS file_expires_at,
    u.first_name || ' ' || u.last_name AS requested_by, r.user_id = ${caller.userId} AS is_own, r.created_at, r.updated_at,
    r.started_at, r.ended_at
  ${FROM} LEFT JOIN report_files f ON f.request_id = r.id AND f.expires_at > now() AND ${isHandedTo(caller)}
  WHERE ${visible(caller)} AND r.id = ANY (${[...ids]}::int[])`

/** Request with the data that its job needs. */
export interface ReportOrder {
  id: number
  user_id: number
  schedule_id: number | null
  /**
   * Ids of the schedule's business and the businesses below it. Null for a request without a schedule, and for a schedule
   * without a business.
   */
  schedule_scope: number[] | null
  kind: ReportKind
  format: PaperFormat
  wish: ReportWish
  asked_at: Date
}

/** Data of a request to be made. */
export interface NewRequest {
  userId: number
  kind: ReportKind
  format: PaperFormat
  wish: ReportWish
  scheduleId?: number
  recipients: readonly number[]
}

export interface RequestFile {
  name: string
  mediaType: string
  /** Contents of the file, packed with gzip. */
  packed: Buffer
  /** Size of the unpacked file in bytes. */
  sizeBytes: number
  /** Ids of the businesses of the report's vehicles. */
  businessIds: readonly number[]
  expiresAt: Date
}

/** One run of a request. Each retry by a user is a new run. From then on, the job of an earlier run must not write. */
export interface Run {
  id: number
  run: number
}

const isCurrent = ({ id, run }: Run): Sql => sql`r.id = ${id} AND r.run = ${run} AND r.state IN ('queued', 'running')`

@Injectable()
export class ReportRequestsRepository {
  /** @returns the new id; undefined when the schedule has already requested this period */
  async add(
    transaction: ScopedTransaction,
    { userId, kind, format, wish, scheduleId, recipients }: NewRequest,
  ): Promise<number | undefined> {
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO report_requests (user_id, schedule_id, kind, mode, format,
        target_group_id, limit_kph, min_minutes, time_zone, entity_ids, from_day, till_day)
      VALUES (${userId}, ${scheduleId ?? null}, ${kind}, ${wish.mode}, ${format}, ${wish.targetGroupId}, ${wish.limitKph},
        ${wish.minMinutes}, ${wish.timeZone}, ${[...wish.entityIds]}::int[], ${wish.from}::date, ${wish.till}::date)
      ON CONFLICT (schedule_id, from_day) DO NOTHING RETURNING id`)
    if (!added) return undefined
    await transaction.rows(sql`INSERT INTO report_recipients (request_id, user_id)
      SELECT ${added.id}::int, u.id FROM users u WHERE u.id = ANY (${[...recipients]}::int[])`)
    return added.id
  }

  findOne(transaction: ScopedTransaction, caller: Caller, id: number): Promise<ReportRequestRow | undefined> {
    return transaction.row<ReportRequestRow>(requestRows([id], caller))
  }

  /** Locks a request of the caller until the transaction ends. */
  lockOwn(
    transaction: ScopedTransaction,
    { userId }: Caller,
    id: number,
  ): Promise<{ state: RequestState; run: number } | undefined> {
    return transaction.row(
      sql`SELECT r.state, r.run FROM report_requests r WHERE r.id = ${id} AND r.user_id = ${userId} FOR UPDATE`,
    )
  }

  /** @returns the number of the next run */
  async again(transaction: ScopedTransaction, id: number): Promise<number> {
    await transaction.rows(sql`DELETE FROM report_files f WHERE f.request_id = ${id}`)
    const row = await transaction.row<{ run: number }>(sql`UPDATE report_requests r
      SET run = run + 1, state = 'queued', progress = 0, reason = NULL, rows = NULL, asked_at = now(), started_at = NULL,
        ended_at = NULL, updated_at = clock_timestamp()
      WHERE r.id = ${id} RETURNING run`)
    if (!row) throw new Error('a request that was just found is gone')
    return row.run
  }

  async noteJob(transaction: ScopedTransaction, id: number, jobId: string): Promise<void> {
    await transaction.rows(sql`UPDATE report_requests r SET job_id = ${jobId} WHERE r.id = ${id}`)
  }

  async cancel(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE report_requests r SET state = 'cancelled', ended_at = now(), updated_at = clock_timestamp()
      WHERE r.id = ${id} AND r.state IN ('queued', 'running')`)
  }

  async findFile(
    transaction: ScopedTransaction,
    caller: Caller,
    id: number,
  ): Promise<{ name: string; media_type: string; content: Buffer } | undefined> {
    return transaction.row(sql`SELECT f.name, f.media_type, f.content ${FROM} JOIN report_files f ON f.request_id = r.id
      WHERE r.id = ${id} AND f.expires_at > now() AND ${isHandedTo(caller)} AND ${visible(caller)}`)
  }

  /**
   * Marks the request as running.
   * @returns undefined when this run is no longer wanted
   */
  async begin(transaction: ScopedTransaction, run: Run): Promise<ReportOrder | undefined> {
    const row = await transaction.row<
      Omit<ReportOrder, 'wish'> & ReportWish & Record<string, unknown>
    >(sql`UPDATE report_requests r
      SET state = 'running', progress = 0, started_at = now(), updated_at = clock_timestamp() WHERE ${isCurrent(run)}
      RETURNING r.id, r.user_id, r.schedule_id,
        (SELECT array_agg(b.id ORDER BY b.id) FROM report_schedules s JOIN businesses b ON b.path @> ARRAY[s.business_id]
          WHERE s.id = r.schedule_id AND s.business_id IS NOT NULL) AS schedule_scope, r.kind, r.format, r.asked_at, r.mode, to_char(r.from_day, 'YYYY-MM-DD') AS from,
        to_char(r.till_day, 'YYYY-MM-DD') AS till, r.time_zone AS "timeZone", r.entity_ids AS "entityIds",
        r.target_group_id AS "targetGroupId", r.limit_kph AS "limitKph", r.min_minutes AS "minMinutes"`)
    if (!row) return undefined
    const { mode, from, till, timeZone, entityIds, targetGroupId, limitKph, minMinutes, ...order } = row
    return { ...order, wish: { mode, from, till, timeZone, entityIds, targetGroupId, limitKph, minMinutes } }
  }

  /** @returns false when this run is no longer wanted */
  async progress(transaction: ScopedTransaction, run: Run, percent: number): Promise<boolean> {
    const row = await transaction.row(
      sql`UPDATE report_requests r SET progress = ${percent} WHERE ${isCurrent(run)} RETURNING r.id`,
    )
    return row !== undefined
  }

  async isWanted(transaction: ScopedTransaction, run: Run): Promise<boolean> {
    return (await transaction.row(sql`SELECT r.id FROM report_requests r WHERE ${isCurrent(run)}`)) !== undefined
  }

  /**
   * Stores the file and marks the request as done.
   * @returns false, without writing anything, when this run is no longer wanted
   */
  async finish(transaction: ScopedTransaction, run: Run, rows: number, file: RequestFile): Promise<boolean> {
    const row =
      await transaction.row(sql`UPDATE report_requests r SET state = 'done', progress = 100, rows = ${rows}, reason = NULL,
        ended_at = now(), updated_at = clock_timestamp() WHERE ${isCurrent(run)} RETURNING r.id`)
    if (!row) return false
    await transaction.rows(sql`INSERT INTO report_files (request_id, name, media_type, content, size_bytes, business_ids, expires_at)
      VALUES (${run.id}, ${file.name}, ${file.mediaType}, ${file.packed}, ${file.sizeBytes}, ${[...file.businessIds]}::int[],
        ${file.expiresAt})`)
    return true
  }

  /** @param isFinal true when the queue will not try the request again */
  async fail(transaction: ScopedTransaction, run: Run, reason: Sentence, isFinal: boolean): Promise<void> {
    await transaction.rows(sql`UPDATE report_requests r SET state = ${isFinal ? 'failed' : 'queued'}, reason = ${JSON.stringify(reason.stored())},
        ended_at = CASE WHEN ${isFinal}::boolean THEN now() END, updated_at = clock_timestamp() WHERE ${isCurrent(run)}`)
  }

  /**
   * Marks requests as failed if the queue has given up their job. The queue gives up, for example, if the process died in
   * every attempt.
   */
  async failAbandoned(transaction: ScopedTransaction, reason: Sentence): Promise<void> {
    await transaction.rows(sql`UPDATE report_requests r SET state = 'failed', reason = ${JSON.stringify(reason.stored())},
        ended_at = now(), updated_at = clock_timestamp()
      WHERE r.state IN ('queued', 'running')
        AND (SELECT s.state FROM background_job_state(r.job_id) s) = 'failed'`)
  }

  /** Returns the recipients who were not deleted. The caller checks their permissions. */
  recipients(transaction: ScopedTransaction, id: number): Promise<{ id: number }[]> {
    return transaction.rows<{ id: number }>(sql`SELECT u.id FROM report_recipients c JOIN users u ON u.id = c.user_id
      WHERE c.request_id = ${id} AND u.deleted_at IS NULL ORDER BY u.id`)
  }

  async firstNameOf(transaction: ScopedTransaction, userId: number): Promise<string> {
    const user = await transaction.row<{ first_name: string }>(sql`SELECT u.first_name FROM users u WHERE u.id = ${userId}`)
    return user?.first_name ?? ''
  }
}
