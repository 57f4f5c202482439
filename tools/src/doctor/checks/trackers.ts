import { FixValidity } from '@roadbook/contracts'
import { ok, warn, type Check } from '../check.js'

const MOST_NAMED = 5

/** Reports trackers with a wrong clock. Their fixes are dated ahead, or are set aside because their dates are too far off. */
export const trackerClocks: Check = {
  name: 'tracker clocks',
  needs: 'database',
  look: async ({ pool }) => {
    const { rows: ahead } = await pool.query<{ imei: string; seconds: number }>(
      `SELECT imei, extract(epoch FROM last_positioned_at - last_received_at)::int AS seconds FROM device_states
       WHERE last_positioned_at > last_received_at + interval '1 minute' ORDER BY 2 DESC`,
    )
    const { rows: wild } = await pool.query<{ imei: string; fixes: number }>(
      `SELECT d.imei, count(*)::int AS fixes FROM waypoints_aside a JOIN devices d ON d.id = a.device_id
       WHERE a.reason = $1 AND a.received_at > now() - interval '1 day' GROUP BY d.imei ORDER BY 2 DESC`,
      [FixValidity.implausibleTime],
    )
    const { rows: off } = await pool.query<{ imei: string; minutes: number }>(
      `SELECT s.imei, round(s.clock_lag_s / 60.0)::int AS minutes FROM device_states s JOIN devices d ON d.id = s.device_id
       WHERE s.clock_lag_s IS NOT NULL AND s.clock_offset_minutes IS NOT DISTINCT FROM d.utc_offset_minutes ORDER BY abs(s.clock_lag_s) DESC`,
    )
    const findings = []
    const remedy = 'let the tracker take its time from GNSS or the network; see its frames: npx roadbook log tail --imei …'
    if (ahead.length > 0) {
      const named = ahead.slice(0, MOST_NAMED).map(({ imei, seconds }) => `${imei} by ${seconds} s`)
      findings.push(warn(`fixes dated ahead by ${counted(ahead.length)}: ${andMore(named, ahead.length)}`, remedy))
    }
    if (wild.length > 0) {
      const named = wild.slice(0, MOST_NAMED).map(({ imei, fixes }) => `${imei} ${fixes} times`)
      findings.push(warn(`impossible dates in the last day from ${counted(wild.length)}: ${andMore(named, wild.length)}`, remedy))
    }
    if (off.length > 0) {
      const named = off.slice(0, MOST_NAMED).map(({ imei, minutes }) => `${imei} by ${minutes} min`)
      const set = 'set their offset on their page, or here: npx roadbook devices set IMEI --utc-offset +HH:MM'
      findings.push(warn(`constantly behind (below zero: ahead) ${counted(off.length)}: ${andMore(named, off.length)}`, set))
    }
    return findings.length > 0 ? findings : [ok('no tracker dates its fixes ahead or impossibly')]
  },
}

/** Reports unknown trackers that try to log in. */
export const unknownTrackers: Check = {
  name: 'unknown trackers',
  needs: 'database',
  look: async ({ pool }) => {
    const { rows } = await pool.query<{ imei: string; protocol: string; attempts: number }>(
      `SELECT imei, protocol, attempts::int FROM unknown_devices WHERE last_seen_at > now() - interval '1 day' ORDER BY 3 DESC`,
    )
    if (rows.length === 0) return [ok('nobody unknown knocked in the last day')]
    const named = rows.slice(0, MOST_NAMED).map(({ imei, protocol, attempts }) => `${imei} (${protocol}, ${attempts} times)`)
    return [
      warn(
        `not registered, but knocked in the last day: ${counted(rows.length)}: ${andMore(named, rows.length)}`,
        'register those that are yours: npx roadbook devices import FILE --business ID',
      ),
    ]
  },
}

const counted = (count: number): string => `${count} ${count === 1 ? 'tracker' : 'trackers'}`

const andMore = (named: readonly string[], count: number): string =>
  `${named.join(', ')}${count > named.length ? ` and ${count - named.length} more` : ''}`
