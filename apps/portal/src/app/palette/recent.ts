import type { Fleet } from '../../features/live-map/fleet.js'
import { inBrowser } from '../../storage/browser-storage.js'
import { AT_MOST, ofMarker, type PaletteEntry } from './palette-entries.js'

/**
 * Storage for the keys of chosen entries, per user. Only keys are stored, so that no name of a vehicle remains in a browser
 * that several people use.
 */
const recent = (userId: number) => inBrowser(`palette-recent-${userId}`)
const ENTITY = /^entity-(\d+)$/

/** Returns the keys of the last chosen entries, newest first. */
export const recentKeys = (userId: number): readonly string[] => recent(userId).read()?.split(' ') ?? []

/** Stores a chosen entry if entries of its kind can be found again by key. */
export function noteChosen(userId: number, { kind, key }: PaletteEntry): void {
  if (kind !== 'entity' && kind !== 'screen' && kind !== 'action') return
  const others = recentKeys(userId).filter((other) => other !== key)
  recent(userId).write([key, ...others].slice(0, AT_MOST).join(' '))
}

/** Returns the last chosen entries that still exist and that the user may still open. */
export function recentEntries(
  keys: readonly string[],
  known: readonly PaletteEntry[],
  fleet: Fleet | undefined,
  now: number,
): PaletteEntry[] {
  const byKey = new Map(known.map((entry) => [entry.key, entry]))
  return keys.flatMap((key) => {
    const marker = fleet?.markers.get(Number(ENTITY.exec(key)?.[1]))
    return marker ? ofMarker(marker, fleet, now) : (byKey.get(key) ?? [])
  })
}
