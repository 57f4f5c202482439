import { beside, distanceM, type Position } from '@roadbook/geo'

/** Stay at one place, from the end of one trip to the start of the next. */
export interface Stand extends Position {
  from: Date
  till: Date
}

export interface UsualPlace extends Position {
  radiusM: number
  nights: number
  stoodS: number
  lastAt: Date
}

/**
 * A stay at most this far, in metres, from a longer stay counts as at the same place. The limit allows for the scatter of a
 * parked vehicle's fixes, and for parking around the corner.
 */
const SAME_PLACE_M = 120
/** Minimum radius of a place in metres. A fix is not accurate enough for a smaller radius. */
const SMALLEST_M = 50
/**
 * Minimum total stay in seconds at a place where the vehicle spent no night. A place with a shorter total stay is not usual.
 */
const AT_LEAST_S = 2 * 3_600
const MOST = 5
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/**
 * Hour of the night. A stay that includes this hour counts as a night. It is an hour of solar time, which depends only on the
 * longitude and needs no time zone.
 */
const NIGHT_HOUR = 2

/**
 * Returns the places where a vehicle usually stands. Places with the most nights come first, then those with the longest
 * total stay.
 */
export function usualPlaces(stands: readonly Stand[]): UsualPlace[] {
  const groups: { middle: Position; stands: Stand[] }[] = []
  for (const stand of [...stands].sort((one, other) => lengthS(other) - lengthS(one))) {
    const near = groups.find(({ middle }) => distanceM(middle, stand) <= SAME_PLACE_M)
    if (near) near.stands.push(stand)
    else groups.push({ middle: stand, stands: [stand] })
  }
  return groups
    .map(({ stands: all }) => placeOf(all))
    .filter(({ nights, stoodS }) => nights > 0 || stoodS >= AT_LEAST_S)
    .sort((one, other) => other.nights - one.nights || other.stoodS - one.stoodS)
    .slice(0, MOST)
}

function placeOf(stands: readonly Stand[]): UsualPlace {
  const stoodS = stands.reduce((sum, stand) => sum + lengthS(stand), 0)
  const first = stands[0]!
  // Each stay is weighted by its length, because the position of a long stay is more accurate.
  const mean = (of: (stand: Stand) => number) =>
    stoodS === 0 ? of(first) : stands.reduce((sum, stand) => sum + of(stand) * lengthS(stand), 0) / stoodS
  const middle = {
    latitude: mean(({ latitude }) => latitude),
    longitude: beside(
      0,
      mean(({ longitude }) => beside(first.longitude, longitude)),
    ),
  }
  return {
    ...middle,
    radiusM: Math.max(SMALLEST_M, Math.ceil(Math.max(...stands.map((stand) => distanceM(middle, stand))))),
    nights: new Set(stands.flatMap((stand) => nightsOf(stand))).size,
    stoodS: Math.round(stoodS),
    lastAt: new Date(Math.max(...stands.map(({ till }) => till.getTime()))),
  }
}

/** Returns the numbers of the nights in a stay. A night counts if its `NIGHT_HOUR` is within the stay. */
function nightsOf({ from, till, longitude }: Stand): number[] {
  const bySun = (time: Date) => (time.getTime() + (longitude / 15 - NIGHT_HOUR) * HOUR_MS) / DAY_MS
  const first = Math.ceil(bySun(from))
  return Array.from({ length: Math.max(0, Math.floor(bySun(till)) - first + 1) }, (_, night) => first + night)
}

const lengthS = ({ from, till }: Stand) => Math.max(0, (till.getTime() - from.getTime()) / 1_000)
