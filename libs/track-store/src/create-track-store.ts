import type { Pool } from 'pg'
import { atomically, onConnection } from './connection.js'
import { newestTimes } from './newest-times.js'
import { loadDeviceStates, saveDeviceStates } from './device-states.js'
import { claimPartition, noteProgress } from './ingest-progress.js'
import { readWaypoints } from './read-waypoints.js'
import { removeWaypoints } from './replace-waypoints.js'
import type { TrackStore, TrackStoreOptions } from './track-store.js'
import { insertTrips, loadOpenTrips, readTrips, removeTrips, tripsAround, tripsStartingAt, updateTrips } from './trips.js'
import { WaypointWriter } from './write-waypoints.js'

/** Creates the track store of a migrated database. Its methods may be called concurrently. */
export function createTrackStore(pool: Pool, { mode = 'copy' }: TrackStoreOptions = {}): TrackStore {
  const writer = new WaypointWriter(pool, mode === 'copy')

  /**
   * Calls a SQL function that a migration has created. Such functions work both for waypoints in partitions and for
   * waypoints in a hypertable.
   */
  const ask = async <T>(expression: string, values: unknown[]): Promise<T> => {
    const { rows } = await pool.query<{ answer: T }>(`SELECT ${expression} AS answer`, values)
    return (rows[0] as { answer: T }).answer
  }

  return {
    writeWaypoints: (rows, client) => writer.write(rows, client),
    replaceWaypoints: (deviceId, { remove, rows }, client) =>
      onConnection(pool, client, (connection) =>
        atomically(connection, client !== undefined, async () => ({
          removed: await removeWaypoints(connection, deviceId, remove),
          ...(await writer.write(rows, connection)),
        })),
      ),
    readWaypoints: (deviceId, from, till, options) => readWaypoints(pool, deviceId, from, till, options),
    loadDeviceStates: (deviceIds, client) => loadDeviceStates(client ?? pool, deviceIds),
    newestTimes: (deviceIds, client) => newestTimes(client ?? pool, deviceIds),
    tripsStartingAt: (starts, client) => tripsStartingAt(client ?? pool, starts),
    loadOpenTrips: (deviceIds, client) => loadOpenTrips(client ?? pool, deviceIds),
    readTrips: (deviceId, from, till, client) => readTrips(client ?? pool, deviceId, from, till),
    tripsAround: (deviceId, from, till, client) => tripsAround(client ?? pool, deviceId, from, till),

    saveCheckpoint: ({ states, trips }, client) =>
      onConnection(pool, client, (connection) =>
        atomically(connection, client !== undefined, async () => {
          // States are written first. If another process has taken over, this write fails before anything else is written.
          await saveDeviceStates(connection, states)
          await removeTrips(connection, trips.remove)
          await updateTrips(connection, trips.update)
          return { tripIds: await insertTrips(connection, trips.insert) }
        }),
      ),

    claimPartition: (partition) => claimPartition(pool, partition),
    noteProgress: (claims, client) => noteProgress(client ?? pool, claims),

    ensurePartitions: (aheadWeeks = 8) => ask('make_waypoint_partitions($1)', [aheadWeeks]),
    dropExpired: (retentionMonths, now = Date.now()) =>
      ask('drop_expired_waypoints($1, $2::timestamptz)', [retentionMonths, new Date(now)]),
    compressOld: async (now = Date.now()) => {
      const next = (after: Date) =>
        ask<Date | null>('compress_next_waypoints($1::timestamptz, $2::timestamptz)', [new Date(now), after])
      let compressed = 0
      for (let done = await next(new Date(0)); done !== null; done = await next(done)) compressed++
      return compressed
    },
    closeWeek: (instant) => ask('close_waypoint_week($1::timestamptz)', [new Date(instant)]),
  }
}
