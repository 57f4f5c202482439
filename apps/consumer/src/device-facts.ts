import type { TrackerEvent } from '@roadbook/contracts'
import type pg from 'pg'

export type Information = Extract<TrackerEvent, { type: 'deviceInformation' }>

// What a tracker does not say stays as it is; rows that would not change are left alone.
const INFORMATION = `UPDATE devices d SET iccid = new.iccid, firmware_version = new.firmware, settings_crc = new.crc,
    model = new.model, updated_at = now()
  FROM (
    SELECT o.id, coalesce($2, o.iccid) AS iccid, coalesce($3, o.firmware_version) AS firmware,
      coalesce($4, o.settings_crc) AS crc, coalesce(o.model, $5) AS model
    FROM devices o WHERE o.imei = $1
  ) AS new
  WHERE d.id = new.id AND (d.iccid, d.firmware_version, d.settings_crc, d.model)
    IS DISTINCT FROM (new.iccid, new.firmware, new.crc, new.model)`

// Nobody edits it, so it is no edit: updated_at stays.
const PROTOCOLS = `UPDATE devices d SET protocol = n.protocol
  FROM unnest($1::text[], $2::text[]) AS n (imei, protocol)
  WHERE d.imei = n.imei AND d.protocol IS DISTINCT FROM n.protocol`

// Verified, and bound to nothing yet or not any more: it is bound to what it speaks.
const BINDINGS = `UPDATE devices d SET bound_protocol = n.protocol
  FROM unnest($1::text[], $2::text[]) AS n (imei, protocol)
  WHERE d.imei = n.imei AND d.bound_protocol IS NULL AND EXISTS (
    SELECT FROM installations i WHERE i.device_id = d.id AND i.removed_at IS NULL AND i.verified_at IS NOT NULL)`

// Only where somebody waits for a sign of life: every session of every tracker would be a write.
const SESSIONS = `UPDATE installations i SET connected_at = n.at
  FROM unnest($1::text[], $2::timestamptz[]) AS n (imei, at) JOIN devices d ON d.imei = n.imei
  WHERE i.device_id = d.id AND i.removed_at IS NULL AND i.verified_at IS NULL AND n.at >= i.installed_at
    AND n.at > coalesce(i.connected_at, '-infinity')`

// Only where a move is to be shown (G-107): a session after a pause may be the power that was switched off and on.
const REGAINED = `UPDATE installations i SET session_regained_at = n.at
  FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) AS n (imei, at, ended_at) JOIN devices d ON d.imei = n.imei
  WHERE i.device_id = d.id AND i.removed_at IS NULL AND i.followed_consumer_id IS NOT NULL AND i.moved_at IS NULL
    AND n.at >= i.installed_at AND n.at > coalesce(i.session_regained_at, '-infinity')
    AND n.at >= coalesce(n.ended_at, i.session_ended_at, '-infinity') + interval '30 seconds'`

const ENDED = `UPDATE installations i SET session_ended_at = n.at
  FROM unnest($1::text[], $2::timestamptz[]) AS n (imei, at) JOIN devices d ON d.imei = n.imei
  WHERE i.device_id = d.id AND i.removed_at IS NULL AND i.followed_consumer_id IS NOT NULL AND i.moved_at IS NULL
    AND n.at > coalesce(i.session_ended_at, '-infinity')`

export async function rememberInformation(
  pool: pg.Pool,
  { imei, iccid, firmware, settingsCrc, model }: Information,
): Promise<void> {
  await pool.query(INFORMATION, [imei, iccid ?? null, firmware ?? null, settingsCrc ?? null, model ?? null])
}

/** A tracker's session. */
export interface Session extends Pick<TrackerEvent, 'protocol' | 'at'> {
  /** When the one before it ended, where the same news tells. */
  endedAt?: number | undefined
}

/** What each tracker, by IMEI, spoke when it connected last, and for installations that are not verified when that was. */
export async function rememberSessions(pool: pg.Pool, sessions: ReadonlyMap<string, Session>): Promise<void> {
  if (sessions.size === 0) return
  const imeis = [...sessions.keys()]
  const begun = [...sessions.values()]
  const protocols = begun.map(({ protocol }) => protocol)
  await pool.query(PROTOCOLS, [imeis, protocols])
  await pool.query(BINDINGS, [imeis, protocols])
  const times = begun.map(({ at }) => new Date(at))
  await pool.query(SESSIONS, [imeis, times])
  await pool.query(REGAINED, [imeis, times, begun.map(({ endedAt }) => (endedAt === undefined ? null : new Date(endedAt)))])
}

/** When each tracker's last session ended, by IMEI. */
export async function rememberEnds(pool: pg.Pool, ends: ReadonlyMap<string, number>): Promise<void> {
  if (ends.size > 0) await pool.query(ENDED, [[...ends.keys()], [...ends.values()].map((at) => new Date(at))])
}
