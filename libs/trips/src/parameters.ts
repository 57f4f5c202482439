import type { VehicleType } from '@roadbook/contracts'

/** Limits that decide if one kind of vehicle is on a journey or at rest (decision G-43). */
export interface TripParameters {
  /** Minimum reported speed in km/h that counts as moving. */
  movingSpeedKph: number
  /**
   * A fix farther than this, in metres, from the previous one counts as another place. Another place confirms a movement that
   * only a sensor reports. If no speed is reported, another place shows movement by itself, provided the vehicle needed at
   * least `movingSpeedKph` to reach it.
   */
  displacementM: number
  /** A trip begins at this distance, in metres, from the place where the vehicle stood. See also `beginMovementS`. */
  beginDistanceM: number
  /**
   * Seconds of movement, confirmed by the tracker itself, after which a trip begins even before `beginDistanceM` is reached.
   * Two consecutive fixes must have been farther than `wanderM` from the place where the vehicle stood. The vehicle must also
   * have gone as far from that place as a vehicle with `movingSpeedKph` goes in this time.
   */
  beginMovementS: number
  /** Length in seconds of a rest that ends a trip. */
  restS: number
  /**
   * True if a trip also ends as soon as a vehicle at rest reports that the ignition is off. This applies only if the tracker
   * reported the ignition on earlier in the same journey.
   */
  endsWithIgnition: boolean
  /** Length in seconds of a silence that always ends a trip. */
  silenceS: number
  /** Maximum drift of a parked vehicle's position because of reception, in metres. */
  wanderM: number
  /** Maximum speed of this kind of vehicle, in km/h. */
  ceilingKph: number
  /**
   * Length in seconds from which a stop within a trip is a pause. Drift during a pause does not count as distance. Absent
   * if there are no pauses, because every long stop ends the trip.
   */
  pauseS?: number
}

const common = { movingSpeedKph: 3, displacementM: 25, silenceS: 3_600, wanderM: 60 }
const bike: TripParameters = {
  ...common,
  beginDistanceM: 215,
  beginMovementS: 130,
  restS: 300,
  endsWithIgnition: false,
  ceilingKph: 80,
}
const moped: TripParameters = {
  ...common,
  beginDistanceM: 200,
  beginMovementS: 180,
  restS: 180,
  endsWithIgnition: true,
  ceilingKph: 120,
}

export const TRIP_PARAMETERS: Readonly<Record<VehicleType, TripParameters>> = {
  eBike: bike,
  eCargoBike: bike,
  speedPedelec: bike,
  other: bike,
  // The kind of vehicle is not known yet. Trips are segmented as for a bike, but with a top speed that suits any vehicle.
  unregistered: { ...bike, ceilingKph: 250 },
  eMoped: moped,
  moped,
  automobile: { ...moped, ceilingKph: 250 },
}

/** Minimum and maximum length of rest, in minutes, that a business may set as the end of a trip (G-104). */
export const REST_MINUTES = { least: 1, most: 15 } as const

/**
 * Returns the parameters with another length of rest that ends a trip. With a longer rest, a tour with several stops
 * becomes one trip. With a shorter rest, each ride between two stops becomes a trip. Nothing else changes. After a change,
 * trips must be segmented again.
 * @throws RangeError for a length outside of {@link REST_MINUTES}
 */
export function endingAfter(parameters: TripParameters, minutes: number): TripParameters {
  const { least, most } = REST_MINUTES
  if (!(minutes >= least && minutes <= most)) throw new RangeError(`a rest of ${minutes} min, not ${least} to ${most}`)
  return { ...parameters, restS: minutes * 60 }
}

/**
 * Returns parameters for a period that users have declared to be one trip. Within this period, rests, silences and the
 * ignition do not end the trip.
 */
export const asOneTrip = (parameters: TripParameters): TripParameters => ({
  ...parameters,
  pauseS: parameters.restS,
  restS: Infinity,
  silenceS: Infinity,
  endsWithIgnition: false,
})

/**
 * The longest default rest of all kinds of vehicle, in seconds; the default of `stableRests`. With the default rests, a rest of
 * this length ends a trip of every kind of vehicle. So it is long enough even if the tracker was on vehicles of different
 * kinds. If a business has set a longer rest, that length must be passed to `stableRests`.
 */
export const LONGEST_REST_S = Math.max(...Object.values(TRIP_PARAMETERS).map((parameters) => parameters.restS))
export const LONGEST_SILENCE_S = Math.max(...Object.values(TRIP_PARAMETERS).map((parameters) => parameters.silenceS))
export const LOWEST_CEILING_KPH = Math.min(...Object.values(TRIP_PARAMETERS).map((parameters) => parameters.ceilingKph))

/** One set of parameters for all fixes, or a function that returns the set for a time (milliseconds since 1970 UTC). */
export type ParametersAt = TripParameters | ((positionedAt: number) => TripParameters)

export const parametersAt = (parameters: ParametersAt, positionedAt: number): TripParameters =>
  typeof parameters === 'function' ? parameters(positionedAt) : parameters
