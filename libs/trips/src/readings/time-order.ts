import type { Fix } from '@roadbook/contracts'
import { toPoint } from './point.js'

/**
 * The usable fixes in time order, one a time. Which of two that claim one time stays is decided by what they say, not by
 * which came first.
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

/** What a fix says to trips; which of two of one time is the lesser does not depend on which came first. */
export const describePoint = (fix: Fix): string => JSON.stringify(toPoint(fix))
