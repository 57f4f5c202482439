import { destination } from '@roadbook/geo'
import { TRIP_PARAMETERS } from './parameters.js'
import { segment, openTrip, createState, advance } from './segment.js'
import { TrackBuilder } from './track-builder.js'

const bike = TRIP_PARAMETERS.eBike
const minutes = (trips: { durationS: number }[]) => trips.map(({ durationS }) => Math.round(durationS / 60))

/** A ride during which `fixes` readings show a cell mast instead of the true place. Time and distance go on meanwhile. */
const misled = (fixes: number, everyS: number, metres: number, says = {}) => {
  const track = new TrackBuilder('2025-11-20T08:00:00Z').stand(8, { everyS: 60 }).ride(10, 18, { everyS, says })
  const mast = destination(track.place, 40, metres)
  const wrong: number[] = []
  for (let n = 0; n < fixes; n++) {
    track.travelUnseen(everyS / 60, 18).report({ ...mast, speedKph: 0, ...says })
    wrong.push(track.now)
  }
  return { fixes: track.ride(10, 18, { everyS, says }).stand(20, { everyS: 60 }).fixes, wrong }
}

describe('a wrong place that several fixes agree on', () => {
  it.each([
    [3, 10],
    [5, 10],
    [9, 10],
    [9, 5],
    [9, 1],
    [5, 30],
    [8, 30],
  ])('G-43 does not split the trip, when %d fixes, one per %d s, lie 9 km off', (count, everyS) => {
    for (const says of [{}, { speedKph: undefined }]) {
      const { fixes, wrong } = misled(count, everyS, 9_000, says)
      const { trips, implausible, open } = segment(fixes, bike)
      expect(open).toBeUndefined()
      expect(minutes(trips)).toEqual([Math.round(20 + (count * everyS) / 60)])
      expect(implausible).toEqual(wrong)
      expect(Math.abs(trips[0]!.distanceM - 6_000 - count * everyS * 5)).toBeLessThan(60)
      expect(trips[0]!.waypointCount).toBeGreaterThan((1_200 / everyS) * 0.95)
      expect(trips[0]!.waypointCount).toBeLessThanOrEqual(1_200 / everyS + 2)
    }
  })

  it('G-43 keeps showing the trip that is under way, and no other, until it is sure', () => {
    const { fixes, wrong } = misled(9, 10, 9_000)
    const state = createState()
    const starts = new Set<number>()
    for (const fix of fixes.filter(({ positionedAt }) => positionedAt <= wrong.at(-1)! + 60_000)) {
      expect(advance(state, fix, bike).ended).toEqual([])
      const open = openTrip(state)
      if (open) starts.add(open.startedAt)
    }
    expect([...starts]).toEqual([Date.parse('2025-11-20T08:08:00Z')])
  })

  it('G-43 leaves no trip behind when a parked vehicle is seen riding elsewhere for two minutes', () => {
    const track = new TrackBuilder('2025-11-20T08:00:00Z').stand(30, { everyS: 60 })
    const home = track.place
    track.place = destination(home, 40, 20_000)
    track.ride(2, 20)
    track.place = home
    const { trips, implausible } = segment(track.stand(30).fixes, bike)
    expect(trips).toEqual([])
    expect(implausible).toHaveLength(12)
  })

  it('G-43 believes it when the vehicle stays there', () => {
    const track = new TrackBuilder('2025-11-20T08:00:00Z').ride(10, 18)
    track.place = destination(track.place, 40, 20_000)
    const { trips, implausible } = segment(track.ride(10, 18).stand(10).fixes, bike)
    expect(minutes(trips)).toEqual([10, 10])
    expect(implausible).toEqual([])
  })
})

describe('a receiver that freezes on the way and then jumps to where it is', () => {
  it.each([1, 2, 2.5])('G-43 goes on with the trip after %d min', (frozen) => {
    for (const says of [{ speedKph: 0 }, { speedKph: 40 }, { speedKph: undefined }]) {
      const speed = 'speedKph' in says && says.speedKph === undefined ? { speedKph: undefined } : {}
      const track = new TrackBuilder('2025-11-20T08:00:00Z').stand(8, { everyS: 60 }).ride(5, 70, { says: speed })
      const seen = { ...track.place, ...says }
      for (let n = 0; n < frozen * 6; n++) track.travelUnseen(1 / 6, 110).report(seen)
      track.ride(5, 70, { says: speed }).stand(10, { everyS: 60 })
      const { trips } = segment(track.fixes, TRIP_PARAMETERS.moped)
      expect(minutes(trips)).toEqual([Math.round(10 + frozen)])
      expect(Math.abs(trips[0]!.distanceM - (700_000 / 60 + (frozen * 110_000) / 60))).toBeLessThan(300)
    }
  })
})
