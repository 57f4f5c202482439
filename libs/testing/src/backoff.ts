export interface BackoffLimits {
  firstMs: number
  largestMs: number
}

/** Half of the doubled delay is fixed, the other half chance, so that a fleet does not come back in one moment. */
export function backoffMs({ firstMs, largestMs }: BackoffLimits, failures: number, random: () => number): number {
  const delay = Math.min(largestMs, firstMs * 2 ** Math.min(failures, 20))
  return delay / 2 + (delay / 2) * random()
}
