import { isTimeZone, offsetAt } from '@roadbook/platform'
import { ok, warn, type Check } from '../check.js'

/** A zone that days are reckoned by, and how far its clocks are ahead of UTC now in the database; null where that knows no such zone. */
export interface UsedZone {
  name: string
  offset_ms: number | null
}

/** Zones of people, rules, plans, schedules and sums. */
const USED = `
  SELECT used.name, (extract(epoch FROM zone.utc_offset) * 1000)::float8 AS offset_ms
  FROM (SELECT time_zone AS name FROM users WHERE deleted_at IS NULL AND time_zone IS NOT NULL
    UNION SELECT time_zone FROM alert_rules WHERE deleted_at IS NULL
    UNION SELECT time_zone FROM maintenance_plans WHERE deleted_at IS NULL
    UNION SELECT time_zone FROM report_schedules
    UNION SELECT name FROM summary_zones) used
  LEFT JOIN pg_timezone_names zone ON lower(zone.name) = lower(used.name) ORDER BY 1`

export const timeZones: Check = {
  name: 'time zones',
  needs: 'database',
  look: async ({ pool, now }) => {
    const { rows: sessions } = await pool.query<{ zone: string }>("SELECT current_setting('TimeZone') AS zone")
    const zone = sessions[0]?.zone
    // A pooler between may drop what is asked of a session.
    if (zone !== 'UTC')
      return [
        warn(`sessions with the database are in ${zone}, not in UTC`, 'let the pooler pass on the startup parameter "options"'),
      ]
    return judgeZones((await pool.query<UsedZone>(USED)).rows, now())
  },
}

/** The database reckons days for reports and sums, Node and browsers show them: their zones must agree. */
export function judgeZones(used: readonly UsedZone[], now: number) {
  const isStrange = ({ name, offset_ms }: UsedZone) => offset_ms === null || !isTimeZone(name)
  const strange = used.filter(isStrange).map(({ name }) => name)
  const other = used.filter((zone) => !isStrange(zone) && zone.offset_ms !== offsetAt(now, zone.name)).map(({ name }) => name)
  const remedy = 'bring the time zones of the database’s machine (tzdata) and this Node to their newest'
  return [
    ...(strange.length > 0 ? [warn(`not both know the time zone: ${strange.join(', ')}`, remedy)] : []),
    ...(other.length > 0
      ? [warn(`the database’s clocks and Node’s differ in ${other.join(', ')}: days begin elsewhere there`, remedy)]
      : []),
    ...(strange.length + other.length === 0 ? [ok(`the database and Node agree about ${used.length} time zones in use`)] : []),
  ]
}
