import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import { type RowOf, toApiRow } from '../../../http/api-row.js'
import { code, fact, id, text, time } from '../../../lists/columns.js'
import { defineList, type Key } from '../../../lists/list.js'
import { type Sentence, sentenceFrom, type StoredSentence } from '../../../texts/sentence.js'
import { ReportScheduleDto, type WriteReportScheduleDto } from '../dto/report-schedule.dto.js'
import type { ReportMode } from '../dto/report.dto.js'
import type { PaperFormat } from '../../../papers/index.js'

export type ReportScheduleRow = RowOf<Omit<ReportScheduleDto, 'paused_reason'>> & { paused_reason: StoredSentence | null }

export const toSchedule = (row: ReportScheduleRow): ReportScheduleDto => ({
  ...toApiRow(row),
  paused_reason: sentenceFrom(row.paused_reason) ?? null,
})

const scheduleRows = (transaction: ScopedTransaction, ids: readonly Key[]): Sql => sql`
  SELECT s.id, s.name, s.mode, s.format, s.target_group_id, (SELECT t.name FROM tags t WHERE t.id = s.target_group_id) AS target_group_name,
    s.every, s.time_zone AS tz, s.limit_kph, s.min_minutes, s.is_active, s.paused_reason, s.business_id,
    ARRAY(SELECT c.id FROM users c WHERE c.id = ANY (s.recipients) AND c.deleted_at IS NULL ORDER BY c.id) AS recipients,
    coalesce((SELECT string_agg(c.first_name || ' ' || c.last_name, ', ' ORDER BY c.id) FROM users c
      WHERE c.id = ANY (s.recipients) AND c.deleted_at IS NULL), '') AS recipient_names,
    u.first_name || ' ' || u.last_name AS owner, s.next_run_at, s.created_at, s.updated_at
  FROM report_schedules s LEFT JOIN users u ON u.id = s.user_id
  WHERE ${mine(transaction)} AND s.id = ANY (${[...ids]}::int[])`

/**
 * Returns the condition that a schedule belongs to a business in scope. Only callers who see every business also see schedules
 * without a business.
 */
const mine = (transaction: ScopedTransaction): Sql => transaction.within(sql`s.business_id`)

/** The list of schedules. Aliases: s schedule, u its owner. */
export const REPORT_SCHEDULE_LIST = defineList<ReportScheduleRow, ReportScheduleDto>({
  name: 'report-schedules',
  objectType: 'report-schedule',
  plural: 'report schedules',
  permission: 'read:reports',
  description: 'Lists the schedules by which reports are made and sent, as far as the caller may see them.',
  dto: ReportScheduleDto,
  toDto: toSchedule,
  key: sql`s.id`,
  from: sql`FROM report_schedules s LEFT JOIN users u ON u.id = s.user_id`,
  where: (transaction) => mine(transaction),
  rows: (transaction, ids) => scheduleRows(transaction, ids),
  columns: {
    id: id(sql`s.id`, { order: true }),
    name: text(sql`s.name`, { isPlain: true }),
    mode: code(sql`s.mode`),
    format: code(sql`s.format`),
    every: code(sql`s.every`),
    target_group_id: id(sql`s.target_group_id`),
    is_active: fact(sql`s.is_active`),
    next_run_at: time(sql`s.next_run_at`),
    created_at: time(sql`s.created_at`),
    updated_at: time(sql`s.updated_at`),
  },
})

/** Owner and time zone of a schedule. */
interface Saved {
  userId: number
  businessId: number | null
  timeZone: string
}

/** Due schedule, with the period of its report. */
export interface DueSchedule {
  id: number
  user_id: number
  business_id: number | null
  mode: ReportMode
  format: PaperFormat
  target_group_id: number | null
  limit_kph: number
  min_minutes: number
  time_zone: string
  recipients: number[]
  from: string
  till: string
}

const HOUR = sql`interval '6 hours'`
const step = (every: Sql): Sql => sql`('1 ' || ${every})::interval`
/**
 * Returns the next time when a report is due. This is six o'clock in the morning, in the time zone, on the first day of a new
 * day, week or month.
 */
const next = (every: Sql, zone: Sql): Sql => sql`(
  CASE WHEN date_trunc(${every}, now() AT TIME ZONE ${zone}) + ${HOUR} > now() AT TIME ZONE ${zone}
    THEN date_trunc(${every}, now() AT TIME ZONE ${zone}) ELSE date_trunc(${every}, now() AT TIME ZONE ${zone}) + ${step(every)} END
  + ${HOUR}) AT TIME ZONE ${zone}`

@Injectable()
export class ReportSchedulesRepository {
  async findOne(transaction: ScopedTransaction, id: number, isLocked = false): Promise<ReportScheduleRow | undefined> {
    if (isLocked) {
      await transaction.rows(sql`SELECT s.id FROM report_schedules s WHERE s.id = ${id} AND ${mine(transaction)} FOR UPDATE`)
    }
    return transaction.row<ReportScheduleRow>(scheduleRows(transaction, [id]))
  }

