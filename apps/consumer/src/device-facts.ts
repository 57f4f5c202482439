import type { TrackerEvent } from '@roadbook/contracts'
import type pg from 'pg'

export type Information = Extract<TrackerEvent, { type: 'deviceInformation' }>

// Values that a tracker does not report stay unchanged. Rows without changes are not updated.
const INFORMATION = `UPDATE devices d SET iccid = new.iccid, firmware_version = new.firmware, settings_crc = new.crc,
    model = new.model, updated_at = now()
  FROM (
    SELECT o.id, coalesce($2, o.iccid) AS iccid, coalesce($3, o.firmware_version) AS firmware,
      coalesce($4, o.settings_crc) AS crc, coalesce(o.model, $5) AS model
    FROM devices o WHERE o.imei = $1
  ) AS new
  WHERE d.id = new.id AND (d.iccid, d.firmware_version, d.settings_crc, d.model)
    IS DISTINCT FROM (new.iccid, new.firmware, new.crc, new.model)`

// The statements below lock their rows in the order of ids before they change them. Other transactions, such as the sweep of
// the API, use the same order, so that transactions never wait for each other in a circle.

// `updated_at` stays unchanged, because no person edited the device.
const PROTOCOLS = `WITH due AS (
    SELECT d.id, n.protocol FROM unnest($1::text[], $2::text[]) AS n (imei, protocol) JOIN devices d ON d.imei = n.imei
    WHERE d.protocol IS DISTINCT FROM n.protocol
    ORDER BY d.id FOR NO KEY UPDATE OF d)
  UPDATE devices d SET protocol = due.protocol FROM due WHERE d.id = due.id`

// Binds a verified device to the protocol that it uses, unless a protocol is bound already.
const BINDINGS = `WITH due AS (
    SELECT d.id, n.protocol FROM unnest($1::text[], $2::text[]) AS n (imei, protocol) JOIN devices d ON d.imei = n.imei
    WHERE d.bound_protocol IS NULL AND EXISTS (
      SELECT FROM installations i WHERE i.device_id = d.id AND i.removed_at IS NULL AND i.verified_at IS NOT NULL)
    ORDER BY d.id FOR NO KEY UPDATE OF d)
  UPDATE devices d SET bound_protocol = due.protocol FROM due WHERE d.id = due.id`

// Only sessions of unverified installations are stored, because writing every session of every tracker would be too much.
const SESSIONS = `WITH due AS (
    SELECT i.id, n.at FROM unnest($1::text[], $2::timestamptz[]) AS n (imei, at)
    JOIN devices d ON d.imei = n.imei JOIN installations i ON i.device_id = d.id
    WHERE i.removed_at IS NULL AND i.verified_at IS NULL AND n.at >= i.installed_at
      AND n.at > coalesce(i.connected_at, '-infinity')
    ORDER BY i.id FOR NO KEY UPDATE OF i)
  UPDATE installations i SET connected_at = due.at FROM due WHERE i.id = due.id`

// Changes only installations for which it is still unproven that the tracker was moved to another vehicle (G-107). A session
// that begins after a pause is evidence, because a tracker that is moved loses its power for a while.
const REGAINED = `WITH due AS (
    SELECT i.id, n.at FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) AS n (imei, at, ended_at)
    JOIN devices d ON d.imei = n.imei JOIN installations i ON i.device_id = d.id
    WHERE i.removed_at IS NULL AND i.followed_consumer_id IS NOT NULL AND i.moved_at IS NULL
      AND n.at >= i.installed_at AND n.at > coalesce(i.session_regained_at, '-infinity')
      AND n.at >= coalesce(n.ended_at, i.session_ended_at, '-infinity') + interval '30 seconds'
    ORDER BY i.id FOR NO KEY UPDATE OF i)
  UPDATE installations i SET session_regained_at = due.at FROM due WHERE i.id = due.id`

const ENDED = `WITH due AS (
    SELECT i.id, n.at FROM unnest($1::text[], $2::timestamptz[]) AS n (imei, at)
    JOIN devices d ON d.imei = n.imei JOIN installations i ON i.device_id = d.id
    WHERE i.removed_at IS NULL AND i.followed_consumer_id IS NOT NULL AND i.moved_at IS NULL
      AND n.at > coalesce(i.session_ended_at, '-infinity')
    ORDER BY i.id FOR NO KEY UPDATE OF i)
  UPDATE installations i SET session_ended_at = due.at FROM due WHERE i.id = due.id`

export async function rememberInformation(
  pool: pg.Pool,
  { imei, iccid, firmware, settingsCrc, model }: Information,
): Promise<void> {
  await pool.query(INFORMATION, [imei, iccid ?? null, firmware ?? null, settingsCrc ?? null, model ?? null])
}

/** A tracker's session. */
export interface Session extends Pick<TrackerEvent, 'protocol' | 'at'> {
  /** End of the previous session, if that is in the same batch. */
  endedAt?: number | undefined
  isForwarded?: boolean | undefined
}

/**
 * Stores the protocol of each tracker's last session, by IMEI. For installations that are not verified it also stores the
 * session's time.
 */
export async function rememberSessions(pool: pg.Pool, sessions: ReadonlyMap<string, Session>): Promise<void> {
  if (sessions.size === 0) return
  const imeis = [...sessions.keys()]
  const begun = [...sessions.values()]
  const protocols = begun.map(({ protocol }) => protocol)
  await pool.query(PROTOCOLS, [imeis, protocols])
  await pool.query(BINDINGS, [imeis, protocols])
  const times = begun.map(({ at }) => new Date(at))
  await pool.query(SESSIONS, [imeis, times])
  await rememberRegained(pool, sessions)
}

/**
 * Leaves out events of a forwarding server. Such a server has no sessions of trackers, so its events do not show that a
 * tracker was off and on.
 */
async function rememberRegained(pool: pg.Pool, sessions: ReadonlyMap<string, Session>): Promise<void> {
  const own = [...sessions].filter(([, { isForwarded }]) => !isForwarded)
  if (own.length === 0) return
  await pool.query(REGAINED, [
    own.map(([imei]) => imei),
    own.map(([, { at }]) => new Date(at)),
    own.map(([, { endedAt }]) => (endedAt === undefined ? null : new Date(endedAt))),
  ])
}

/** Stores the end of each tracker's last session, by IMEI. */
export async function rememberEnds(pool: pg.Pool, ends: ReadonlyMap<string, number>): Promise<void> {
  if (ends.size > 0) await pool.query(ENDED, [[...ends.keys()], [...ends.values()].map((at) => new Date(at))])
}
