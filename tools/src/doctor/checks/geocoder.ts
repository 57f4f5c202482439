import { apiShape } from '@roadbook/api/configuration'
import { readConfiguration } from '@roadbook/platform'
import { ok, warn, type Check } from '../check.js'

/** Maximum length of the queue, in hours that the geocoder needs for it. If it is longer, addresses are shown late. */
const MOST_HOURS_WAITING = 6

interface State {
  failures: number
  /** Time until which the geocoder is not called. Null when it may be called. */
  until: string | null
  waiting: number
}

/** Checks whether the geocoder that the operator configured, if any, answers and keeps up. */
export const geocoder: Check = {
  name: 'geocoder',
  needs: 'database',
  look: async ({ environment, pool }) => {
    const { GEOCODER, GEOCODER_RATE = 1 } = readConfiguration(
      { GEOCODER: apiShape.GEOCODER, GEOCODER_RATE: apiShape.GEOCODER_RATE },
      environment,
    )
    if (GEOCODER === 'offline') return [ok('addresses come from the data that is part of the product')]
    const { rows } = await pool.query<State>(
      `SELECT failures, to_char(open_until AT TIME ZONE 'UTC', 'HH24:MI') AS until,
         (SELECT count(*)::int FROM geocoded_cells WHERE answered_at IS NULL) AS waiting FROM geocoder_state`,
    )
    const { failures = 0, until = null, waiting = 0 } = rows[0] ?? {}
    if (until !== null) {
      const text = `the geocoder failed ${failures} times in a row and is left alone until ${until} UTC; pages show the nearest town`
      return [warn(text, 'look at the api’s log for its answers, and at GEOCODER_URL')]
    }
    const hours = Math.round(waiting / GEOCODER_RATE / 3_600)
    if (hours < MOST_HOURS_WAITING) return [ok(`the geocoder answers; ${waiting} places wait for it`)]
    const remedy = 'run a geocoder of your own, and raise GEOCODER_RATE to what it bears'
    return [warn(`${waiting} places wait for the geocoder, which takes ${hours} hours for them`, remedy)]
  },
}
