import type { LucideIcon } from 'lucide-react'
import type { Fleet, FleetMarker } from '../../features/live-map/fleet.js'
import { searchFleet } from '../../features/live-map/search-fleet.js'
import { formatImei } from '../../lib/format/numbers.js'
import { onMap, PATHS } from '../../lib/paths.js'
import { holdsTyped, searchable } from '../../lib/search-text.js'
import { markerState, type MarkerState } from '../../map/entity-state.js'
import { pathOf, type ScreenKey } from '../screens.js'
import type { Hit } from '../../lib/search/use-search.js'

/** Maximum number of entries per group, so that all groups stay visible. */
export const AT_MOST = 5

export interface PaletteEntry {
  kind: 'entity' | 'screen' | 'action' | 'person' | 'business' | 'tag' | 'act'
  key: string
  /** Path to open. Undefined if the entry runs a command instead. */
  path?: string
  act?: () => void
  icon?: LucideIcon
  title: string
  /** Details that distinguish the entry from others with the same name, as far as they are known. */
  meta: readonly string[]
  /** State of a vehicle on the map. */
  state?: MarkerState
  screen?: ScreenKey
}

interface Vehicles {
  fleet: Fleet | undefined
  hits: readonly Hit[]
  now: number
  /** False for users who are not allowed to see the map. For them the entry opens the vehicle's record. */
  seesMap: boolean
}

/**
 * Returns vehicles that the API found, and loaded vehicles whose name, IMEI or business contains the query. If the query is
 * digits, vehicles whose IMEI ends with it come first.
 */
export function entityEntries({ fleet, hits, now, seesMap }: Vehicles, query: string): PaletteEntry[] {
  const digits = query.replaceAll(/\s/g, '')
  const endsWithQuery = ({ imei }: FleetMarker) => /^\d{6,}$/.test(digits) && (imei?.endsWith(digits) ?? false)
  const known = fleet ? searchFleet(fleet.markers.values(), query) : []
  const tracked = known.filter(endsWithQuery).map((marker) => ofMarker(marker, fleet, now))
  const found = hits
    .filter(({ kind }) => kind === 'vehicle')
    .map((hit) => ofHit(hit, fleet?.markers.get(hit.id), { fleet, now, seesMap }))
  const others = known.filter((marker) => !endsWithQuery(marker)).map((marker) => ofMarker(marker, fleet, now))
  const byKey = new Map<string, PaletteEntry>()
  for (const entry of [...tracked, ...found, ...others]) {
    const before = byKey.get(entry.key)
    // If there are two entries for the same vehicle, keeps the one with more details. An entry from the API may also have
    // plate and frame number.
    if (!before || entry.meta.length > before.meta.length) byKey.set(entry.key, entry)
  }
  return [...byKey.values()].slice(0, AT_MOST)
}

const stateOf = (marker: FleetMarker, fleet: Fleet | undefined, now: number): MarkerState => {
  const position = fleet?.positions.find(({ entityId }) => entityId === marker.entityId)
  const standing = { isMoving: position?.isMoving ?? false, receivedAt: position?.receivedAt, lifecycle: marker.lifecycle }
  return markerState(standing, now)
}

/** Returns the entry of a loaded vehicle. */
export const ofMarker = (marker: FleetMarker, fleet: Fleet | undefined, now: number): PaletteEntry => ({
  kind: 'entity',
  key: `entity-${marker.entityId}`,
  path: onMap({ id: marker.entityId, imei: marker.imei }),
  title: marker.name,
  meta: present(marker.imei && formatImei(marker.imei), marker.businessName),
  state: stateOf(marker, fleet, now),
})

const ofHit = (hit: Hit, marker: FleetMarker | undefined, { fleet, now, seesMap }: Omit<Vehicles, 'hits'>): PaletteEntry => ({
  kind: 'entity',
  key: `entity-${hit.id}`,
  path: seesMap && (marker || hit.imei) ? onMap(hit) : `${PATHS.entities}/${hit.id}`,
  title: hit.name,
  meta: present(hit.license_plate, hit.frame_number, hit.imei && formatImei(hit.imei), hit.business_name),
  ...(marker && { state: stateOf(marker, fleet, now) }),
})

const present = (...texts: readonly (string | null | undefined)[]): string[] =>
  texts.filter((text): text is string => Boolean(text))

/** Returns the path to a person, business or tag, by the kind of the result. */
const PLACES = {
  person: (id: number) => `${PATHS.users}?user=${id}`,
  business: (id: number) => `/businesses?business=${id}`,
  tag: (id: number) => `${PATHS.entities}?f.tag_id=${id}`,
}

/** Returns the people, businesses or tags that the API found. */
export const hitEntries = (hits: readonly Hit[], kind: keyof typeof PLACES): PaletteEntry[] =>
  hits
    .filter((hit) => hit.kind === kind)
    .slice(0, AT_MOST)
    .map(({ id, name, email, business_name }) => ({
      kind,
      key: `${kind}-${id}`,
      path: PLACES[kind](id),
      title: name,
      meta: present(email, business_name),
    }))

/** Returns the permitted screens whose name contains the query, or all permitted screens if the query is empty. */
export function screenEntries(screens: readonly { screen: ScreenKey; title: string }[], query: string): PaletteEntry[] {
  return screens
    .filter(({ title }) => holds(title, query))
    .map(({ screen, title }) => ({ kind: 'screen', key: `screen-${screen}`, path: pathOf(screen), screen, title, meta: [] }))
}

/** Actions available from anywhere, with the permissions they need. */
export const ACTIONS = [
  { key: 'newUser', path: `${PATHS.users}?dialog=create:user`, needs: ['read:user', 'create:user'] },
  { key: 'importVehicles', path: `${PATHS.entities}?dialog=import:entities`, needs: ['index:entity', 'create:entity'] },
  { key: 'newPlan', path: '/maintenance-plans?dialog=create:plan', needs: ['read:information', 'manage:maintenance'] },
] as const

/** Returns the actions whose title contains the query, or all actions if the query is empty. */
export const actionEntries = (actions: readonly { key: string; path: string; title: string }[], query: string): PaletteEntry[] =>
  actions
    .filter(({ title }) => holds(title, query))
    .map(({ key, path, title }) => ({ kind: 'action', key: `action-${key}`, path, title, meta: [] }))

/** Command that runs immediately. It can be found by several names, for example night mode by "dark". */
export interface PaletteAct {
  key: string
  icon: LucideIcon
  title: string
  alsoCalled: readonly string[]
  act: () => void
}

/** Returns the commands with a name that matches the query, or all commands if the query is empty. */
export const actEntries = (acts: readonly PaletteAct[], query: string): PaletteEntry[] =>
  acts
    .filter(({ title, alsoCalled }) => [title, ...alsoCalled].some((name) => holds(name, query)))
    .map(({ key, icon, title, act }) => ({ kind: 'act', key: `act-${key}`, act, icon, title, meta: [] }))

const holds = (title: string, query: string) => holdsTyped(searchable(title), query)
