import type { Alert, Observer, Watch } from '@roadbook/alerts'
import type pg from 'pg'
import type { Stay } from './stays.js'

/** A stay under way that this process looked at last, so that it can go on where it was without reading anything back. */
export interface RememberedStay {
  stay: Stay
  watch: Watch
  observer: Observer
  /** What goes on, as it is stored. */
  open: readonly Alert[]
  /** The newest state that is stored: its name, and its time (milliseconds since 1970 UTC). */
  stored: { name: number; at: number }
  /** Readings since then. */
  unstored: number
}

/** A vehicle takes some kilobytes, with the fences that it is in. */
const MOST = 20_000
/** What changed is kept for a day: who asks that rarely knows nothing any more. */
const KEPT_MS = 3_600_000

/** Devices that a transaction not seen before has changed, or that another keeper looked at. */
const UNSEEN = `FROM alert_stay_changes WHERE xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)`
const CHANGES = `SELECT pg_current_snapshot()::text AS seen, ARRAY(SELECT device_id ${UNSEEN} AND keeper IS NULL) AS changed,
  ARRAY(SELECT device_id ${UNSEEN} AND keeper <> $2) AS looked`

/** Those who go on from the state that is stored: what others remember of them is old. */
const LOOKED = 'INSERT INTO alert_stay_changes (device_id, keeper) SELECT device_id, $2 FROM unnest($1::int[]) device_id'

/** The stays that this process goes on with, by their device, those that were not heard of for longest forgotten first. */
export class RememberedStays {
  readonly #byDevice = new Map<number, RememberedStay>()
  #seen: string | undefined
  #seenAt = -Infinity

  of(deviceId: number): RememberedStay | undefined {
    return this.#byDevice.get(deviceId)
  }

  /**
   * Forgets what is another by now, as a transaction sees it that keeps others from the devices it looks at.
   * @returns what was remembered of stays of which a fact is another: to be stored, as what was read by then is judged; and how to
   *   remember it again where the transaction that stores it fails
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

/** Tells other keepers that this one has looked at devices, in the transaction that writes what it found. */
export async function tellLooked(client: pg.ClientBase, deviceIds: readonly number[], keeper: number): Promise<void> {
  await client.query(LOOKED, [deviceIds, keeper])
}
