import type { VehicleType } from '@roadbook/contracts'

/** Limits that separate the journeys of one kind of vehicle from its rests (decision G-43). */
export interface TripParameters {
  /** A reported speed from this value on counts as moving. */
  movingSpeedKph: number
  /** Minimum distance from the previous fix that counts as displaced when a sensor reports movement. */
  displacementM: number
  /** A trip begins this far from where the vehicle stood … */
  beginDistanceM: number
  /** … or after this much movement, once it has left the place. */
  beginMovementS: number
  /** A trip ends after this much rest, … */
  restS: number
  /** … or at once, when ignition that was on is switched off at rest. */
  endsWithIgnition: boolean
  /** A gap in the data of this length ends a trip, whatever follows. */
  silenceS: number
  /** Maximum drift of a parked vehicle's position from reception alone. */
  wanderM: number
  /** Maximum speed of this kind of vehicle. */
  ceilingKph: number
  /** A longer stop is a pause: drift during it does not count as distance. Absent: the stop ends the trip. */
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
  // The kind of vehicle is not known yet: segment as for a bike, but accept any vehicle's speed.
  unregistered: { ...bike, ceilingKph: 250 },
  eMoped: moped,
  moped,
  automobile: { ...moped, ceilingKph: 250 },
}

/** Choices of a business for the rest that ends a trip, minutes (G-104). */
export const REST_MINUTES = { least: 1, most: 15 } as const

/**
 * Returns parameters with another rest as the end of a trip: longer to bill a round with its stops, shorter to bill stops.
 * Nothing else changes. After a change, trips must be segmented again.
 * @throws RangeError outside of {@link REST_MINUTES}
 */
export function endingAfter(parameters: TripParameters, minutes: number): TripParameters {
  const { least, most } = REST_MINUTES
  if (!(minutes >= least && minutes <= most)) throw new RangeError(`a rest of ${minutes} min, not ${least} to ${most}`)
  return { ...parameters, restS: minutes * 60 }
}

/** Returns parameters for a period that users have declared to be one trip: neither rest, silence nor the ignition ends it. */
export const asOneTrip = (parameters: TripParameters): TripParameters => ({
  ...parameters,
  pauseS: parameters.restS,
  restS: Infinity,
  silenceS: Infinity,
  endsWithIgnition: false,
})

/**
 * The longest rest of every kind. A limit that holds for it holds for each kind, also when a tracker changes vehicle in between.
 */
export const LONGEST_REST_S = Math.max(...Object.values(TRIP_PARAMETERS).map((parameters) => parameters.restS))
export const LONGEST_SILENCE_S = Math.max(...Object.values(TRIP_PARAMETERS).map((parameters) => parameters.silenceS))
export const LOWEST_CEILING_KPH = Math.min(...Object.values(TRIP_PARAMETERS).map((parameters) => parameters.ceilingKph))

/** One set for all fixes, or the set in force at a time (milliseconds since 1970 UTC). */
export type ParametersAt = TripParameters | ((positionedAt: number) => TripParameters)

export const parametersAt = (parameters: ParametersAt, positionedAt: number): TripParameters =>
  typeof parameters === 'function' ? parameters(positionedAt) : parameters
