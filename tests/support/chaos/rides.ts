import { TrackBuilder } from '@roadbook/trips/track-builder'
import { type Fix, FixValidity } from '@roadbook/contracts'
import { seededRandom } from '@roadbook/testing'

export interface RidesOptions {
  startAt: number
  seed: number
  /**
   * Leaves out a second message of the same second. The date of such a message depends on the packet in which it is sent,
   * and a tracker that sends its newest data first puts it into another packet each time.
   */
  isOnceASecond?: boolean
}

/**
 * Returns the track of a bike that alternately rides and rests, until it has the given number of fixes: one every 10 s
 * while riding, and one every 60 s at rest. Some fixes are followed by a battery message of the same second without a
 * position. The same seed gives the same track. Coordinates and speeds are values that a tracker can send.
 */
export function rides(fixes: number, { startAt, seed, isOnceASecond = false }: RidesOptions): Fix[] {
  const random = seededRandom(seed)
  const place = { latitude: 47 + random() * 7, longitude: 5 + random() * 8 }
  const track = new TrackBuilder(new Date(secondOf(startAt)).toISOString(), place)
  while (track.fixes.length < fixes) {
    track.stand(4 + Math.floor(random() * 12), { everyS: 60, says: { ignition: false, movement: false } })
    const heading = Math.floor(random() * 360)
    track.ride(
      5 + Math.floor(random() * 20),
      12 + Math.floor(random() * 12),
      { says: { ignition: true, movement: true } },
      heading,
    )
  }
  return track.fixes
    .flatMap((fix, n) => (n % 9 === 5 && !isOnceASecond ? [fix, battery(fix, n)] : [fix]))
    .slice(0, fixes)
    .map(asSent)
}

const battery = (fix: Fix, n: number): Fix => ({
  ...fix,
  validity: FixValidity.noFix,
  satellites: 0,
  externalBatteryMv: 11_000 + (n % 900),
})

/** Returns the maximum duration, in milliseconds, of a track of {@link rides} with this many fixes. */
export const ridesLastMs = (fixes: number): number => fixes * 60_000

const secondOf = (ms: number) => Math.floor(ms / 1_000) * 1_000

/** Rounds to the units that trackers send: 1e-7 degrees and whole km/h. */
const asSent = (fix: Fix): Fix => ({
  ...fix,
  latitude: round(fix.latitude),
  longitude: round(fix.longitude),
  altitudeM: 40,
  speedKph: Math.round(fix.speedKph ?? 0),
  heading: fix.heading ?? 0,
})

const round = (degrees: number | undefined) => Math.round((degrees ?? 0) * 1e7) / 1e7
