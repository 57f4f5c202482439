/** Maximum age of a position that can be stored, in years (`waypoint_week_is_plausible`). */
const MOST_YEARS = 10

/**
 * Refuses a history that would be deleted in the next night, or could not be stored at all.
 * @param from first day, `2024-01-01`
 * @param limits months for which positions are kept (`RETENTION_MONTHS`), and whether the operator wants to import older
 *   positions because of their trips
 * @param now milliseconds since 1970 UTC
 * @throws Error with the limit and a remedy
 */
export function refuseTooOld(
  from: string,
  { retentionMonths, beyondRetention }: { retentionMonths: number; beyondRetention: boolean },
  now: number,
): void {
  const oldest = dayBefore(now, MOST_YEARS * 12)
  if (from < oldest)
    throw new Error(`"history_from" is ${from}: positions older than ten years are not stored. Set it to ${oldest} or later`)
  const kept = dayBefore(now, retentionMonths)
  if (from < kept && !beyondRetention)
    throw new Error(
      `"history_from" is ${from}, but positions are kept for ${retentionMonths} months (RETENTION_MONTHS), and older ones are deleted in the next night. ` +
        `Set it to ${kept} or later, raise RETENTION_MONTHS, or run with --beyond-retention: the trips of older positions stay`,
    )
}

/** Returns the day that is this number of months before `now`, in UTC. */
function dayBefore(now: number, months: number): string {
  const day = new Date(now)
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth() - months]
  // The target month may have fewer days than the present one.
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(day.getUTCDate(), last))).toISOString().slice(0, 10)
}

/** Returns the time since when positions are kept, in milliseconds since 1970 UTC. */
export const keptSince = (now: number, retentionMonths: number): number => Date.parse(dayBefore(now, retentionMonths))
