/** Number of recent days with many fixes. Older days have fewer fixes, because people rarely look at their details. */
export const FINE_DAYS = 7
/** Maximum number of days that a report shows. Most trackers of the demo were installed earlier. */
const MOST_DAYS = 90

/**
 * Returns the number of days for which the demo fleet has trips: 90, or fewer if `DEMO_DAYS` is set. A smaller number makes the
 * first start faster.
 * @throws Error with the allowed range
 */
export function demoDays(said = process.env.DEMO_DAYS): number {
  if (!said) return MOST_DAYS
  const days = Number(said)
  if (!Number.isInteger(days) || days <= FINE_DAYS || days > MOST_DAYS)
    throw new Error(`DEMO_DAYS is ${said}, but must be a number of days from ${FINE_DAYS + 1} to ${MOST_DAYS}`)
  return days
}
