import { beside, distanceM, type Position } from '@roadbook/geo'

/** A time at one place, from the end of one trip to the start of the next. */
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

/** Fixes of a parked vehicle scatter, and people park around the corner. */
const SAME_PLACE_M = 120
/** A radius smaller than this would promise more than a fix can tell. */
const SMALLEST_M = 50
/** A place where it stood for less, and in no night, is where somebody shopped. */
const AT_LEAST_S = 2 * 3_600
const MOST = 5
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** By the sun, so that no time zone has to be known: two o'clock at night. */
const NIGHT_HOUR = 2

/** Where a vehicle stood most nights, and longest; the most usual first. */
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
  // Long stands have settled fixes, and weigh more.
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

/** The numbers of the nights whose deepest hour lies within the time. */
function nightsOf({ from, till, longitude }: Stand): number[] {
  const bySun = (time: Date) => (time.getTime() + (longitude / 15 - NIGHT_HOUR) * HOUR_MS) / DAY_MS
  const first = Math.ceil(bySun(from))
  return Array.from({ length: Math.max(0, Math.floor(bySun(till)) - first + 1) }, (_, night) => first + night)
}

const lengthS = ({ from, till }: Stand) => Math.max(0, (till.getTime() - from.getTime()) / 1_000)
