import type { Fix } from '@roadbook/contracts'
import { toPoint } from './point.js'

/**
 * Returns the usable fixes in time order, one per time. If two fixes have the same time, their content decides which one is
 * kept. The order in `fixes` does not matter.
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

/**
 * Returns the content of a fix that matters for trips, as text. The text is compared to choose between two fixes of the same
 * time.
 */
export const describePoint = (fix: Fix): string => JSON.stringify(toPoint(fix))
