import type { ClientBase } from 'pg'
import { newestTimes } from './newest-times.js'
import type { WaypointRow } from './track-store.js'

/**
 * The newest stored time of each device. With it, rows that are certainly new are separated from rows that may be repeats.
 * Watermarks only save time: if a watermark is wrong, the table's primary key refuses the rows, and the write starts again.
 */
export class Watermarks {
  private readonly newest = new Map<number, number>()

  /** Queries the newest times of devices whose watermark is not known yet. */
  async learn(client: ClientBase, rows: readonly WaypointRow[]): Promise<void> {
    const unknown = new Set<number>()
    for (const { deviceId } of rows) if (!this.newest.has(deviceId)) unknown.add(deviceId)
    if (unknown.size === 0) return
    const found = await newestTimes(client, [...unknown])
    for (const deviceId of unknown) this.raise(deviceId, found.get(deviceId) ?? -Infinity)
  }

  /**
   * Separates rows into `fresh` and `others`. For each device, fresh rows are newer than everything before them and have
   * rising times. `reached` is the newest time of each device afterwards.
   */
  split(rows: readonly WaypointRow[]): { fresh: WaypointRow[]; others: WaypointRow[]; reached: Map<number, number> } {
    const fresh: WaypointRow[] = []
    const others: WaypointRow[] = []
    const reached = new Map<number, number>()
    let device = Number.NaN
    let newest: number | undefined
    for (const row of rows) {
      const { positionedAt } = row.fix
      // Rows of one device are mostly adjacent.
      if (row.deviceId !== device) {
        if (newest !== undefined) reached.set(device, newest)
        device = row.deviceId
        newest = reached.get(device) ?? this.newest.get(device)
      }
      if (newest !== undefined && positionedAt > newest) {
        fresh.push(row)
        newest = positionedAt
      } else others.push(row)
    }
    if (newest !== undefined) reached.set(device, newest)
    return { fresh, others, reached }
  }

  /** Records that the rows up to `reached` are committed. */
  advance(reached: ReadonlyMap<number, number>): void {
    for (const [deviceId, newest] of reached) this.raise(deviceId, newest)
  }

  /**
   * Drops the watermarks of these rows' devices, because another process has written waypoints of these devices. The next
   * write queries the watermarks again.
   */
  forget(rows: readonly WaypointRow[]): void {
    for (const { deviceId } of rows) this.newest.delete(deviceId)
  }

  private raise(deviceId: number, newest: number): void {
    const before = this.newest.get(deviceId)
    if (before === undefined || newest > before) this.newest.set(deviceId, newest)
  }
}
