import { inTransaction } from '@roadbook/platform'
import { type Checkpoint, type TrackStore, type TripRecord, writeVerdicts } from '@roadbook/track-store'
import type pg from 'pg'
import type { TrackedDevice } from './tracked-device.js'

/** Dependencies for saving devices. */
export interface SaveParts {
  pool: pg.Pool
  store: TrackStore
}

/**
 * Saves devices, their trips and the changed validity of their waypoints in one transaction. Afterwards the devices count as
 * saved.
 * @param also writes additional data in the same transaction
 * @returns the devices whose trips were added, removed, opened or closed
 * @throws StaleStateError if another process has written one of the devices since it was loaded. Nothing is saved in that
 *   case
 */
export async function saveDevices(
  devices: readonly TrackedDevice[],
  { pool, store }: SaveParts,
  also?: (client: pg.ClientBase) => Promise<void>,
): Promise<TrackedDevice[]> {
  if (devices.length === 0) return []
  const changes = devices.map((tracked) => ({ tracked, ...tracked.trips.changes() }))
  const inserts = changes.flatMap(({ tracked, insert }) => insert.map((entry) => ({ tracked, entry })))
  const written: Checkpoint = {
    states: devices.map(({ state }) => state),
    trips: {
      insert: inserts.map(({ tracked, entry }) => tracked.toRecord(entry)),
      update: changes.flatMap(({ tracked, update }) =>
        update.map((entry) => tracked.toRecord(entry) as TripRecord & { id: number }),
      ),
      remove: changes.flatMap(({ remove }) => remove),
    },
  }
  const { tripIds } = await inTransaction(pool, async (client) => {
    for (const { device, verdicts } of devices) await writeVerdicts(client, device.deviceId, verdicts)
    const saved = await store.saveCheckpoint(written, client)
    await also?.(client)
    return saved
  })
  inserts.forEach(({ entry }, index) => (entry.id = tripIds[index]!))
  const changed = devices.filter(({ trips }) => trips.hasNews)
  for (const tracked of devices) tracked.settle()
  return changed
}
