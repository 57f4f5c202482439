/** Recent days, which are drawn finer than what nobody zooms into. */
export const FINE_DAYS = 7
/** As many as reports show at once; the vehicles of the demo were installed before that. */
const MOST_DAYS = 90

/**
 * How many days of trips the demo fleet has behind it: 90, or fewer as `DEMO_DAYS` says, with which the first start is faster.
 * @throws Error that says what is allowed
 */
export function demoDays(said = process.env.DEMO_DAYS): number {
  if (!said) return MOST_DAYS
  const days = Number(said)
  if (!Number.isInteger(days) || days <= FINE_DAYS || days > MOST_DAYS)
    throw new Error(`DEMO_DAYS is ${said}, but must be a number of days from ${FINE_DAYS + 1} to ${MOST_DAYS}`)
  return days
}
