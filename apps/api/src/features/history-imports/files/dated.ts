import type { Fix } from '@roadbook/contracts'
import type { Refusals } from './refusals.js'

/** A time of a vehicle in which something else reports its positions: a tracker, or an earlier import. */
export interface Occupied {
  from: number
  /** Infinity while it lasts. */
  till: number
  isHistory: boolean
}

/** A stretch of the history between two such times. Both ends are positions. */
export interface Stay {
  from: number
  till: number
}

/**
 * Sorts positions by time, and leaves out those that cannot be stored: in the future, too old, or a second one of the same
 * instant.
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
 * Leaves out positions of times in which something else reports the vehicle, because a vehicle is in one place only.
 * @param fixes positions in the order of their times
 * @param occupied times that do not overlap, oldest first
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
