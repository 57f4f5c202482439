import type { Fleet } from '../../features/live-map/fleet.js'
import { inBrowser } from '../../storage/browser-storage.js'
import { AT_MOST, ofMarker, type PaletteEntry } from './palette-entries.js'

/** By user, and by key alone: no name of anybody's vehicle stays behind in a browser that others use, too. */
const recent = (userId: number) => inBrowser(`palette-recent-${userId}`)
const ENTITY = /^entity-(\d+)$/

/** Keys of what was chosen last, the newest first. */
export const recentKeys = (userId: number): readonly string[] => recent(userId).read()?.split(' ') ?? []

/** Remembers what was chosen, where it can be found again by its key. */
export function noteChosen(userId: number, { kind, key }: PaletteEntry): void {
  if (kind !== 'entity' && kind !== 'screen' && kind !== 'action') return
  const others = recentKeys(userId).filter((other) => other !== key)
  recent(userId).write([key, ...others].slice(0, AT_MOST).join(' '))
}

/** What was chosen last, as far as it is still there and within one's rights. */
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
