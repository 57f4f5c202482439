import type { WaypointRow } from '@roadbook/track-store'
import { describePoint, toPoint } from '@roadbook/trips'

/**
 * Returns true if this row, of all readings of the same instant, gives the vehicle's place. All these readings are stored. Of
 * the readings that trips can use, the one that was received first gives the place. If several were received together, their
 * content decides.
 */
export const saysWhere = (row: WaypointRow, others: readonly WaypointRow[]): boolean =>
  toPoint(row.fix) !== undefined && others.every((other) => !toPoint(other.fix) || isBefore(row, other))

function isBefore(row: WaypointRow, other: WaypointRow): boolean {
  if (row.receivedAt !== other.receivedAt) return row.receivedAt < other.receivedAt
  return describePoint(row.fix) < describePoint(other.fix)
}

/** Returns one row per instant: the one that gives the vehicle's place. The rows must be ordered by time. */
export function oneAnInstant(rows: readonly WaypointRow[]): readonly WaypointRow[] {
  if (isRising(rows)) return rows
  const ones: WaypointRow[] = []
  for (const row of rows) {
    const last = ones.at(-1)
    if (last?.fix.positionedAt !== row.fix.positionedAt) ones.push(row)
    else if (saysWhere(row, [last])) ones[ones.length - 1] = row
  }
  return ones
}

/** Returns true if each row is later than the previous one. */
export function isRising(rows: readonly WaypointRow[]): boolean {
  for (let at = 1; at < rows.length; at++) if (rows[at]!.fix.positionedAt <= rows[at - 1]!.fix.positionedAt) return false
  return true
}