  async add(transaction: ScopedTransaction, body: Required<Omit<WriteReportScheduleDto, 'tz'>>, saved: Saved): Promise<number> {
    const every = sql`${body.every}::text`
    const added = await transaction.row<{
      id: number
    }>(sql`INSERT INTO report_schedules (name, user_id, business_id, mode, format,
        target_group_id, limit_kph, min_minutes, time_zone, every, recipients, is_active, next_run_at)
      VALUES (${body.name}, ${saved.userId}, ${saved.businessId}, ${body.mode}, ${body.format}, ${body.target_group_id},
        ${body.limit_kph}, ${body.min_minutes}, ${saved.timeZone}, ${body.every}, ${[...body.recipients]}::int[], ${body.is_active},
        ${next(every, sql`${saved.timeZone}::text`)}) RETURNING id`)
    if (!added) throw new Error('a schedule was not added')
    return added.id
  }

  /** Saves the schedule. The user who saves it becomes its owner. The schedule stays with its business. */
  async save(
    transaction: ScopedTransaction,
    id: number,
    body: Required<Omit<WriteReportScheduleDto, 'tz'>>,
    saved: Omit<Saved, 'businessId'>,
  ): Promise<void> {
    await transaction.rows(sql`UPDATE report_schedules s SET name = ${body.name}, user_id = ${saved.userId}, mode = ${body.mode},
        format = ${body.format}, target_group_id = ${body.target_group_id}, limit_kph = ${body.limit_kph},
        min_minutes = ${body.min_minutes}, time_zone = ${saved.timeZone}, every = ${body.every},
        recipients = ${[...body.recipients]}::int[], is_active = ${body.is_active}, paused_reason = NULL,
        next_run_at = ${next(sql`${body.every}::text`, sql`${saved.timeZone}::text`)}, updated_at = clock_timestamp()
      WHERE s.id = ${id} AND ${mine(transaction)}`)
  }

  async remove(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`DELETE FROM report_schedules s WHERE s.id = ${id} AND ${mine(transaction)}`)
  }

  /** Returns the given users who are in scope and may read reports. */
  async readersAmong(transaction: ScopedTransaction, ids: readonly number[]): Promise<number[]> {
    const rows = await transaction.rows<{ id: number }>(sql`SELECT u.id FROM users u
      WHERE u.id = ANY (${[...ids]}::int[]) AND u.deleted_at IS NULL AND ${transaction.within(sql`u.business_id`)}
        AND (EXISTS (SELECT 1 FROM role_permissions p WHERE p.role_id = u.role_id AND p.permission = 'read:reports')
          OR EXISTS (SELECT 1 FROM user_permissions p WHERE p.user_id = u.id AND p.permission = 'read:reports'))`)
    return rows.map((row) => row.id)
  }

  /** Returns the ids of at most 500 due schedules. */
  async findDue(transaction: ScopedTransaction): Promise<number[]> {
    const rows = await transaction.rows<{ id: number }>(sql`SELECT s.id FROM report_schedules s
      WHERE s.is_active AND s.next_run_at <= now() ORDER BY s.next_run_at, s.id LIMIT 500`)
    return rows.map((row) => row.id)
  }

  /**
   * Takes a due schedule and returns the latest complete period. Missed earlier periods get no report.
   * @returns undefined when another process has taken the schedule
   */
  take(transaction: ScopedTransaction, id: number): Promise<DueSchedule | undefined> {
    return transaction.row<DueSchedule & Record<string, unknown>>(sql`UPDATE report_schedules s SET next_run_at = due.next_run_at
      FROM (
        SELECT d.id, ${next(sql`d.every`, sql`d.time_zone`)} AS next_run_at FROM report_schedules d
        WHERE d.id = ${id} AND d.is_active AND d.next_run_at <= now() FOR UPDATE SKIP LOCKED
      ) due
      WHERE s.id = due.id
      RETURNING s.id, s.user_id, s.business_id, s.mode, s.format, s.target_group_id, s.limit_kph, s.min_minutes, s.time_zone, s.recipients,
        to_char(date_trunc(s.every, (due.next_run_at AT TIME ZONE s.time_zone)) - 2 * ${step(sql`s.every`)}, 'YYYY-MM-DD') AS from,
        to_char(date_trunc(s.every, (due.next_run_at AT TIME ZONE s.time_zone)) - ${step(sql`s.every`)} - interval '1 day', 'YYYY-MM-DD') AS till`)
  }

  async pause(transaction: ScopedTransaction, id: number, reason: Sentence): Promise<void> {
    await transaction.rows(sql`UPDATE report_schedules s SET is_active = false, paused_reason = ${JSON.stringify(reason.stored())},
      updated_at = clock_timestamp() WHERE s.id = ${id}`)
  }
}

/** Returns the fields of a schedule that the audit log records. */
export const auditedSchedule = ({
  name,
  mode,
  format,
  target_group_name,
  every,
  tz,
  recipient_names,
  is_active,
}: ReportScheduleRow) => ({
  name,
  mode,
  format,
  target_group: target_group_name,
  every,
  time_zone: tz,
  recipients: recipient_names,
  active: is_active,
})
