import { TRIP_PARAMETERS } from './parameters.js'
import { advance, createState, segment } from './segment.js'
import { diffTrips } from './diff-trips.js'
import { stableRests } from './stable-rest.js'
import { TrackBuilder } from './track-builder.js'

const bike = TRIP_PARAMETERS.eBike

/** Two rides on one day. In the middle of the first ride the tracker had no coverage. It sent that part in the evening. */
const day = () => {
  const track = new TrackBuilder('2025-11-20T07:00:00Z').stand(20, { everyS: 60 }).ride(10, 18)
  const from = track.fixes.length
  track.ride(70, 18)
  const till = track.fixes.length
  track.ride(10, 18).stand(120, { everyS: 120 }).ride(20, 18).stand(30, { everyS: 60 })
  return {
    all: track.fixes,
    buffered: track.fixes.slice(from, till),
    punctual: [...track.fixes.slice(0, from), ...track.fixes.slice(till)],
  }
}

describe('a batch that arrives hours late', () => {
  it('G-43 joins the two halves of the trip that it fills, keeps the id of the longer, and leaves the day alone', () => {
    const { all, buffered, punctual } = day()
    const before = segment(punctual, bike).trips.map((trip, index) => ({ ...trip, id: index + 1 }))
    expect(before).toHaveLength(3)
    const from = stableRests(all.filter(({ positionedAt }) => positionedAt < buffered[0]!.positionedAt)).at(-1)!
    const till = stableRests(all.filter(({ positionedAt }) => positionedAt > buffered.at(-1)!.positionedAt))[0]!
    const window = segment(
      all.filter(({ positionedAt }) => positionedAt >= from && positionedAt <= till),
      bike,
    )
    const inside = before.filter(({ startedAt }) => startedAt >= from && startedAt < till)
    const { added, kept, removed } = diffTrips(inside, window.trips)
    expect(added).toEqual([])
    expect(removed.map(({ id }) => id)).toEqual([2])
    expect(kept.map(({ stored, fresh }) => [stored.id, fresh.durationS])).toEqual([[1, 5_400]])
    expect(window.open).toBeUndefined()
    expect(segment(all, bike).trips).toEqual([window.trips[0], expect.objectContaining({ durationS: 1_200 })])
  })

  it('refuses to go on with a fix that is older than what it knows', () => {
    const { all } = day()
    const state = createState()
    advance(state, all[5]!, bike)
    expect(() => advance(state, all[4]!, bike)).toThrow(RangeError)
  })
})
