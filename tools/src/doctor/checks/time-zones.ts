import { isTimeZone, offsetAt } from '@roadbook/platform'
import { ok, warn, type Check } from '../check.js'

/** Time zones of users, alert rules, maintenance plans, schedules and daily totals. */
const USED = `SELECT time_zone AS name FROM users WHERE deleted_at IS NULL AND time_zone IS NOT NULL
  UNION SELECT time_zone FROM alert_rules WHERE deleted_at IS NULL
  UNION SELECT time_zone FROM maintenance_plans WHERE deleted_at IS NULL
  UNION SELECT time_zone FROM report_schedules
  UNION SELECT name FROM summary_zones ORDER BY 1`
/** Query for the present UTC offset of each zone. */
const KNOWN = 'SELECT lower(name) AS name, (extract(epoch FROM utc_offset) * 1000)::float8 AS offset_ms FROM pg_timezone_names'

export const timeZones: Check = {
  name: 'time zones',
  needs: 'database',
  look: async ({ pool, now }) => {
    const { rows: sessions } = await pool.query<{ zone: string }>("SELECT current_setting('TimeZone') AS zone")
    const zone = sessions[0]?.zone
    // A connection pooler between this process and the database may drop a session's settings.
    if (zone !== 'UTC')
      return [
        warn(
          `sessions with the database are in ${zone}, not in UTC`,
          'let the pooler set it: docs/operating/connect.md, "A connection pooler"',
        ),
      ]
    const { rows: used } = await pool.query<{ name: string }>(USED)
    const { rows: known } = await pool.query<{ name: string; offset_ms: number }>(KNOWN)
    return judgeZones(
      used.map(({ name }) => name),
      new Map(known.map(({ name, offset_ms }) => [name, offset_ms])),
      now(),
    )
  },
}

/**
 * Compares the time zones of the database with those of Node. They must agree, because the database decides when
 * a day of a report begins, and Node and browsers show this day.
 * @param used names of zones that people or settings have
 * @param known milliseconds by which each zone of the database is ahead of UTC now, by the zone's name in lower case
 */
export function judgeZones(used: readonly string[], known: ReadonlyMap<string, number>, now: number) {
  const isKnown = (name: string) => known.has(name.toLowerCase()) && isTimeZone(name)
  const unknown = used.filter((name) => !isKnown(name))
  const other = used.filter((name) => isKnown(name) && known.get(name.toLowerCase()) !== offsetAt(now, name))
  const offered = Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/') && !known.has(name.toLowerCase()))
  const remedy = 'update the time zones of the database’s machine (tzdata), and Node'
  const findings = [
    ...(unknown.length > 0 ? [warn(`Node or the database does not know the time zone ${unknown.join(', ')}`, remedy)] : []),
    ...(other.length > 0
      ? [warn(`the clocks of Node and the database differ in ${other.join(', ')}: days begin at other times`, remedy)]
      : []),
    ...(offered.length > 0
      ? [
          warn(
            `the database lacks ${offered.length} time zones that browsers name, such as ${offered.slice(0, 3).join(', ')}`,
            'install the older names of time zones on the database’s machine, too (Debian: tzdata-legacy)',
          ),
        ]
      : []),
  ]
  return findings.length > 0 ? findings : [ok(`Node and the database agree about ${used.length} time zones in use`)]
}
