import type { TraccarModel } from '../source/model.js'

/** Imported tracker whose history is read. */
export interface ReadTracker {
  device: number
  /** Its identifier in Traccar at the import. */
  uniqueId: string | undefined
  /** Time of the last position that was read, in milliseconds since 1970 UTC. Undefined if none was read. */
  till: number | undefined
}

/** Trackers send to Traccar while the history is read, so the last positions may be missing. */
const MAY_LACK_MS = 86_400_000

/**
 * Returns the names of the trackers whose history is not read to its end: Traccar has a position that is more than a day newer
 * than the last one that was read, or any since the history begins if none was read. Positions dated in the future, and those of a replaced tracker, are never read.
 */
export function notRead(
  trackers: readonly ReadTracker[],
  { devices, last }: Pick<TraccarModel, 'devices' | 'last'>,
  { from, now }: { from: number; now: number },
): string[] {
  return trackers.flatMap(({ device, uniqueId, till }) => {
    const inTraccar = devices.find(({ id }) => id === device)
    const newest = last.find(({ deviceId }) => deviceId === device)
    if (!inTraccar || !newest || newest.fixTime > now) return []
    if (uniqueId !== undefined && uniqueId !== inTraccar.uniqueId) return []
    return Math.min(newest.fixTime, newest.serverTime) > (till === undefined ? from : till + MAY_LACK_MS) ? [inTraccar.name] : []
  })
}
