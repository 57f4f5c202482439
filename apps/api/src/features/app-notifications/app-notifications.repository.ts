import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { anyText, holds } from '../../database/peoples-words.js'
import { type Sql, sql } from '../../database/sql.js'
import { invalid } from '../../http/problems.js'
import { type RowOf, toApiRow } from '../../http/api-row.js'
import { cell, code, id, text, time } from '../../lists/columns.js'
import { defineList, type Key } from '../../lists/list.js'
import { field } from '../../texts/platform.js'
import { consumersOf } from './audience-sql.js'
import {
  AppNotificationDto,
  type ConsumerOptionDto,
  type NotificationAudienceDto,
  type NotificationState,
  type ToldRecipientsDto,
} from './dto/app-notification.dto.js'
import texts from './texts.json' with { type: 'json' }

export type AppNotificationRow = RowOf<AppNotificationDto>

/** Groups of states that the portal's filter offers, by the value of the filter (G-36). */
const STATES_OF: Readonly<Record<string, readonly NotificationState[]>> = {
  planned: ['planned'],
  sent: ['sending', 'sent', 'failed'],
  deleted: ['deleted'],
}
const STATUSES = Object.keys(STATES_OF)
/** States that the list shows by default: all except deleted. */
const SHOWN: readonly NotificationState[] = ['planned', 'sending', 'sent', 'failed']

/** Filter of the list. */
export interface Wanted {
  states: readonly NotificationState[]
}

const named = sql`k.first_name || ' ' || k.last_name`

/**
 * Counts the outcomes of a notification by consumer. A consumer counts as reached if at least one of their devices was
 * reached. After the details were deleted, the stored counts are used. Alias: n notification.
 */
const kept = (count: Sql, name: string): Sql => sql`coalesce((n.results ->> ${name})::int, ${count}::int)`
const countOf = (state: string): Sql => sql`count(*) FILTER (WHERE state = ${state})`
export const RESULTS = sql`(
  SELECT ${kept(sql`count(*)`, 'consumers_count')} AS consumers_count, ${kept(countOf('sent'), 'sent_count')} AS sent_count,
    ${kept(countOf('waiting'), 'waiting_count')} AS waiting_count, ${kept(countOf('failed'), 'failed_count')} AS failed_count,
    ${kept(countOf('no-device'), 'no_device_count')} AS no_device_count
  FROM (
    SELECT CASE WHEN bool_or(r.state = 'sent') THEN 'sent' WHEN bool_or(r.state = 'waiting') THEN 'waiting'
      WHEN bool_or(r.state = 'failed') THEN 'failed' ELSE 'no-device' END AS state
    FROM app_notification_recipients r WHERE r.notification_id = n.id AND r.consumer_id IS NOT NULL GROUP BY r.consumer_id
  ) consumer
)`

/** Returns notifications of businesses in scope. Includes deleted notifications. */
const notificationRows = (transaction: ScopedTransaction, ids: readonly Key[]): Sql => sql`
  SELECT n.id, n.title, n.body, n.state, to_char(n.planned_for, 'YYYY-MM-DD') AS date, to_char(n.planned_for, 'HH24:MI') AS time,
    n.time_zone, n.planned_at, n.audience AS recipients, n.business_id, b.name AS business_name,
    (SELECT coalesce(json_agg(json_build_object('id', k.id, 'name', ${named}, 'business_name', o.name) ORDER BY k.id), '[]')
      FROM consumers k JOIN businesses o ON o.id = k.business_id
      WHERE k.id = ANY (ARRAY(SELECT jsonb_array_elements_text(n.audience -> 'consumer_ids'))::int[])
        AND ${transaction.within(sql`k.business_id`)}) AS picked,
    u.first_name || ' ' || u.last_name AS author, n.was_updated, result.*,
    n.results IS NOT NULL AS are_results_forgotten,
    n.sending_at, n.ended_at, n.created_at, n.updated_at, n.deleted_at
  FROM app_notifications n JOIN businesses b ON b.id = n.business_id LEFT JOIN users u ON u.id = n.created_by
  JOIN LATERAL ${RESULTS} result ON TRUE
  WHERE ${transaction.within(sql`n.business_id`)} AND n.id = ANY (${[...ids]}::int[])`

