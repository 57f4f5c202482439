import { ok, fail, type Check } from '../check.js'

const MOST_NAMED = 3

interface Difference {
  zone: string
  entity_id: number
  day: string
  kept_trips: number | null
  counted_trips: number | null
  days: number
}

/** Whether the sums of days, which reports and analytics read, are those of the trips. */
export const tripDays: Check = {
  name: 'sums of days',
  needs: 'database',
  look: async ({ pool }) => {
    const { rows } = await pool.query<Difference>(
      `SELECT zone, entity_id, to_char(day, 'YYYY-MM-DD') AS day, kept_trips, counted_trips::int, count(*) OVER ()::int AS days
       FROM trip_day_differences ORDER BY day DESC, entity_id LIMIT $1`,
      [MOST_NAMED],
    )
    if (rows.length === 0) return [ok('the sums of all days are those of their trips')]
    const named = rows.map(
      ({ zone, entity_id, day, kept_trips, counted_trips }) =>
        `vehicle ${entity_id} on ${day} (${zone}): ${kept_trips ?? 0} summed, ${counted_trips ?? 0} there`,
    )
    return [
      fail(
        `the sums of ${rows[0]?.days} days are not those of their trips: ${named.join('; ')}`,
        "SELECT keep_summary_zones('{}'), then start an api process again: it counts them anew",
      ),
    ]
  },
}
