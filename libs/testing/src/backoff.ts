export interface BackoffLimits {
  firstMs: number
  largestMs: number
}

/**
 * Returns the delay before a retry. Half of the doubled delay is fixed and half random, so that a fleet does not return at the
 * same moment.
 */
export function backoffMs({ firstMs, largestMs }: BackoffLimits, failures: number, random: () => number): number {
  const delay = Math.min(largestMs, firstMs * 2 ** Math.min(failures, 20))
  return delay / 2 + (delay / 2) * random()
}
