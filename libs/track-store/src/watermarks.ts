import type { ClientBase } from 'pg'
import type { WaypointRow } from './track-store.js'

/**
 * The newest stored time of each device, to tell rows that are certainly new from rows that may be repeats. Only a router:
 * the primary key guards correctness, and a wrong watermark costs one replay.
 */
export class Watermarks {
  private readonly newest = new Map<number, number>()

  /** Asks the table for the devices that are not known yet. One index probe each, newest partition first. */
  async learn(client: ClientBase, rows: readonly WaypointRow[]): Promise<void> {
    const unknown = new Set<number>()
    for (const { deviceId } of rows) if (!this.newest.has(deviceId)) unknown.add(deviceId)
    if (unknown.size === 0) return
    const { rows: found } = await client.query<{ device_id: number; newest: Date | null }>(
      `SELECT asked.device_id, last.newest FROM unnest($1::int[]) AS asked(device_id)
       LEFT JOIN LATERAL (
         SELECT w.positioned_at AS newest FROM waypoints w
         WHERE w.device_id = asked.device_id ORDER BY w.positioned_at DESC LIMIT 1
       ) last ON true`,
      [[...unknown]],
    )
    for (const { device_id, newest } of found) this.raise(device_id, newest?.getTime() ?? -Infinity)
  }

  /** `fresh`: newer than everything before it, of which each device's times rise. `others`: the rest. */
  split(rows: readonly WaypointRow[]): { fresh: WaypointRow[]; others: WaypointRow[]; reached: Map<number, number> } {
    const fresh: WaypointRow[] = []
    const others: WaypointRow[] = []
    const reached = new Map<number, number>()
    let device = Number.NaN
    let newest: number | undefined
    for (const row of rows) {
      const { positionedAt } = row.fix
      // Rows of one device mostly come together.
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

  /** The rows behind `reached` are committed. */
  advance(reached: ReadonlyMap<number, number>): void {
    for (const [deviceId, newest] of reached) this.raise(deviceId, newest)
  }

  /** Somebody else has written: ask again the next time. */
  forget(rows: readonly WaypointRow[]): void {
    for (const { deviceId } of rows) this.newest.delete(deviceId)
  }

  private raise(deviceId: number, newest: number): void {
    const before = this.newest.get(deviceId)
    if (before === undefined || newest > before) this.newest.set(deviceId, newest)
  }
}
