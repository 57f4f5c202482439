import type { Fix } from '@roadbook/contracts'
import type { Refusals } from './refusals.js'

/** Period in which a tracker or an earlier import reports the vehicle's positions. */
export interface Occupied {
  from: number
  /** Infinity while the period has not ended. */
  till: number
  isHistory: boolean
}

/** Part of the imported history that no such period interrupts. It begins and ends at the time of a position. */
export interface Stay {
  from: number
  till: number
}

/**
 * Sorts positions by time. Leaves out positions that are in the future, that are too old, or that have the same time as
 * another position.
 * @param limits time of the oldest and the newest position that may be stored, milliseconds since 1970 UTC
 */
export function inTime(fixes: readonly Fix[], refusals: Refusals, { oldest, newest }: { oldest: number; newest: number }): Fix[] {
  const taken: Fix[] = []
  for (const fix of [...fixes].sort((one, other) => one.positionedAt - other.positionedAt)) {
    if (fix.positionedAt > newest) refusals.add('future')
    else if (fix.positionedAt < oldest) refusals.add('too-old')
    else if (taken.at(-1)?.positionedAt === fix.positionedAt) refusals.add('twice')
    else taken.push(fix)
  }
  return taken
}

/**
 * Leaves out positions from periods in which a tracker or an earlier import reports the vehicle. Otherwise the vehicle
 * could be in two places at the same time.
 * @param fixes positions in the order of their times
 * @param occupied periods that do not overlap, oldest first
 */
export function free(fixes: readonly Fix[], occupied: readonly Occupied[], refusals: Refusals): { fixes: Fix[]; stays: Stay[] } {
  const taken: Fix[] = []
  const stays: Stay[] = []
  let next = 0
  let isNew = true
  for (const fix of fixes) {
    const at = fix.positionedAt
    while (next < occupied.length && occupied[next]!.till <= at) {
      next++
      isNew = true
    }
    const inTheWay = occupied[next]
    if (inTheWay && inTheWay.from <= at) {
      refusals.add(inTheWay.isHistory ? 'imported' : 'tracker')
      continue
    }
    taken.push(fix)
    if (isNew) stays.push({ from: at, till: at })
    else stays.at(-1)!.till = at
    isNew = false
  }
  return { fixes: taken, stays }
}
