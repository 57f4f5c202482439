import { Injectable } from '@nestjs/common'
import type { Position } from '@roadbook/geo'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import { type MoveFix, SHOWN_WITHIN_MS } from './shown-move.js'

/** Action in the audit log for an attempt to prove a move. It is recorded for the tracker and for the vehicle. */
export const TRY_ACTION = 'device.move'
/** Maximum fixes to examine. A tracker that sends every second sends this number in a little more than half an hour. */
const LOOKED_AT_FIXES = 2_000

/** Installation with a claim of the installer that the tracker moved to this vehicle. */
export interface SaidMoveRow {
  id: number
  device_id: number
  business_id: number
  imei: string
  installed_at: Date
  session_regained_at: Date | null
  must_show_move: boolean
  /** Time when the customer denied that the tracker had moved. */
  move_disputed_at: Date | null
}

/**
 * Condition that the tracker of installation `i` was removed from a customer's vehicle and was not yet shown to have moved.
 */
export const MUST_SHOW_MOVE = sql`(i.followed_consumer_id IS NOT NULL AND i.moved_at IS NULL)`

@Injectable()
export class MovesRepository {
  /**
   * Locks and returns the present installation of an entity. A concurrent attempt waits here, so its count of attempts
   * includes this one.
   */
  lock(transaction: ScopedTransaction, entityId: number): Promise<SaidMoveRow | undefined> {
    return transaction.row<SaidMoveRow>(sql`SELECT i.id, i.device_id, i.business_id, d.imei, i.installed_at,
        i.session_regained_at, i.move_disputed_at, ${MUST_SHOW_MOVE} AS must_show_move
      FROM installations i
      JOIN entities e ON e.id = i.entity_id AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}
      JOIN devices d ON d.id = i.device_id
      WHERE i.entity_id = ${entityId} AND i.removed_at IS NULL AND ${transaction.within(sql`i.business_id`)} FOR UPDATE OF i`)
  }

  /**
   * Returns the number of attempts with a tracker in the last 24 hours, and the number of seconds until the oldest attempt is
   * 24 hours old.
   */
  async countTries(transaction: ScopedTransaction, deviceId: number): Promise<{ count: number; waitS: number }> {
    const row = await transaction.row<{ count: number; wait_s: number | null }>(sql`SELECT count(*)::int AS count,
        ceil(extract(epoch FROM min(a.at) + interval '24 hours' - now()))::int AS wait_s
      FROM audit_log a
      WHERE a.object_type = 'device' AND a.object_id = ${String(deviceId)} AND a.action = ${TRY_ACTION}
        AND a.at > now() - interval '24 hours' AND ${transaction.within(sql`a.business_id`)}`)
    return { count: row?.count ?? 0, waitS: Math.max(1, row?.wait_s ?? 1) }
  }

  /**
   * Returns whether a new sender has used the tracker's IMEI since the tracker was removed from the customer's vehicle. Such a
   * sender may be the installer's own device.
   */
  async isDoubted(transaction: ScopedTransaction, id: number): Promise<boolean> {
    const row = await transaction.row<{ doubted: boolean }>(sql`SELECT move_is_doubted(${id}::int) AS doubted`)
    return row?.doubted ?? true
  }

  /** Returns the data for the proof. Never return this data to a caller of the API. */
  async evidence(transaction: ScopedTransaction, id: number): Promise<{ fixes: MoveFix[]; origin: Position | null }> {
    const fixes = await transaction.rows<MoveFix>(sql`SELECT ${ms(sql`f.positioned_at`)} AS "positionedAt",
        ${ms(sql`f.received_at`)} AS "receivedAt", f.validity, f.latitude, f.longitude,
        f.external_battery_mv AS "externalBatteryMv", f.battery_mv AS "batteryMv"
      FROM move_fixes_in_scope(${id}::int, now() - make_interval(secs => ${SHOWN_WITHIN_MS / 1_000}), ${LOOKED_AT_FIXES}) f`)
    const origin = await transaction.row<Position>(sql`SELECT o.latitude, o.longitude FROM move_origin_in_scope(${id}::int) o`)
    return { fixes, origin: origin ?? null }
  }

  /** Withdraws the proof of a move until this installation ends. */
  async dispute(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE installations i SET moved_at = NULL, move_disputed_at = now()
      WHERE i.id = ${id} AND i.removed_at IS NULL AND ${transaction.within(sql`i.business_id`)}`)
  }

  async keep(transaction: ScopedTransaction, id: number, movedAt: Date): Promise<void> {
    await transaction.rows(sql`UPDATE installations i SET moved_at = greatest(i.installed_at, ${movedAt}::timestamptz)
      WHERE i.id = ${id} AND i.moved_at IS NULL AND ${transaction.within(sql`i.business_id`)}`)
  }
}

const ms = (column: Sql): Sql => sql`extract(epoch FROM ${column})::float8 * 1000`
