import { isImei } from '@roadbook/geo'
import type { SpeedUnit } from '@roadbook/contracts'
import type pg from 'pg'

/** Clock offset and speed unit of trackers. Null removes a setting. An absent setting stays unchanged. */
export interface DeviceSettings {
  utcOffsetMinutes?: number | null
  speedUnit?: SpeedUnit | null
}

const SET = `UPDATE devices SET
    utc_offset_minutes = CASE WHEN $2 THEN $3::smallint ELSE utc_offset_minutes END,
    speed_unit = CASE WHEN $4 THEN $5::text ELSE speed_unit END
  WHERE imei = ANY ($1) AND deleted_at IS NULL RETURNING imei`

/**
 * Sets the clock offset and speed unit of registered trackers. Gateways read the settings within seconds. They apply from a
 * tracker's next connection on.
 * @returns the IMEIs that are not registered. If there are any, nothing is changed
 */
export async function setDevices(pool: pg.Pool, imeis: readonly string[], settings: DeviceSettings): Promise<string[]> {
  const wrong = imeis.filter((imei) => !isImei(imei))
  if (wrong.length > 0) throw new Error(`no IMEI of 15 digits: ${wrong.join(', ')}`)
  const { utcOffsetMinutes, speedUnit } = settings
  if (utcOffsetMinutes === undefined && speedUnit === undefined) throw new Error('say what: --utc-offset or --speed-unit')
  const { rows: known } = await pool.query<{ imei: string }>(
    'SELECT imei FROM devices WHERE imei = ANY ($1) AND deleted_at IS NULL',
    [imeis],
  )
  const registered = new Set(known.map(({ imei }) => imei))
  const unknown = imeis.filter((imei) => !registered.has(imei))
  if (unknown.length === 0)
    await pool.query(SET, [
      imeis,
      utcOffsetMinutes !== undefined,
      utcOffsetMinutes ?? null,
      speedUnit !== undefined,
      speedUnit ?? null,
    ])
  return unknown
}
