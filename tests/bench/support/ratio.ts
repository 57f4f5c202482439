/**
 * Median result of three rounds. Each round measures the limit (the comparison), then the system, and the limit again. Other
 * work on a shared machine then slows both in the same way.
 */
export interface Ratio {
  system: number
  limit: number
  ratio: number
}

const ROUNDS = 3
const ATTEMPTS = 12
/**
 * Largest difference, as a share, between the two measurements of the limit in a round. If the difference is larger, the
 * round measured other work on the machine rather than the product.
 */
const LARGEST_DRIFT = 0.2

export async function measureRatio(
  limit: () => Promise<number> | number,
  system: () => Promise<number> | number,
): Promise<Ratio> {
  await limit()
  await system()
  const rounds: Ratio[] = []
  for (let attempt = 0; attempt < ATTEMPTS && rounds.length < ROUNDS; attempt++) {
    const before = await limit()
    const measured = await system()
    const after = await limit()
    const mean = (before + after) / 2
    if (Math.abs(before - after) <= LARGEST_DRIFT * mean) rounds.push({ system: measured, limit: mean, ratio: measured / mean })
  }
  if (rounds.length < ROUNDS) throw new Error('the machine is too busy to measure')
  return medianBy(rounds, ({ ratio }) => ratio)
}

export function medianBy<T>(values: readonly T[], by: (value: T) => number): T {
  return [...values].sort((one, other) => by(one) - by(other))[Math.floor(values.length / 2)]!
}

/** Returns the value below which `share` (0 … 1) of all values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN
}

/** Prints the JSON line with which a benchmark ends. */
export function report(bench: string, ratio: Ratio, unit: string, more: Record<string, unknown> = {}): void {
  const rounded = { system: Math.round(ratio.system), limit: Math.round(ratio.limit), ratio: Number(ratio.ratio.toFixed(2)) }
  console.log(JSON.stringify({ bench, ...rounded, unit, ...more }))
}
