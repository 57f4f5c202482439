import { ok, fail, type Check } from '../check.js'

const MOST_NAMED = 3
/** Number of days that are compared. With tens of millions of trips, comparing all days would take too long. */
const DAYS = 100

interface Difference {
  zone: string
  entity: number
  day: string
  kept_trips: number | null
  counted_trips: number | null
  days: number
}

/** Checks whether the daily totals are the sums of the trips. Reports and analytics use these totals. */
export const tripDays: Check = {
  name: 'sums of days',
  needs: 'database',
  look: async ({ pool }) => {
    const { rows } = await pool.query<Difference>(
      `SELECT zone, entity, to_char(day, 'YYYY-MM-DD') AS day, kept_trips, counted_trips::int, count(*) OVER ()::int AS days
       FROM trip_day_differences(current_date - $1::int) ORDER BY day DESC, entity LIMIT $2`,
      [DAYS, MOST_NAMED],
    )
    if (rows.length === 0) return [ok(`the sums of the last ${DAYS} days are those of their trips`)]
    const named = rows.map(
      ({ zone, entity, day, kept_trips, counted_trips }) =>
        `vehicle ${entity} on ${day} (${zone}): ${kept_trips ?? 0} summed, ${counted_trips ?? 0} there`,
    )
    return [
      fail(
        `the sums of ${rows[0]?.days} days are not those of their trips: ${named.join('; ')}`,
        "SELECT keep_summary_zones('{}'), then start an api process again: it counts them anew",
      ),
    ]
  },
}
