export interface BackoffLimits {
  firstMs: number
  largestMs: number
}

/**
 * Returns the delay before another attempt. The delay doubles with each failure. Half of the delay is fixed and half is
 * random, so that the trackers of a fleet do not all reconnect at the same moment.
 */
export function backoffMs({ firstMs, largestMs }: BackoffLimits, failures: number, random: () => number): number {
  const delay = Math.min(largestMs, firstMs * 2 ** Math.min(failures, 20))
  return delay / 2 + (delay / 2) * random()
}
