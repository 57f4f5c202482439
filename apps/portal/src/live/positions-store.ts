import { serverClock } from '../lib/server-clock.js'
import type { LivePositionMessage } from '@roadbook/contracts'
import { type Place, toPlace } from '../lib/place.js'

/**
 * Position and motion of an entity. Times are in milliseconds since 1970 UTC. The value is immutable, and each change creates a
 * new one.
 */
export interface EntityPosition {
  entityId: number
  /** Undefined when unknown, and when the location is hidden. */
  place?: Place
  speedKph?: number
  /** Degrees clockwise from true north, 0–359. */
  heading?: number
  isMoving: boolean
  positionedAt?: number
  receivedAt?: number
  lastActivity?: number
  externalBatteryMv?: number
  openTripId?: number
  isLocationHidden: boolean
}

export type ChangeListener = (changed: ReadonlySet<number>) => void

export interface PositionsStore {
  get: (entityId: number) => EntityPosition | undefined
  /** Number of stored positions. */
  size: () => number
  /** Adds positions from HTTP. They are stored for entities without a position, and replace only older positions. */
  load: (positions: Iterable<EntityPosition>) => void
  /** Removes all entities except these. The removed entities were deleted, or now belong to another business. */
  keepOnly: (entityIds: Iterable<number>) => void
  /** Returns whether an entity outside this set is stored. */
  holdsOthers: (entityIds: ReadonlySet<number>) => boolean
  /** Replaces all positions with those of a live snapshot. */
  snapshot: (positions: readonly LivePositionMessage[]) => void
  /** Adds live updates. Each vehicle has just sent a message, so its last activity is now. */
  update: (positions: readonly LivePositionMessage[]) => void
  /** Calls the listener at most once per frame, when this entity changed. */
  subscribe: (entityId: number, listener: () => void) => () => void
  /** Calls the listener at most once per frame, with all entities that changed. */
  subscribeAll: (listener: ChangeListener) => () => void
}

/** Clock and frame scheduler, replaceable in tests. */
export interface PositionsStoreOptions {
  now?: () => number
  nextFrame?: (callback: () => void) => void
}

/**
 * Creates the store of a fleet's live positions, outside React and the query cache. `get` returns a new position immediately.
 * Listeners are called once per frame, regardless of the number of updates.
 */
export function createPositionsStore({
  now = serverClock.now,
  nextFrame = onNextFrame,
}: PositionsStoreOptions = {}): PositionsStore {
  const positions = new Map<number, EntityPosition>()
  const byEntity = new Map<number, Set<() => void>>()
  const toAll = new Set<ChangeListener>()
  let changed = new Set<number>()

  const flush = () => {
    const batch = changed
    changed = new Set()
    for (const entityId of batch) byEntity.get(entityId)?.forEach((listener) => listener())
    toAll.forEach((listener) => listener(batch))
  }
  const note = (entityId: number) => {
    if (changed.size === 0) nextFrame(flush)
    changed.add(entityId)
  }
  const put = (position: EntityPosition) => {
    positions.set(position.entityId, position)
    note(position.entityId)
  }
  const forget = (entityId: number) => {
    positions.delete(entityId)
    note(entityId)
  }

  return {
    get: (entityId) => positions.get(entityId),
    size: () => positions.size,
    load(loaded) {
      for (const position of loaded) {
        const held = positions.get(position.entityId)
        const isNewer = held === undefined || (position.receivedAt ?? 0) > (held.receivedAt ?? 0)
        if (isNewer || position.isLocationHidden !== held.isLocationHidden) put(position)
      }
    },
    keepOnly(entityIds) {
      const kept = new Set(entityIds)
      for (const entityId of positions.keys()) if (!kept.has(entityId)) forget(entityId)
    },
    holdsOthers: (entityIds) => [...positions.keys()].some((entityId) => !entityIds.has(entityId)),
    snapshot: (messages) => messages.forEach((message) => put(fromMessage(message))),
    update(messages) {
      const lastActivity = now()
      messages.forEach((message) => put({ ...fromMessage(message), lastActivity }))
    },
    subscribe(entityId, listener) {
      const listeners = byEntity.get(entityId) ?? new Set()
      byEntity.set(entityId, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) byEntity.delete(entityId)
      }
    },
    subscribeAll(listener) {
      toAll.add(listener)
      return () => toAll.delete(listener)
    },
  }
}

/** Converts a message's snake_case names and nulls to the portal's names and undefined values. Only this function does so. */
function fromMessage(message: LivePositionMessage): EntityPosition {
  return {
    entityId: message.entity_id,
    place: message.location_hidden ? undefined : toPlace(message.latitude, message.longitude),
    speedKph: message.speed_kph ?? undefined,
    heading: message.heading ?? undefined,
    isMoving: message.moving,
    positionedAt: toMilliseconds(message.positioned_at),
    receivedAt: toMilliseconds(message.received_at),
    lastActivity: toMilliseconds(message.last_activity),
    externalBatteryMv: message.external_battery_mv ?? undefined,
    openTripId: message.open_trip_id ?? undefined,
    isLocationHidden: message.location_hidden,
  }
}

const toMilliseconds = (time: string | null): number | undefined => (time === null ? undefined : Date.parse(time))

const onNextFrame = (callback: () => void) => void requestAnimationFrame(callback)
