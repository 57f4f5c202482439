import type { WaypointRow } from '@roadbook/track-store'
import { describePoint, toPoint } from '@roadbook/trips'

/**
 * Several readings of one instant are all stored, and one of them says where the vehicle was: the first received that can be used for
 * trips, and of those received together the same one in whatever order they come.
 */
export const saysWhere = (row: WaypointRow, others: readonly WaypointRow[]): boolean =>
  toPoint(row.fix) !== undefined && others.every((other) => !toPoint(other.fix) || isBefore(row, other))

function isBefore(row: WaypointRow, other: WaypointRow): boolean {
  if (row.receivedAt !== other.receivedAt) return row.receivedAt < other.receivedAt
  return describePoint(row.fix) < describePoint(other.fix)
}

/** Rows whose times do not fall, with one of each instant: the one that says where the vehicle was. */
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

/** Whether each row is of a later instant than the one before. */
export function isRising(rows: readonly WaypointRow[]): boolean {
  for (let at = 1; at < rows.length; at++) if (rows[at]!.fix.positionedAt <= rows[at - 1]!.fix.positionedAt) return false
  return true
}
