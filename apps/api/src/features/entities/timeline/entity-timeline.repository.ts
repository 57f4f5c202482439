import { Injectable } from '@nestjs/common'
import type { Caller } from '../../../auth/caller.js'
import { findPageKeys, inOrderOf } from '../../../lists/list-page.js'
import { locationHidden } from '../../../auth/location-privacy.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import type { ListCriteria } from '../../../lists/list-fields.js'
import { TIMELINE_LIST, type TimelineKind } from './entity-timeline-list.js'

export interface OccurrenceRow {
  id: string
  kind: TimelineKind
  at: Date
  actor: string | null
  imei: string | null
  previous_imei: string | null
  reason: string | null
  date: string | null
  trips: number | null
  distance_m: number | null
  duration_s: number | null
  case_state: string | null
  action: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Vehicle of the timeline, and the time zone that decides the day of its trips. */
export interface TimelineOf {
  entityId: number
  timeZone: string
}

/**
 * Audit actions that change the vehicle itself. Other entries about the vehicle appear in the timeline in another form, or
 * not at all.
 */
const EDITS = ['entity.create', 'entity.update', 'entity.delete', 'entity.restore', 'entity.tags', 'entity.tags-undo']
/** A removal and the next installation count as one replacement (swap) if there is at most this time between them. */
const SWAP = sql`interval '1 hour'`

const NOTHING = {
  tracker: sql`NULL::text AS imei, NULL::text AS previous_imei, NULL::text AS reason`,
  trips: sql`NULL::text AS date, NULL::bigint AS trips, NULL::bigint AS distance_m, NULL::bigint AS duration_s`,
  case: sql`NULL::text AS case_state`,
  edit: sql`NULL::text AS action, NULL::jsonb AS before, NULL::jsonb AS after`,
}

@Injectable()
export class EntityTimelineRepository {
  async exists(transaction: ScopedTransaction, id: number): Promise<boolean> {
    const found = await transaction.row(sql`SELECT e.id FROM entities e
      WHERE e.id = ${id} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}`)
    return found !== undefined
  }

