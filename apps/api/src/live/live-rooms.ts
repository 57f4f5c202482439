import { createHash } from 'node:crypto'
import { Injectable, type OnModuleDestroy } from '@nestjs/common'
import { FRAME_INTERVAL_MS, PRIVACY_INTERVAL_MS, ROOM_LINGER_MS } from './live-limits.js'
import { positionJson } from './live-message.js'
import { LivePrivacy } from './live-privacy.js'
import { type LiveContent, LiveRoom, type LiveSubscriber, type RoomView } from './live-room.js'
import { type LiveChange, type LiveEntry, LiveState } from './live-state.js'
import { type LiveMove, LiveTenancy } from './live-tenancy.js'

/**
 * All rooms. Collects changes and sends them at most four times a second, only to rooms that may show the entity's business.
 * The work depends on the number of rooms that receive a change, not on the number of all rooms.
 */
@Injectable()
export class LiveRooms implements LiveContent, OnModuleDestroy {
  readonly #rooms = new Map<string, LiveRoom>()
  readonly #byBusiness = new Map<number, Set<LiveRoom>>()
  readonly #ofEverything = new Set<LiveRoom>()
  readonly #byEntity = new Map<number, Set<LiveRoom>>()
  /** Entities whose visibility or owner has changed. All rooms of these entities are notified. */
  readonly #changed = new Set<number>()
  /**
   * Entities with new packets. Only rooms that may see the entity's location are notified, because even the arrival of a
   * packet reveals a ride (G-106).
   */
  readonly #received = new Set<number>()
  #trips: { entityId: number; tripId: number }[] = []
  /** Entities that somebody edited. */
  readonly #edited = new Set<number>()
  /** Rooms that still show an entity that has left their view. */
  readonly #stale = new Set<LiveRoom>()
  #refreshing: Promise<void> | undefined
  #refreshedAt = -Infinity
  /** Timer that runs while there are rooms. */
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly state: LiveState,
    private readonly privacy: LivePrivacy,
    private readonly tenancy: LiveTenancy,
  ) {
    privacy.onChange((entityIds) => {
      for (const room of this.#rooms.values()) room.forgetWritten()
      for (const id of entityIds) this.#changed.add(id)
    })
    tenancy.onMove((moves) => this.move(moves))
    tenancy.onEdit((entityIds) => {
      for (const id of entityIds) this.#edited.add(id)
    })
  }

  onModuleDestroy(): void {
    this.stopTimer()
  }

  /** Resolves when all positions and their visibility are known. */
  async ready(): Promise<void> {
    await this.state.seeded
    if (performance.now() - this.#refreshedAt > PRIVACY_INTERVAL_MS) await this.refresh()
  }

  /** Reads visibility and owners again. Concurrent calls share one read. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.readRules().finally(() => (this.#refreshing = undefined))
    return this.#refreshing
  }

  join(view: RoomView, subscriber: LiveSubscriber): LiveRoom {
    const key = keyOf(view)
    let room = this.#rooms.get(key)
    if (!room) this.#rooms.set(key, (room = this.open(new LiveRoom(view, this))))
    room.subscribers.add(subscriber)
    this.#timer ??= setInterval(() => this.flush(), FRAME_INTERVAL_MS).unref()
    return room
  }

  leave(room: LiveRoom, subscriber: LiveSubscriber): void {
    room.subscribers.delete(subscriber)
    room.emptySince = performance.now()
  }

  change({ entityId, tripIds }: LiveChange): void {
    if (this.#rooms.size === 0) return
    this.#received.add(entityId)
    for (const tripId of tripIds) this.#trips.push({ entityId, tripId })
  }

  everything(view: RoomView): string {
    if (view.channel === 'entity') return this.positions(view, [view.id ?? 0])
    // The scope is a set, because it may have thousands of entries and is searched for each entity.
    const ids = view.scope === 'all' ? undefined : new Set(view.scope)
    const inView = [...this.state.entries()].filter((entry) => this.isInside(entry, (business) => ids?.has(business) ?? true))
    return inView.map((entry) => this.json(entry, view.seesOpenCases)).join(',')
  }

  positions(view: RoomView, entityIds: Iterable<number>): string {
    const entries = [...entityIds].flatMap((id) => this.state.entry(id) ?? [])
    return entries
      .filter((entry) => this.isInside(entry, (business) => holds(view, business)))
      .map((entry) => this.json(entry, view.seesOpenCases))
      .join(',')
  }

  /**
   * Returns whether two businesses are in scope: the owner at the time of the position, and the current owner. A new owner
   * therefore does not see positions from before the change of owner.
   */
  private isInside({ position }: LiveEntry, isInScope: (businessId: number) => boolean): boolean {
    const present = this.tenancy.businessOf(position.entityId)
    return present !== undefined && isInScope(present) && isInScope(position.businessId)
  }

  private async readRules(): Promise<void> {
    await Promise.all([this.privacy.refresh(), this.tenancy.refresh()])
    this.#refreshedAt = performance.now()
  }

  /**
   * Processes changes of owner. Rooms that lose an entity are marked for a snapshot. For rooms that gain the entity, it is
   * marked as changed.
   */
  private move(moves: readonly LiveMove[]): void {
    for (const room of this.#rooms.values()) room.forgetWritten()
    for (const { entityId, from } of moves) {
      this.#changed.add(entityId)
      if (from === undefined || !this.state.entry(entityId)) continue
      const present = this.tenancy.businessOf(entityId)
      for (const room of this.roomsAt(from, entityId)) {
        if (present === undefined || !holds(room.view, present)) this.#stale.add(room)
      }
    }
  }

  private json(entry: LiveEntry, seesOpenCases: boolean): string {
    return positionJson(entry, this.privacy.isHidden(entry.position.entityId, seesOpenCases))
  }

  private stopTimer(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Sends the collected changes. While the privacy rules are too old, all changes wait. */
  private flush(): void {
    this.closeEmpty()
    if (this.#rooms.size === 0) this.stopTimer()
    if (!this.privacy.isKnown()) return
    for (const room of this.#stale) room.publishSnapshot()
    this.#stale.clear()
    const byRoom = new Map<LiveRoom, number[]>()
    for (const id of new Set([...this.#changed, ...this.#received])) {
      for (const room of this.roomsOf(id)) {
        if (!this.#changed.has(id) && this.privacy.isHidden(id, room.view.seesOpenCases)) continue
        const ids = byRoom.get(room)
        if (ids) ids.push(id)
        else byRoom.set(room, [id])
      }
    }
    this.#changed.clear()
    this.#received.clear()
    for (const [room, ids] of byRoom) room.publishPositions(ids)
    this.sendEdits()
    const trips = this.#trips
    this.#trips = []
    for (const { entityId, tripId } of trips) {
      for (const room of this.roomsOf(entityId)) {
        if (this.privacy.isHidden(entityId, room.view.seesOpenCases)) continue
        room.publishTrip({ entity_id: entityId, trip_id: tripId })
      }
    }
  }

  /** Sends edits, including those of entities without a position. */
  private sendEdits(): void {
    const byRoom = new Map<LiveRoom, number[]>()
    for (const id of this.#edited) {
      const present = this.tenancy.businessOf(id)
      if (present === undefined) continue
      for (const room of this.roomsAt(present, id)) byRoom.set(room, [...(byRoom.get(room) ?? []), id])
    }
    this.#edited.clear()
    for (const [room, ids] of byRoom) room.publishEdit({ entity_ids: ids })
  }

  private roomsOf(entityId: number): LiveRoom[] {
    const businessId = this.state.entry(entityId)?.position.businessId
    const present = this.tenancy.businessOf(entityId)
    if (businessId === undefined || present === undefined) return []
    const rooms = this.roomsAt(businessId, entityId)
    return present === businessId ? rooms : rooms.filter(({ view }) => holds(view, present))
  }

  /** Returns the rooms that may show an entity of this business. */
  private roomsAt(businessId: number, entityId: number): LiveRoom[] {
    const ofEntity = [...(this.#byEntity.get(entityId) ?? [])].filter((room) => holds(room.view, businessId))
    return [...this.#ofEverything, ...(this.#byBusiness.get(businessId) ?? []), ...ofEntity]
  }

  private open(room: LiveRoom): LiveRoom {
    for (const set of this.shelves(room)) set.add(room)
    return room
  }

  private closeEmpty(): void {
    const now = performance.now()
    for (const [key, room] of this.#rooms) {
      if (room.subscribers.size > 0 || now - room.emptySince < ROOM_LINGER_MS) continue
      this.#rooms.delete(key)
      for (const set of this.shelves(room)) set.delete(room)
    }
  }

  /** Returns the indexes that contain a room. */
  private shelves({ view: { channel, id = 0, scope } }: LiveRoom): Set<LiveRoom>[] {
    if (channel === 'entity') return [shelf(this.#byEntity, id)]
    return scope === 'all' ? [this.#ofEverything] : scope.map((businessId) => shelf(this.#byBusiness, businessId))
  }
}

function shelf(shelves: Map<number, Set<LiveRoom>>, key: number): Set<LiveRoom> {
  const found = shelves.get(key) ?? new Set()
  shelves.set(key, found)
  return found
}

const holds = ({ scope }: RoomView, businessId: number) => scope === 'all' || scope.includes(businessId)

const keyOf = ({ channel, id, scope, seesOpenCases }: RoomView) => {
  const businesses = scope === 'all' ? scope : createHash('sha256').update(scope.join()).digest('base64')
  return [channel, id, seesOpenCases, businesses].join()
}
