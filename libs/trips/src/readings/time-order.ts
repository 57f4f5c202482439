import type { Fix } from '@roadbook/contracts'
import { toPoint } from './point.js'

/**
 * Returns the usable fixes in time order, one per time. Which of two with the same time is kept depends on their content, not on
 * their order.
 */
export function inTimeOrder(fixes: readonly Fix[]): Fix[] {
  const byTime = new Map<number, Fix>()
  for (const fix of fixes) {
    if (!toPoint(fix)) continue
    const rival = byTime.get(fix.positionedAt)
    if (!rival || describePoint(fix) < describePoint(rival)) byTime.set(fix.positionedAt, fix)
  }
  return [...byTime.values()].sort((left, right) => left.positionedAt - right.positionedAt)
}

/** Returns a fix's content as used for trips. It decides between two fixes of one time, independent of their order. */
export const describePoint = (fix: Fix): string => JSON.stringify(toPoint(fix))
