import { StaleStateError } from '@roadbook/track-store'
import { LONGEST_SILENCE_S } from '@roadbook/trips'
import { save } from './checkpoint.js'
import type { Context } from './context.js'
import { Lane } from './lane.js'
import { load } from './steps/load-devices.js'
import { publishPositions } from './steps/publish-live.js'

/**
 * Additional silence, in milliseconds, after which this code closes a trip. If a consumer process has the device in memory, it
 * closes the trip within this time itself. So trips that are still open after this time belong to devices that no process has
 * in memory.
 */
const GRACE_MS = 120_000
const AT_ONCE = 200

const FORGOTTEN = `SELECT s.imei FROM trips t JOIN device_states s ON s.device_id = t.device_id
  WHERE t.is_open AND s.last_positioned_at < $1::timestamptz AND s.last_received_at < $2::timestamptz ORDER BY t.device_id LIMIT ${AT_ONCE}`

/**
 * Closes open trips of silent devices that no consumer process has in memory, for example because all processes were
 * restarted. Several processes may do this at the same time. Only one of them can write a device's state, and the others skip
 * the device.
 * @returns the number of closed trips
 */
export async function closeForgottenTrips(context: Context): Promise<number> {
  const { pool, directory, now, logger } = context
  const before = new Date(now() - LONGEST_SILENCE_S * 1_000 - GRACE_MS)
  const { rows } = await pool.query<{ imei: string }>(FORGOTTEN, [before, new Date(now() - GRACE_MS)])
  const devices = await directory.resolve(rows.map(({ imei }) => imei))
  const lane = new Lane(-1)
  await load(lane, [...devices.values()], context)
  let closed = 0
  for (const tracked of lane.devices.values()) {
    if (!tracked.closeIfSilent(now())) continue
    try {
      await publishPositions(await save([tracked], context), context)
      closed++
    } catch (error) {
      if (!(error instanceof StaleStateError)) throw error
      logger.debug({ imei: tracked.device.imei }, 'another consumer closes this trip')
    }
  }
  return closed
}
