import { FixValidity } from '@roadbook/contracts'
import { inTransaction } from '@roadbook/platform'
import type { Checkpoint, TrackStore, TripRecord } from '@roadbook/track-store'
import type pg from 'pg'
import type { TrackedDevice } from './tracked-device.js'

/** Where devices are saved to. */
export interface SaveParts {
  pool: pg.Pool
  store: TrackStore
}

/**
 * Saves devices, their trips and the verdicts on their waypoints in one transaction; on success they are as clean as if they
 * had just been loaded.
 * @param also writes something more in the same transaction
 * @returns the devices whose trips came, went, opened or closed.
 * @throws StaleStateError when another process has written one of them since it was loaded; nothing is kept.
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
    await writeVerdicts(client, devices)
    const saved = await store.saveCheckpoint(written, client)
    await also?.(client)
    return saved
  })
  inserts.forEach(({ entry }, index) => (entry.id = tripIds[index]!))
  const changed = devices.filter(({ trips }) => trips.hasNews)
  for (const tracked of devices) tracked.settle()
  return changed
}

// Unnamed, and compared with timestamptz: a compressed chunk would otherwise be unpacked whole, or silently missed.
const VERDICTS = `UPDATE waypoints SET validity = new.validity
  FROM unnest($2::timestamptz[], $3::smallint[]) AS new (positioned_at, validity)
  WHERE device_id = $1 AND waypoints.positioned_at >= new.positioned_at
    AND waypoints.positioned_at < new.positioned_at + interval '1 millisecond'
    AND waypoints.validity IN (${FixValidity.valid}, ${FixValidity.implausibleSpeed})
    AND waypoints.positioned_at >= $4::timestamptz AND waypoints.positioned_at < $5::timestamptz`

/** A verdict is about an instant: it holds for all of its readings that tell a place. */
async function writeVerdicts(client: pg.ClientBase, devices: readonly TrackedDevice[]): Promise<void> {
  for (const { device, verdicts } of devices) {
    if (verdicts.size === 0) continue
    const times = [...verdicts.keys()].map((positionedAt) => new Date(positionedAt))
    const ordered = [...verdicts.keys()].sort((left, right) => left - right)
    const [first, last] = [ordered[0]!, ordered.at(-1)!]
    await client.query(VERDICTS, [device.deviceId, times, [...verdicts.values()], new Date(first), new Date(last + 1)])
  }
}