/** The list of app notifications (G-36). Aliases: n notification, b its business, u its author. */
export const APP_NOTIFICATION_LIST = defineList<AppNotificationRow, AppNotificationDto, Wanted>({
  name: 'notifications',
  objectType: 'app-notification',
  plural: 'app notifications',
  permission: 'create:notification',
  description: 'Lists the app notifications that the caller may see: planned, sent and deleted.',
  dto: AppNotificationDto,
  toDto: toApiRow,
  texts,
  portalPath: '/app-notifications',
  key: sql`n.id`,
  from: sql`FROM app_notifications n JOIN businesses b ON b.id = n.business_id LEFT JOIN users u ON u.id = n.created_by`,
  where: (transaction, _, { own }) =>
    sql`${transaction.within(sql`n.business_id`)} AND n.state = ANY (${[...own.states]}::text[])`,
  rows: (transaction, ids) => notificationRows(transaction, ids),
  own: {
    parameters: {
      status: {
        schema: { type: 'string', enum: STATUSES },
        description: '`planned`, `sent` (including those being sent or failed) or `deleted`. Default: all that are not deleted',
      },
    },
    read: ({ status }) => {
      if (status === undefined) return { states: SHOWN }
      const states = typeof status === 'string' ? STATES_OF[status] : undefined
      if (!states) throw invalid({ status: [field('not-one-of', { allowed: STATUSES })] })
      return { states }
    },
  },
  columns: {
    id: id(sql`n.id`, { order: true }),
    title: text(sql`n.title`, { isPlain: true, csv: 'title' }),
    body: text(sql`n.body`, { order: false, isPlain: true, csv: 'body' }),
    planned_at: time(sql`n.planned_at`, { csv: 'planned_at' }),
    state: code(sql`n.state`, { csv: 'state', isWord: true }),
    business_id: id(sql`n.business_id`),
    business_name: text(sql`b.name`, { csv: 'business_name' }),
    author: text(sql`u.first_name || ' ' || u.last_name`, { csv: 'author' }),
    consumers_count: cell('consumers_count'),
    sent_count: cell('sent_count'),
    failed_count: cell('failed_count'),
    no_device_count: cell('no_device_count'),
    created_at: time(sql`n.created_at`, { csv: 'created_at' }),
    updated_at: time(sql`n.updated_at`),
    sending_at: time(sql`n.sending_at`),
  },
})

/** Fields of a notification that users can change. */
export interface NotificationValues {
  title: string
  body: string
  date: string
  time: string
  timeZone: string
  plannedAt: Date
  audience: ToldRecipientsDto
}

/** Maximum consumers that a form offers. Users would have to search in a longer list anyway. */
const MAX_OPTIONS = 50
/** Maximum notifications in a calendar. */
const MAX_IN_CALENDAR = 2_000

@Injectable()
export class AppNotificationsRepository {
  /** Finds a notification, including a deleted one. */
  async findOne(transaction: ScopedTransaction, id: number, isLocked = false): Promise<AppNotificationRow | undefined> {
    if (isLocked) {
      await transaction.rows(sql`SELECT n.id FROM app_notifications n
        WHERE n.id = ${id} AND ${transaction.within(sql`n.business_id`)} FOR UPDATE`)
    }
    return transaction.row<AppNotificationRow>(notificationRows(transaction, [id]))
  }

  /** Finds notifications by their planned days. The sender's time zone decides the day. */
  async findBetween(transaction: ScopedTransaction, from: string, till: string): Promise<AppNotificationRow[]> {
    const found = await transaction.rows<{ id: number }>(sql`SELECT n.id FROM app_notifications n
      WHERE n.state <> 'deleted' AND n.planned_for >= ${from}::date AND n.planned_for < ${till}::date + 1
        AND ${transaction.within(sql`n.business_id`)} ORDER BY n.planned_at, n.id LIMIT ${MAX_IN_CALENDAR}`)
    const rows = await transaction.rows<AppNotificationRow>(
      notificationRows(
        transaction,
        found.map((row) => row.id),
      ),
    )
    return rows.sort((a, b) => Number(a.planned_at) - Number(b.planned_at) || a.id - b.id)
  }

