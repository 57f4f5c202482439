import type { VehicleType } from '@roadbook/contracts'

/** How the journeys of one kind of vehicle are told from its rests (decision G-43). */
export interface TripParameters {
  /** From here on a reported speed counts as moving. */
  movingSpeedKph: number
  /** How far a fix must lie from the one before to count as displaced when a sensor says that the vehicle moves. */
  displacementM: number
  /** A trip begins this far from where the vehicle stood … */
  beginDistanceM: number
  /** … or after so much movement, once it has left the place. */
  beginMovementS: number
  /** A trip ends after so much rest, … */
  restS: number
  /** … or at once, when the ignition that was on goes off at rest. */
  endsWithIgnition: boolean
  /** So much without data ends a trip, whatever follows. */
  silenceS: number
  /** What reception alone can wander around a parked vehicle. */
  wanderM: number
  /** What no vehicle of this kind exceeds. */
  ceilingKph: number
  /** A stop of more than this is a pause: what positions wander meanwhile is no way. Absent: it ends the trip. */
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
  // Nobody knows yet what carries it: cut as a bike, believe what any vehicle can do.
  unregistered: { ...bike, ceilingKph: 250 },
  eMoped: moped,
  moped,
  automobile: { ...moped, ceilingKph: 250 },
}

/** What a business may choose as the rest that ends a trip, minutes (G-104). */
export const REST_MINUTES = { least: 1, most: 15 } as const

/**
 * How journeys are told where trips end after another rest than the kind's own: longer for who bills a round with its stops,
 * shorter for who bills stops. Nothing else changes. Whoever changes it cuts trips again.
 * @throws RangeError outside of {@link REST_MINUTES}.
 */
export function endingAfter(parameters: TripParameters, minutes: number): TripParameters {
  const { least, most } = REST_MINUTES
  if (!(minutes >= least && minutes <= most)) throw new RangeError(`a rest of ${minutes} min, not ${least} to ${most}`)
  return { ...parameters, restS: minutes * 60 }
}

/** How journeys are told in a time that people say was one trip: neither rest, silence nor the ignition ends it. */
export const asOneTrip = (parameters: TripParameters): TripParameters => ({
  ...parameters,
  pauseS: parameters.restS,
  restS: Infinity,
  silenceS: Infinity,
  endsWithIgnition: false,
})

/** The longest of every kind: what holds for these holds for each, also when a tracker changes vehicle in between. */
export const LONGEST_REST_S = Math.max(...Object.values(TRIP_PARAMETERS).map((parameters) => parameters.restS))
export const LONGEST_SILENCE_S = Math.max(...Object.values(TRIP_PARAMETERS).map((parameters) => parameters.silenceS))
export const LOWEST_CEILING_KPH = Math.min(...Object.values(TRIP_PARAMETERS).map((parameters) => parameters.ceilingKph))

/** One set for all fixes, or the set that was in force at a time (milliseconds since 1970 UTC). */
export type ParametersAt = TripParameters | ((positionedAt: number) => TripParameters)

export const parametersAt = (parameters: ParametersAt, positionedAt: number): TripParameters =>
  typeof parameters === 'function' ? parameters(positionedAt) : parameters
