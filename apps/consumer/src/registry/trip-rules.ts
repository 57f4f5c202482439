import { asOneTrip, endingAfter, REST_MINUTES, TRIP_PARAMETERS, type TripParameters } from '@roadbook/trips'
import { type Installation, installationAt, isJoined, type KnownDevice } from './known-device.js'

/**
 * Returns the trip parameters at a time. They depend on the vehicle on which the device was, on the length of rest after which
 * a trip of this vehicle's business ends, and on joined trips.
 */
export const parametersOf =
  (device: KnownDevice) =>
  (at: number): TripParameters => {
    const installation = installationAt(device, at)
    const ruled = ruledBy(installation)
    return isJoined(device, at, installation) ? JOINED.get(ruled)! : ruled
  }

/** Returns the trip parameters without joined trips, because joined trips do not affect whether a tracker is silent now. */
export const rulesOf = (device: KnownDevice) => (at: number) => ruledBy(installationAt(device, at))

function ruledBy({ vehicleType = 'unregistered', restMinutes }: Partial<Installation> = {}): TripParameters {
  const standard = TRIP_PARAMETERS[vehicleType]
  return restMinutes === undefined ? standard : CHOSEN.get(standard)![restMinutes - REST_MINUTES.least]!
}

const rests = Array.from({ length: REST_MINUTES.most - REST_MINUTES.least + 1 }, (_, at) => REST_MINUTES.least + at)
/**
 * Trip parameters for each length of rest that can be chosen. They are computed in advance, because they are used for every
 * fix.
 */
const CHOSEN = new Map(
  Object.values(TRIP_PARAMETERS).map((standard) => [standard, rests.map((minutes) => endingAfter(standard, minutes))]),
)

const JOINED = new Map(
  Object.values(TRIP_PARAMETERS).flatMap((standard) =>
    [standard, ...CHOSEN.get(standard)!].map((ruled) => [ruled, asOneTrip(ruled)]),
  ),
)