  async add(transaction: ScopedTransaction, businessId: number, values: NotificationValues, createdBy: number): Promise<number> {
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO app_notifications
        (business_id, created_by, title, body, time_zone, planned_for, planned_at, audience)
      VALUES (${businessId}, ${createdBy}, ${values.title}, ${values.body}, ${values.timeZone},
        ${`${values.date} ${values.time}`}::timestamp, ${values.plannedAt}, ${JSON.stringify(values.audience)}) RETURNING id`)
    if (!added) throw new Error('a notification was not added')
    return added.id
  }

  async save(transaction: ScopedTransaction, id: number, values: NotificationValues): Promise<void> {
    await transaction.rows(sql`UPDATE app_notifications n SET title = ${values.title}, body = ${values.body},
        time_zone = ${values.timeZone}, planned_for = ${`${values.date} ${values.time}`}::timestamp, planned_at = ${values.plannedAt},
        audience = ${JSON.stringify(values.audience)}, was_updated = true, updated_at = clock_timestamp()
      WHERE n.id = ${id} AND ${transaction.within(sql`n.business_id`)}`)
  }

  async mark(transaction: ScopedTransaction, id: number, isDeleted: boolean): Promise<void> {
    const change = isDeleted ? sql`state = 'deleted', deleted_at = now()` : sql`state = 'planned', deleted_at = NULL`
    await transaction.rows(sql`UPDATE app_notifications n SET ${change}, updated_at = clock_timestamp()
      WHERE n.id = ${id} AND ${transaction.within(sql`n.business_id`)}`)
  }

  async count(transaction: ScopedTransaction, businessId: number, audience: ToldRecipientsDto): Promise<NotificationAudienceDto> {
    const counted = await transaction.row<NotificationAudienceDto & Record<string, unknown>>(sql`
      SELECT count(*)::int AS consumers,
        count(*) FILTER (WHERE EXISTS (SELECT 1 FROM push_registrations p WHERE p.consumer_id = meant.id))::int AS reachable
      FROM (${consumersOf(transaction, businessId, audience)}) meant`)
    return counted ?? { consumers: 0, reachable: 0 }
  }

  /**
   * Counts the selected tags, businesses and consumers that are allowed. All must be in scope; a tag may also be for all
   * businesses. A selected business must be the sending business or below it. A consumer must belong to such a business.
   */
  async countNamed(
    transaction: ScopedTransaction,
    businessId: number,
    { tag_ids, business_ids, consumer_ids }: ToldRecipientsDto,
  ): Promise<{ tags: number; businesses: number; consumers: number }> {
    const below = sql`path @> ARRAY[${businessId}::int]`
    const counted = await transaction.row<{ tags: number; businesses: number; consumers: number }>(sql`SELECT
      (SELECT count(*)::int FROM tags t WHERE t.id = ANY (${tag_ids}::int[]) AND t.deleted_at IS NULL
        AND (t.business_id IS NULL OR ${transaction.within(sql`t.business_id`)})) AS tags,
      (SELECT count(*)::int FROM businesses b WHERE b.id = ANY (${business_ids}::int[]) AND b.${below}
        AND ${transaction.within(sql`b.id`)}) AS businesses,
      (SELECT count(*)::int FROM consumers k JOIN businesses b ON b.id = k.business_id AND b.${below}
        WHERE k.id = ANY (${consumer_ids}::int[]) AND ${transaction.within(sql`k.business_id`)}) AS consumers`)
    return counted ?? { tags: 0, businesses: 0, consumers: 0 }
  }

  /** Finds consumers with a vehicle in scope. Their name, e-mail address or vehicle contains the text. */
  options(transaction: ScopedTransaction, search: string): Promise<ConsumerOptionDto[]> {
    return transaction.rows<
      ConsumerOptionDto & Record<string, unknown>
    >(sql`SELECT k.id, ${named} AS name, b.name AS business_name
      FROM consumers k JOIN businesses b ON b.id = k.business_id
      WHERE ${transaction.within(sql`k.business_id`)} AND EXISTS (
        SELECT 1 FROM entities e WHERE e.consumer_id = k.id AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}
          AND ${holds(anyText([named, sql`k.email`, sql`e.name`]), search)})
      ORDER BY in_order(${named}), k.id LIMIT ${MAX_OPTIONS}`)
  }
}
