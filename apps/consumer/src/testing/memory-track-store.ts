import { asideReason, ClaimLostError, isSameReading, StaleStateError, storedTime } from '@roadbook/track-store'
import type { Checkpoint, DeviceState, PartitionClaim, StoredTrip, TrackStore, WaypointRow } from '@roadbook/track-store'

/**
 * A track store in memory that is as strict as the tables. Readings are unique, a state is written only if its revision is
 * current, and trips do not overlap.
 */
export class MemoryTrackStore {
  readonly waypoints = new Map<number, Map<number, WaypointRow>>()
  readonly states = new Map<number, DeviceState>()
  readonly trips = new Map<number, StoredTrip>()
  readonly claims = new Map<number, PartitionClaim>()
  #ids = 0

  /** Returns the part of the interface that the pipeline uses. */
  asTrackStore(): TrackStore {
    return this as unknown as TrackStore
  }

  async writeWaypoints(rows: readonly WaypointRow[]) {
    const repeats = new Set<WaypointRow>()
    const beside = new Map<WaypointRow, WaypointRow[]>()
    let aside = 0
    for (const row of rows) {
      const track = this.trackOf(row.deviceId)
      if (asideReason(row.fix, row.receivedAt) !== undefined) aside++
      else {
        const known = [...track.values()].filter(({ fix }) => fix.positionedAt === row.fix.positionedAt)
        beside.set(row, known)
        if (known.some(({ fix }) => isSameReading(fix, row.fix))) repeats.add(row)
        else {
          const stored = { ...structuredClone(row), ...(known.length > 0 && { nth: known.length }) }
          track.set(storedTime(stored), stored)
        }
      }
    }
    return {
      inserted: rows.length - repeats.size - aside,
      duplicates: repeats.size,
      isRepeat: (row: WaypointRow) => repeats.has(row),
      besides: (row: WaypointRow) => beside.get(row) ?? [],
      aside,
    }
  }

  async readWaypoints(
    deviceId: number,
    from: number,
    till: number,
    { after, limit = Infinity, newestFirst = false }: { after?: number; limit?: number; newestFirst?: boolean } = {},
  ) {
    const rows = [...this.trackOf(deviceId).values()]
      .filter(({ fix: { positionedAt } }) => positionedAt >= from && positionedAt <= till)
      .filter(({ fix: { positionedAt } }) => after === undefined || (newestFirst ? positionedAt < after : positionedAt > after))
      .sort((left, right) => storedTime(left) - storedTime(right))
    const ordered = newestFirst ? rows.reverse() : rows
    const last = ordered[Math.min(limit, ordered.length) - 1]?.fix.positionedAt
    return structuredClone(ordered.filter(({ fix }, n) => n < limit || fix.positionedAt === last))
  }

  async loadDeviceStates(deviceIds: readonly number[]) {
    return new Map(
      deviceIds.flatMap((id) => {
        const state = this.states.get(id)
        return state ? [[id, structuredClone(state)] as const] : []
      }),
    )
  }

  async newestTimes(deviceIds: readonly number[]) {
    return new Map(
      deviceIds.flatMap((id) => {
        const times = [...this.trackOf(id).keys()].map(Math.floor)
        return times.length > 0 ? [[id, Math.max(...times)] as const] : []
      }),
    )
  }

  async tripsStartingAt(starts: ReadonlyMap<number, number>) {
    const trips = [...this.trips.values()].filter(({ deviceId, startedAt }) => starts.get(deviceId) === startedAt)
    return structuredClone(new Map(trips.map((trip) => [trip.deviceId, trip])))
  }

  async readTrips(deviceId: number, from: number, till: number) {
    const trips = [...this.trips.values()].filter((trip) => trip.deviceId === deviceId)
    return structuredClone(trips.filter(({ startedAt, endedAt }) => startedAt <= till && endedAt >= from))
  }

  async saveCheckpoint({ states, trips }: Checkpoint) {
    const stale = states.filter(({ deviceId, revision }) => (this.states.get(deviceId)?.revision ?? 0) !== revision)
    if (stale.length > 0) throw new StaleStateError(stale.map(({ deviceId }) => deviceId))
    for (const state of states) {
      const written = { ...state, segmentation: JSON.parse(JSON.stringify(state.segmentation)) as unknown }
      this.states.set(state.deviceId, structuredClone({ ...written, revision: state.revision + 1 }))
    }
    for (const id of trips.remove) this.trips.delete(id)
    for (const trip of trips.update) {
      if (!this.trips.has(trip.id)) throw new Error(`no trip ${trip.id}`)
      this.trips.set(trip.id, structuredClone(trip))
    }
    const tripIds = trips.insert.map((trip) => {
      const id = ++this.#ids
      this.trips.set(id, { ...structuredClone(trip), id })
      return id
    })
    this.check()
    return { tripIds }
  }

  async claimPartition(partition: number): Promise<PartitionClaim> {
    const before = this.claims.get(partition) ?? { partition, generation: 0n, written: -1n, cut: -1n }
    const claim = { ...before, generation: before.generation + 1n }
    this.claims.set(partition, claim)
    return { ...claim }
  }

  async noteProgress(claims: readonly PartitionClaim[]) {
    const lost = claims.find(({ partition, generation }) => this.claims.get(partition)?.generation !== generation)
    if (lost) throw new ClaimLostError(lost.partition)
    for (const claim of claims) this.claims.set(claim.partition, { ...claim })
  }

  private check(): void {
    const trips = [...this.trips.values()].sort((a, b) => a.deviceId - b.deviceId || a.startedAt - b.startedAt)
    trips.forEach((trip, index) => {
      const next = trips[index + 1]
      if (next?.deviceId !== trip.deviceId) return
      if (trip.isOpen) throw new Error(`trip ${next.id} after the open trip ${trip.id}`)
      if (next.startedAt < trip.endedAt) throw new Error(`trips ${trip.id} and ${next.id} overlap`)
    })
  }

  private trackOf(deviceId: number): Map<number, WaypointRow> {
    let track = this.waypoints.get(deviceId)
    if (!track) this.waypoints.set(deviceId, (track = new Map<number, WaypointRow>()))
    return track
  }
}