  /** Returns a page of events and their total number. */
  async findPage(
    transaction: ScopedTransaction,
    caller: Caller,
    of: TimelineOf,
    criteria: ListCriteria,
  ): Promise<{ rows: OccurrenceRow[]; total: number }> {
    const from = sql`FROM (${occurrences(transaction, caller, of)}) o`
    const list = { key: sql`o.id`, from, where: sql`TRUE`, isOnePass: true }
    const { keys, total } = await findPageKeys<string>(transaction, list, criteria, TIMELINE_LIST)
    const found = await transaction.rows<OccurrenceRow>(sql`SELECT o.* ${from} WHERE o.id = ANY (${[...keys]}::text[])`)
    return { rows: inOrderOf(keys, found, ({ id }) => id), total }
  }
}

const occurrences = (transaction: ScopedTransaction, caller: Caller, of: TimelineOf): Sql => sql`
  ${trackers(transaction, of)}
  UNION ALL ${cases(transaction, of)}
  UNION ALL ${edits(transaction, of)}
  ${caller.permissions.has('read:map') ? sql`UNION ALL ${trips(transaction, caller, of)}` : sql``}`

const nameOf = (transaction: ScopedTransaction, userId: Sql): Sql =>
  sql`(SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = ${userId} AND ${transaction.within(sql`u.business_id`)})`

/**
 * Returns the installations and removals. A removal followed by a replacement is one swap. Leaves out trackers that
 * represent an imported file, because they were never installed.
 */
function trackers(transaction: ScopedTransaction, { entityId }: TimelineOf): Sql {
  const periods = sql`(SELECT i.*, d.imei, lag(d.imei) OVER in_time AS previous_imei,
      lag(i.removal_reason) OVER in_time AS previous_reason,
      i.installed_at <= lag(i.removed_at) OVER in_time + ${SWAP} AS replaces,
      lead(i.installed_at) OVER in_time <= i.removed_at + ${SWAP} AS is_replaced
    FROM installations i LEFT JOIN devices d ON d.id = i.device_id
    WHERE i.entity_id = ${entityId} AND ${transaction.within(sql`i.business_id`)}
      AND NOT is_history_tracker(i.device_id)
    WINDOW in_time AS (ORDER BY i.installed_at, i.id)) p`
  return sql`SELECT 'install ' || p.id AS id, CASE WHEN p.replaces THEN 'swap' ELSE 'install' END AS kind, p.installed_at AS at,
      ${nameOf(transaction, sql`p.installed_by`)} AS actor, p.imei, CASE WHEN p.replaces THEN p.previous_imei END AS previous_imei,
      CASE WHEN p.replaces THEN p.previous_reason END AS reason, ${NOTHING.trips}, ${NOTHING.case}, ${NOTHING.edit}
    FROM ${periods}
    UNION ALL SELECT 'verified ' || p.id, 'verified', p.verified_at, NULL, p.imei, NULL, NULL, ${NOTHING.trips}, ${NOTHING.case},
      ${NOTHING.edit}
    FROM ${periods} WHERE p.verified_at IS NOT NULL
    UNION ALL SELECT 'removal ' || p.id, 'removal', p.removed_at, ${nameOf(transaction, sql`p.removed_by`)}, p.imei, NULL,
      p.removal_reason, ${NOTHING.trips}, ${NOTHING.case}, ${NOTHING.edit}
    FROM ${periods} WHERE p.removed_at IS NOT NULL AND p.is_replaced IS NOT TRUE`
}

function cases(transaction: ScopedTransaction, { entityId }: TimelineOf): Sql {
  const source = sql`FROM missing_cases m JOIN entities e ON e.id = m.entity_id AND ${transaction.within(sql`e.business_id`)}
    WHERE m.entity_id = ${entityId}`
  return sql`SELECT 'case ' || m.id, 'case', m.opened_at, ${nameOf(transaction, sql`m.reported_by`)}, ${NOTHING.tracker},
      ${NOTHING.trips}, ${NOTHING.case}, ${NOTHING.edit} ${source}
    UNION ALL SELECT 'case-end ' || m.id, 'case-end', m.ended_at, NULL, ${NOTHING.tracker}, ${NOTHING.trips}, m.state,
      ${NOTHING.edit} ${source} AND m.ended_at IS NOT NULL`
}

const edits = (transaction: ScopedTransaction, { entityId }: TimelineOf): Sql => sql`
  SELECT 'edit ' || a.id, 'edit', a.at, a.actor, ${NOTHING.tracker}, ${NOTHING.trips}, ${NOTHING.case}, a.action, a.before, a.after
  FROM audit_log a WHERE a.object_type = 'entity' AND a.object_id = ${String(entityId)} AND a.action = ANY (${EDITS}::text[])
    AND ${transaction.within(sql`a.business_id`)}`

/** Returns the trips by day, without places. Empty while the location of the vehicle is hidden (G-38). */
const trips = (transaction: ScopedTransaction, caller: Caller, { entityId, timeZone }: TimelineOf): Sql => sql`
  SELECT 'trips ' || d.date, 'trips', d.at, NULL, ${NOTHING.tracker}, d.date, d.trips, d.distance_m, d.duration_s, ${NOTHING.case},
    ${NOTHING.edit}
  FROM (
    SELECT to_char(t.started_at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS date, max(t.started_at) AS at, count(*) AS trips,
      sum(t.distance_m)::bigint AS distance_m, sum(round(extract(epoch FROM t.ended_at - t.started_at)))::bigint AS duration_s
    FROM trips t JOIN entity_privacy p ON p.entity_id = t.entity_id
    WHERE t.entity_id = ${entityId} AND t.deleted_at IS NULL AND NOT ${locationHidden(caller)}
      AND ${transaction.within(sql`t.business_id`)}
    GROUP BY 1
  ) d`
