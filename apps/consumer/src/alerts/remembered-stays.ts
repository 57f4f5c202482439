import type { Alert, Observer, Watch } from '@roadbook/alerts'
import type pg from 'pg'
import type { Stay } from './stays.js'

/**
 * A current stay (a tracker's time on a vehicle) for which this process did the latest evaluation. The next evaluation can
 * continue from this state without reading from the database.
 */
export interface RememberedStay {
  stay: Stay
  watch: Watch
  observer: Observer
  /** Open alerts, as they are stored. */
  open: readonly Alert[]
  /** The newest stored state: its number, and its time in milliseconds since 1970 UTC. */
  stored: { name: number; at: number }
  /** Number of readings since the stored state. */
  unstored: number
}

/** Maximum number of stays in memory. Each takes some kilobytes, including the geofences in which the vehicle is. */
const MOST = 20_000
/**
 * If this process has not caught up (read the changes of other processes) for this time, in milliseconds, it forgets all
 * stays, because changes that it has not read may have been deleted by then. Changes are stored for a day, so an hour leaves a
 * wide margin.
 */
const KEPT_MS = 3_600_000

/**
 * Selects changes recorded by transactions that the last catch-up could not see yet. An entry without a keeper means that the
 * device's data for the evaluation (its vehicle or the vehicle's tags, for example) changed. An entry with a keeper means that
 * the process with this number evaluated the device.
 */
const UNSEEN = `FROM alert_stay_changes WHERE xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)`
const CHANGES = `SELECT pg_current_snapshot()::text AS seen, ARRAY(SELECT device_id ${UNSEEN} AND keeper IS NULL) AS changed,
  ARRAY(SELECT device_id ${UNSEEN} AND keeper <> $2) AS looked`

/**
 * Records for which devices this keeper (a process that remembers stays) has done an evaluation. The states of these devices
 * that other keepers remember are then no longer current.
 */
const LOOKED = 'INSERT INTO alert_stay_changes (device_id, keeper) SELECT device_id, $2 FROM unnest($1::int[]) device_id'

/**
 * The stays that this process can continue, by device. If there are too many, the stay that was updated longest ago is
 * forgotten.
 */
export class RememberedStays {
  readonly #byDevice = new Map<number, RememberedStay>()
  #seen: string | undefined
  #seenAt = -Infinity

  stayOf(deviceId: number): RememberedStay | undefined {
    return this.#byDevice.get(deviceId)
  }

  /**
   * Reads the changes since the last catch-up. Forgets the stays of devices whose data for the evaluation has changed, and of
   * devices that another process has evaluated. The transaction must have locked the devices that it evaluates.
   * @returns `old`: the remembered stays of devices whose data changed. Store their states in this transaction. Otherwise the
   *   next evaluation would begin at an older stored state, and evaluate readings from before the change with the new data.
   *   `undo`: remembers the `old` stays again; call it if the transaction fails
   */
  async catchUp(client: Pick<pg.ClientBase, 'query'>, keeper: number): Promise<{ old: RememberedStay[]; undo: () => void }> {
    const now = performance.now()
    const isKnown = this.#seen !== undefined && now - this.#seenAt < KEPT_MS
    if (!isKnown) this.#byDevice.clear()
    const question = { name: 'alert-stay-changes', text: CHANGES, values: [isKnown ? this.#seen : null, keeper] }
    const { rows } = await client.query<{ seen: string; changed: number[]; looked: number[] }>(question)
    const { seen, changed, looked } = rows[0]!
    const seenBefore = this.#seen
    this.#seen = seen
    this.#seenAt = now
    this.forget(looked)
    const old = [...new Set(changed)].flatMap((deviceId) => this.#byDevice.get(deviceId) ?? [])
    this.forget(changed)
    const undo = () => {
      this.#seen = seenBefore
      for (const stay of old) this.keep(stay)
    }
    return { old, undo }
  }

  keep(stay: RememberedStay): void {
    const { deviceId } = stay.stay
    this.#byDevice.delete(deviceId)
    this.#byDevice.set(deviceId, stay)
    if (this.#byDevice.size <= MOST) return
    const [oldest] = this.#byDevice.keys()
    this.#byDevice.delete(oldest!)
  }

  forget(deviceIds: Iterable<number>): void {
    for (const id of deviceIds) this.#byDevice.delete(id)
  }
}

/** Notifies other keepers that this keeper has evaluated these devices. Call it in the transaction that writes the results. */
export async function recordLooked(client: pg.ClientBase, deviceIds: readonly number[], keeper: number): Promise<void> {
  await client.query(LOOKED, [deviceIds, keeper])
}
