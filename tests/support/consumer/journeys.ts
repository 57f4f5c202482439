import { FixValidity, type Fix } from '@roadbook/contracts'

const METRES_PER_DEGREE = 111_195

export interface JourneyOptions {
  /** Milliseconds since 1970 UTC, whole seconds. */
  startAt: number
  /** Number of the vehicle. The route is shifted by it, so that every vehicle has another route. */
  number: number
}

/**
 * Returns a short working day at 18 km/h: a trip to the north from minute 3 to 15 (3.6 km), one to the east from minute 35
 * to 45 (3 km), and rests before, between and after them. Fixes come every 10 s while riding and every 60 s at rest.
 */
export function twoRides({ startAt, number }: JourneyOptions): Fix[] {
  const fixes: Fix[] = []
  let at = startAt
  let north = 0
  let east = 0
  const latitude0 = 49.38 + (number % 10) * 0.002
  const longitude0 = 8.66 + Math.floor(number / 10) * 0.003
  const add = (speedKph: number, heading: number) =>
    fixes.push({
      positionedAt: at,
      validity: FixValidity.valid,
      latitude: round(latitude0 + north / METRES_PER_DEGREE),
      longitude: round(longitude0 + east / (METRES_PER_DEGREE * Math.cos((latitude0 * Math.PI) / 180))),
      altitudeM: 112,
      speedKph,
      heading,
      satellites: 10,
      ignition: speedKph > 0,
      movement: speedKph > 0,
    })
  const rest = (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      at += 60_000
      add(0, 0)
    }
  }
  const ride = (minutes: number, heading: 0 | 90) => {
    for (let step = 0; step < minutes * 6; step++) {
      at += 10_000
      if (heading === 0) north += 50
      else east += 50
      add(18, heading)
    }
  }
  rest(3)
  ride(12, 0)
  rest(20)
  ride(10, 90)
  rest(10)
  return fixes
}

/** Rounds to 1e-7 degrees, the resolution in which trackers send. */
const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7
