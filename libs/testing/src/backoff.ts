export interface BackoffLimits {
  firstMs: number
  largestMs: number
}

/**
 * Returns the delay before another attempt. The delay doubles with each failure. Half of it is fixed and half is random, so
 * that a fleet does not return at the same moment.
 */
export function backoffMs({ firstMs, largestMs }: BackoffLimits, failures: number, random: () => number): number {
  const delay = Math.min(largestMs, firstMs * 2 ** Math.min(failures, 20))
  return delay / 2 + (delay / 2) * random()
}
