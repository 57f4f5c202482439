import type { Fix } from '@roadbook/contracts'
import { destination, distanceM } from '@roadbook/geo'
import { TRIP_PARAMETERS } from './parameters.js'
import { advance, createState, lastPoint, segment } from './segment.js'
import { TrackBuilder } from './track-builder.js'

const HOME = { latitude: 47.14, longitude: 9.52 }
const GULF_OF_GUINEA = { latitude: 0, longitude: 9.52 }
const KINDS = ['eBike', 'eMoped', 'automobile', 'unregistered'] as const

/** An e-bike that sleeps and reports its parked place every `everyS` seconds. */
const asleep = (reports: number, everyS = 3_605) =>
  new TrackBuilder('2025-11-20T08:00:00Z', HOME).stand(((reports - 1) * everyS) / 60, { everyS })
/** Adds `afterS` seconds of silence and then one report at `place`. */
const sees = (track: TrackBuilder, place: { latitude: number; longitude: number }, afterS = 3_605) =>
  track.silence(afterS / 60).report({ ...place, speedKph: 0 })

/** Returns the marker's distance from home after each fix, metres. */
function markers(fixes: readonly Fix[], kind: (typeof KINDS)[number] = 'eBike'): number[] {
  const state = createState()
  return fixes.map((fix) => {
    advance(state, fix, TRIP_PARAMETERS[kind])
    return Math.round(distanceM(HOME, lastPoint(state)!))
  })
}

const allHome = ({ fixes }: TrackBuilder) => fixes.map(() => 0)

describe('a tracker that sleeps for hours and wakes', () => {
  it.each([
    { what: 'in the Gulf of Guinea', place: GULF_OF_GUINEA, everyS: 3_605 },
    { what: 'on another continent after a day', place: { latitude: -33, longitude: 151 }, everyS: 86_400 },
    { what: '300 km off after an hour', place: destination(HOME, 90, 300_000), everyS: 3_605 },
    { what: 'at the other end of the country after two', place: destination(HOME, 10, 700_000), everyS: 7_300 },
  ])('is not believed when it is once $what, and is where it was with the next', ({ place, everyS }) => {
    const track = sees(asleep(5, everyS), place, everyS)
    const stray = track.fixes.at(-1)!
    sees(track, HOME, everyS)
    sees(track, HOME, everyS)
    expect(markers(track.fixes)).toEqual(allHome(track))
    expect(segment(track.fixes, TRIP_PARAMETERS.eBike)).toMatchObject({ trips: [], implausible: [stray.positionedAt] })
  })

  it.each([10, 60, 600])('knows itself at home when it corrects itself after %d s', (afterS) => {
    const track = sees(asleep(3), GULF_OF_GUINEA)
    const stray = track.fixes.at(-1)!
    for (let n = 0; n < 4; n++) sees(track, HOME, afterS)
    expect(markers(track.fixes)).toEqual(allHome(track))
    expect(segment(track.fixes, TRIP_PARAMETERS.eBike).implausible).toEqual([stray.positionedAt])
  })

  it('is not believed at each of several places where it can not have been', () => {
    const track = asleep(3)
    for (const latitude of [0, -40, 20]) sees(track, { latitude, longitude: 100 })
    sees(track, HOME)
    expect(markers(track.fixes)).toEqual(allHome(track))
    expect(segment(track.fixes, TRIP_PARAMETERS.eBike).implausible).toHaveLength(3)
  })

  it.each(KINDS)('that really was carried away is believed at the second reading that agrees (%s)', (kind) => {
    const track = asleep(3)
    const away = destination(HOME, 90, 900_000)
    sees(track, away)
    sees(track, destination(away, 0, 40), 60)
    const seen = markers(track.fixes, kind)
    expect(seen.slice(0, -1)).toEqual(allHome(track).slice(1))
    expect(seen.at(-1)).toBeGreaterThan(890_000)
    expect(segment(track.fixes, TRIP_PARAMETERS[kind]).implausible).toEqual([])
  })

  it('does not agree with itself: the same reading told twice within seconds is one', () => {
    const track = sees(asleep(3), GULF_OF_GUINEA)
    for (let n = 0; n < 3; n++) sees(track, GULF_OF_GUINEA, 1)
    sees(track, HOME)
    expect(markers(track.fixes)).toEqual(allHome(track))
    expect(segment(track.fixes, TRIP_PARAMETERS.eBike).implausible).toHaveLength(4)
  })

  it('is believed at once where it can have got to in that time', () => {
    const track = sees(asleep(3), destination(HOME, 90, 60_000))
    expect(markers(track.fixes).at(-1)).toBeGreaterThan(59_000)
  })
})
