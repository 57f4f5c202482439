import type { StoredTrip, TripRecord } from '@roadbook/track-store'
import { diffTrips, type Trip } from '@roadbook/trips'

/** One trip of a device, stored or not. */
export interface LedgerTrip {
  id?: number
  trip: Trip
  isOpen: boolean
}

/** Trip changes of one device that a checkpoint writes. */
export interface TripChanges {
  insert: LedgerTrip[]
  update: LedgerTrip[]
  remove: number[]
}

/**
 * The open trip of one device, and the trips that differ from the database. A trip keeps its id while it grows, ends or is
 * recalculated.
 */
export class TripLedger {
  #open: LedgerTrip | undefined
  readonly #changed = new Set<LedgerTrip>()
  readonly #removed = new Set<number>()
  /** True if trips were added, removed, closed or opened since the last checkpoint. Growth of a trip does not count. */
  hasNews = false

  get open(): LedgerTrip | undefined {
    return this.#open
  }

  get isClean(): boolean {
    return this.#changed.size === 0 && this.#removed.size === 0
  }

  /** Sets the stored trip that is in progress. */
  adopt({ id, isOpen, ...record }: StoredTrip): void {
    this.#open = { id, isOpen, trip: toTrip(record) }
  }

  /** Updates the trip in progress. If `trip` is undefined, nothing changes. */
  follow(trip: Trip | undefined, isOpen: boolean): void {
    if (!trip) return
    if (!this.#open) {
      this.#open = { trip, isOpen }
      this.note(this.#open, true)
    } else if (this.#open.isOpen !== isOpen || !isSame(this.#open.trip, trip)) {
      const news = this.#open.isOpen !== isOpen
      Object.assign(this.#open, { trip, isOpen })
      this.note(this.#open, news)
    }
  }

  /** Records a trip that has ended. It takes the place of the trip in progress, if there is one. */
  end(trip: Trip): void {
    const entry = Object.assign(this.#open ?? {}, { trip, isOpen: false })
    this.#open = undefined
    this.note(entry, true)
  }

  /**
   * Replaces the trips that start in a window (`from` ≤ time < `till`), after a recalculation.
   * @param stored stored trips around the window
   * @param fresh the new trips except the one in progress
   * @param open the new trip in progress
   */
  replace(from: number, till: number, stored: readonly StoredTrip[], fresh: readonly Trip[], open?: LedgerTrip): void {
    const before = this.known(stored).filter(({ trip }) => trip.startedAt >= from && trip.startedAt < till)
    const after = open ? [...fresh, open.trip] : fresh
    const spans = before.map((entry) => ({ entry, startedAt: entry.trip.startedAt, endedAt: entry.trip.endedAt }))
    const { added, kept, removed } = diffTrips(spans, after)
    if (this.#open && before.includes(this.#open)) this.#open = undefined
    for (const { entry } of removed) this.remove(entry)
    for (const { stored: span, fresh: trip } of kept) this.become(span.entry, trip, open)
    for (const trip of added) this.become({ trip, isOpen: false }, trip, open, true)
  }

  changes(): TripChanges {
    const changed = [...this.#changed]
    return {
      insert: changed.filter(({ id }) => id === undefined),
      update: changed.filter(({ id }) => id !== undefined),
      remove: [...this.#removed],
    }
  }

  /** Marks the changes as stored. */
  settle(): void {
    this.#changed.clear()
    this.#removed.clear()
    this.hasNews = false
  }

  private known(stored: readonly StoredTrip[]): LedgerTrip[] {
    const entries = new Set(this.#changed)
    if (this.#open) entries.add(this.#open)
    const ids = new Set([...entries].map(({ id }) => id))
    for (const { id, isOpen, ...record } of stored) {
      if (!ids.has(id) && !this.#removed.has(id)) entries.add({ id, isOpen, trip: toTrip(record) })
    }
    return [...entries]
  }

  private become(entry: LedgerTrip, trip: Trip, open: LedgerTrip | undefined, isNew = false): void {
    const isUnderWay = trip === open?.trip
    const isOpen = isUnderWay && open.isOpen
    const news = isNew || entry.isOpen !== isOpen
    if (news || !isSame(entry.trip, trip)) this.note(Object.assign(entry, { trip, isOpen }), news)
    if (isUnderWay) this.#open = entry
  }

  private remove(entry: LedgerTrip): void {
    this.#changed.delete(entry)
    if (entry.id !== undefined) this.#removed.add(entry.id)
    this.hasNews = true
  }

  private note(entry: LedgerTrip, news: boolean): void {
    this.#changed.add(entry)
    this.hasNews ||= news
  }
}

/**
 * Returns true if two trips are the same. Compares only values that the database returns without rounding. Places are compared
 * too, because a corrected waypoint may move only the end of a trip.
 */
const isSame = (left: Trip, right: Trip): boolean =>
  left.startedAt === right.startedAt &&
  left.endedAt === right.endedAt &&
  left.arrivedAt === right.arrivedAt &&
  left.distanceM === right.distanceM &&
  left.waypointCount === right.waypointCount &&
  left.idleS === right.idleS &&
  left.maxSpeedKph === right.maxSpeedKph &&
  left.startLatitude === right.startLatitude &&
  left.startLongitude === right.startLongitude &&
  left.stopLatitude === right.stopLatitude &&
  left.stopLongitude === right.stopLongitude

const toTrip = (record: Omit<TripRecord, 'id' | 'isOpen'>): Trip => ({
  startedAt: record.startedAt,
  endedAt: record.endedAt,
  ...(record.arrivedAt !== undefined && { arrivedAt: record.arrivedAt }),
  startLatitude: record.startLatitude,
  startLongitude: record.startLongitude,
  stopLatitude: record.stopLatitude,
  stopLongitude: record.stopLongitude,
  distanceM: record.distanceM,
  durationS: Math.round((record.endedAt - record.startedAt) / 1_000),
  averageSpeedKph: record.averageSpeedKph,
  maxSpeedKph: record.maxSpeedKph,
  idleS: record.idleS,
  waypointCount: record.waypointCount,
})
