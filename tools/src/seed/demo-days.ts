/** Number of recent days with more fixes than older ones, which people rarely zoom into. */
export const FINE_DAYS = 7
/** Maximum that reports show at once. The demo's vehicles were installed before that. */
const MOST_DAYS = 90

/**
 * Returns how many days of trips the demo fleet has: 90, or fewer as `DEMO_DAYS` says, which makes the first start faster.
 * @throws Error with the allowed range
 */
export function demoDays(said = process.env.DEMO_DAYS): number {
  if (!said) return MOST_DAYS
  const days = Number(said)
  if (!Number.isInteger(days) || days <= FINE_DAYS || days > MOST_DAYS)
    throw new Error(`DEMO_DAYS is ${said}, but must be a number of days from ${FINE_DAYS + 1} to ${MOST_DAYS}`)
  return days
}
