import { oneAnInstant } from '@roadbook/consumer/one-an-instant'
import { distanceM, isPosition, type Position } from '@roadbook/geo'
import { FORWARDED } from '@roadbook/protocols'
import { asideReason, type WaypointRow } from '@roadbook/track-store'
import { segment, toPoint, type Trip, type TripParameters } from '@roadbook/trips'
import type { TraccarPosition } from '../source/model.js'
import type { Span } from './trips.js'

const traccar = FORWARDED.find(({ name }) => name === 'traccar')!

/** A position of Traccar. */
export interface Seen extends Position {
  /** Time of the fix, milliseconds since 1970 UTC. */
  at: number
  /** Traccar's counter of the distance, and the tracker's odometer if it has one, in metres. */
  totalM: number
  odometerM?: number
  /** Speed in knots. 0 if the tracker sent none, because Traccar does not distinguish the two. */
  speed: number
  /** True if Traccar counts the position as motion. */
  isMotion: boolean
  /** True if Roadbook uses the position for trips. */
  isUsable: boolean
}

/** Evidence for a difference: Traccar's positions, and the trips that Roadbook's rules make of them. */
export interface Evidence {
  /** In the order of time. */
  seen: readonly Seen[]
  /** Trips by Roadbook's rules. The last one may be open. */
  expected: readonly Trip[]
  /** Trips by Roadbook's rules with the default rest of the type of vehicle. */
  byDefault: readonly Trip[]
}

/** Rules that divide the positions of a vehicle into trips: those in force, and the defaults of its type. */
export interface Rules {
  inForce: TripParameters
  byDefault: TripParameters
}

/**
 * Reads positions as the import does, and applies Roadbook's rules to them.
 * @param positions in the order of time. They must begin early enough before the trips to show the rest before them
 */
export function evidenceOf(positions: readonly TraccarPosition[], { inForce, byDefault }: Rules): Evidence {
  const rows = positions.flatMap(rowsOf).sort((one, other) => one.fix.positionedAt - other.fix.positionedAt)
  const fixes = oneAnInstant(rows).map(({ fix }) => fix)
  const trips = (rules: TripParameters) => {
    const { trips, open, implausible } = segment(fixes, rules)
    return { trips: open ? [...trips, open] : trips, implausible }
  }
  const { trips: expected, implausible } = trips(inForce)
  const usable = new Set(fixes.filter((fix) => toPoint(fix)).map(({ positionedAt }) => positionedAt))
  for (const time of implausible) usable.delete(time)
  return {
    seen: positions.flatMap((position) => toSeen(position, usable)),
    expected,
    byDefault: inForce.restS === byDefault.restS ? expected : trips(byDefault).trips,
  }
}

/** Decodes a position as the import does, without fixes that are set aside. The name of the tracker does not matter. */
function rowsOf({ json, serverTime: receivedAt }: TraccarPosition): WaypointRow[] {
  const decoded = traccar.decode(Buffer.from(`{"device":{"uniqueId":"0"},"position":${json}}`), { now: receivedAt })
  if (decoded.kind === 'decodeError') return []
  const fixes = (decoded.fixes ?? []).filter((fix) => asideReason(fix, receivedAt) === undefined)
  return fixes.map((fix) => ({ deviceId: 0, receivedAt, fix }))
}

interface Json {
  speed?: number
  latitude?: number
  longitude?: number
  attributes?: { totalDistance?: number; odometer?: number; motion?: boolean }
}

function toSeen({ fixTime, json }: TraccarPosition, usable: ReadonlySet<number>): Seen[] {
  const { speed, latitude, longitude, attributes: { totalDistance, odometer, motion } = {} } = JSON.parse(json) as Json
  if (latitude === undefined || longitude === undefined || !isPosition(latitude, longitude)) return []
  return [
    {
      at: fixTime,
      latitude,
      longitude,
      totalM: totalDistance ?? 0,
      ...(odometer && { odometerM: odometer }),
      speed: speed ?? 0,
      isMotion: motion === true,
      isUsable: usable.has(fixTime),
    },
  ]
}

export const within = (seen: readonly Seen[], { startedAt, endedAt }: Span): Seen[] =>
  seen.filter(({ at }) => at >= startedAt && at <= endedAt)

/** Returns the length of the straight lines between positions, in metres. */
export const pathM = (seen: readonly Seen[]): number =>
  seen.reduce((sum, one, at) => (at === 0 ? 0 : sum + distanceM(seen[at - 1]!, one)), 0)

/** Returns the largest distance from the first position, in metres. */
export const farthestM = (seen: readonly Seen[]): number => Math.max(0, ...seen.map((one) => distanceM(seen[0]!, one)))

/**
 * Returns the least and the most metres that a counter may have counted over some trips. They differ if several positions have
 * the time of a start or end. Undefined if the counter has no readings there.
 */
export function countedM(
  seen: readonly Seen[],
  spans: readonly Span[],
  read: (one: Seen) => number | undefined,
): { least: number; most: number } | undefined {
  let [least, most] = [0, 0]
  for (const { startedAt, endedAt } of spans) {
    const at = (time: number) => seen.filter((one) => one.at === time).flatMap((one) => read(one) ?? [])
    const [starts, ends] = [at(startedAt), at(endedAt)]
    if (starts.length === 0 || ends.length === 0) return undefined
    least += Math.min(...ends) - Math.max(...starts)
    most += Math.max(...ends) - Math.min(...starts)
  }
  return { least, most }
}
