import type { Fleet, FleetMarker } from '../../features/live-map/fleet.js'
import { searchFleet } from '../../features/live-map/search-fleet.js'
import { markerState, type MarkerState } from '../../map/entity-state.js'
import { onMap } from '../../lib/paths.js'
import { pathOf, type ScreenKey } from '../screens.js'

/** Per group, so that both groups stay in sight. */
const AT_MOST = 5

export interface EntityEntry {
  kind: 'entity'
  key: string
  path: string
  marker: FleetMarker
  state: MarkerState
}

export interface ScreenEntry {
  kind: 'screen'
  key: string
  path: string
  screen: ScreenKey
  title: string
}

export type PaletteEntry = EntityEntry | ScreenEntry

/** Vehicles whose name, IMEI or business holds the query; where the query is digits, those whose IMEI ends with it come first. */
export function entityEntries(fleet: Fleet | undefined, query: string, now: number): EntityEntry[] {
  if (!fleet) return []
  const digits = query.replace(/\s/g, '')
  const endsWithQuery = (marker: FleetMarker) => /^\d{6,}$/.test(digits) && (marker.imei?.endsWith(digits) ?? false)
  const found = searchFleet(fleet.markers.values(), query)
  const ordered = [...found.filter(endsWithQuery), ...found.filter((marker) => !endsWithQuery(marker))].slice(0, AT_MOST)
  return ordered.map((marker) => {
    const position = fleet.positions.find(({ entityId }) => entityId === marker.entityId)
    return {
      kind: 'entity',
      key: `entity-${marker.entityId}`,
      path: onMap({ id: marker.entityId, imei: marker.imei }),
      marker,
      state: markerState(
        { isMoving: position?.isMoving ?? false, receivedAt: position?.receivedAt, lifecycle: marker.lifecycle },
        now,
      ),
    }
  })
}

/** Permitted screens whose name holds the query; all of them, up to the limit, while nothing is typed. */
export function screenEntries(screens: readonly { screen: ScreenKey; title: string }[], query: string): ScreenEntry[] {
  const wanted = query.trim().toLowerCase()
  return screens
    .filter(({ title }) => title.toLowerCase().includes(wanted))
    .slice(0, AT_MOST)
    .map(({ screen, title }) => ({ kind: 'screen', key: `screen-${screen}`, path: pathOf(screen), screen, title }))
}
