import type { Fix } from '@roadbook/contracts'
import { destination } from '@roadbook/geo'
import { seededRandom } from '@roadbook/testing'
import { TRIP_PARAMETERS } from './parameters.js'
import { advance, createState } from './segment.js'
import { TrackBuilder } from './track-builder.js'

/**
 * Maximum size of the state in characters. The state is stored in a device's row, and consumer processes keep the states of
 * all devices in memory.
 */
const MOST_CHARACTERS = 4_000

/** Rides with wrong places, doubts and a frozen receiver at the same time, from a tracker that fills every field. */
function worst(everyS: number, seed: number): Fix[] {
  const random = seededRandom(seed)
  const track = new TrackBuilder('2025-11-20T08:00:00Z', { latitude: -52.09071234567, longitude: -122.1214123456789 })
  const says = () => ({
    ignition: random() < 0.9,
    movement: random() < 0.9,
    ...(random() < 0.3 ? {} : { speedKph: random() < 0.2 ? 65_535 : random() * 60 }),
  })
  track.withOdometer(123_456_789.12)
  for (let part = 0; part < 60; part++) {
    const home = track.place
    const isWrong = random() < 0.6
    if (isWrong) track.place = destination(home, random() * 360, random() < 0.5 ? 9_000 : 30_000)
    const times = random() < 0.3 ? 1 : 1 + Math.floor(random() * (120 / Math.max(5, everyS)))
    for (let n = 0; n < times; n++) track.ride(everyS / 60, random() * 60, { everyS, says: says() }, random() * 360)
    if (isWrong && random() < 0.8) track.place = home
  }
  return track.fixes.map((fix) => ({ ...fix, positionedAt: Math.round(fix.positionedAt) }))
}

describe('the state of one device', () => {
  it('stays small however dense, wrong and long its track is', () => {
    let most = 0
    for (const everyS of [0.1, 1, 4, 7.5, 8, 10, 30]) {
      for (let seed = 0; seed < 8; seed++) {
        const state = createState()
        for (const fix of worst(everyS, seed)) {
          advance(state, fix, TRIP_PARAMETERS.eBike)
          most = Math.max(most, JSON.stringify(state).length)
        }
      }
    }
    expect(most).toBeGreaterThan(MOST_CHARACTERS / 2)
    expect(most).toBeLessThan(MOST_CHARACTERS)
  })
})
