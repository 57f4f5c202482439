import { TrackBuilder } from '@roadbook/trips/track-builder'
import type { Fix } from '@roadbook/contracts'
import { seededRandom } from '@roadbook/testing'

/**
 * The track of a bike that rides and rests by turns until it has reported so often: every 10 s under way, every 60 s at
 * rest. The same for the same seed; its coordinates and speeds are such as a tracker can send.
 */
export function rides(fixes: number, { startAt, seed }: { startAt: number; seed: number }): Fix[] {
  const random = seededRandom(seed)
  const place = { latitude: 47 + random() * 7, longitude: 5 + random() * 8 }
  const track = new TrackBuilder(new Date(startAt).toISOString(), place)
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
  return track.fixes.slice(0, fixes).map(asSent)
}

/** How long `fixes` of {@link rides} last at most, milliseconds. */
export const ridesLastMs = (fixes: number): number => fixes * 60_000

/** 1e-7 degrees and whole km/h. */
const asSent = (fix: Fix): Fix => ({
  ...fix,
  latitude: round(fix.latitude),
  longitude: round(fix.longitude),
  altitudeM: 40,
  speedKph: Math.round(fix.speedKph ?? 0),
  heading: fix.heading ?? 0,
})

const round = (degrees: number | undefined) => Math.round((degrees ?? 0) * 1e7) / 1e7
