import { distanceM } from '@roadbook/geo'
import type { Trip, TripParameters } from '@roadbook/trips'
import type { Cause } from './causes.js'
import { countedM, type Evidence, farthestM, pathM, type Seen, within } from './evidence.js'
import { belongTogether } from './match.js'
import { type ComparedTrip, type Group, type RoadbookTrip, type Span, spanOf, totalM } from './trips.js'

/** Facts about the import of one vehicle. Times in milliseconds since 1970 UTC. */
export interface Facts {
  /** First and last time of the imported positions. */
  since: number
  till: number
  /** Time since when consumers keep positions. */
  keptSince: number
  /** True while packets wait for the consumers, or while the vehicle's trips are computed again. */
  isComputing: boolean
  /** Trips that users have deleted in Roadbook. */
  deleted: readonly Span[]
  parameters: TripParameters
}

export interface Explanation {
  cause: Cause
  /** Numbers for people. */
  note?: string
}

/** Difference between two starts or ends that counts as none, in milliseconds. */
const SAME_MS = 60_000
/** Difference between two distances that counts as none: this part of the greater one, and at least these metres. */
const SAME_PART = 0.02
const SAME_M = 100
/** Largest distance between two places of one stop, in metres: Traccar's 200 m, and the drift of a parked receiver. */
const SAME_STOP_M = 260
/** Traccar's shortest stops are 3 minutes (`report.trip.minDuration`). Below this no stop can have been noticed. */
const NOTICED_MS = 150_000
/** Drift within which a vehicle did not move, in metres: twice the drift of a parked receiver. */
const STANDING_M = 120
/** Traccar's minimum: 200 m from the stop, or since 5 minutes or 500 m by its older rules. */
const TRACCAR_M = 200
const TRACCAR_OLDER_M = 500
const TRACCAR_OLDER_MS = 300_000
/** Most positions between two starts or two ends that are chosen by different rules. */
const NEIGHBOURS = 2

export const isSameDistance = (one: number, other: number): boolean =>
  Math.abs(one - other) <= Math.max(SAME_M, SAME_PART * Math.max(one, other))

/**
 * Finds the cause of the difference in a group of trips.
 * @param evidence positions around the group. Without them, only causes are found that the trips themselves show
 * @returns undefined if the positions are needed
 */
export function explain(group: Group, facts: Facts, evidence?: Evidence): Explanation | undefined {
  const { traccar, roadbook } = group
  if (traccar.length === 1 && roadbook.length === 1) {
    const found = sameTrip(traccar[0]!, roadbook[0]!)
    if (found) return found
  }
  if (roadbook.some(({ isJoined }) => isJoined)) return { cause: 'joined_by_hand' }
  if (!evidence) return notThere(group, facts)
  return followsRules(roadbook, expectedFor(group, evidence.expected))
    ? byRules(group, facts, evidence)
    : byState(group, facts, evidence)
}

/** Explains two trips that are the same but for the positions at which they start and end. */
function sameTrip(traccar: ComparedTrip, roadbook: RoadbookTrip): Explanation | undefined {
  if (!isSameDistance(traccar.distanceM, roadbook.distanceM)) return undefined
  const [startMs, endMs] = [traccar.startedAt - roadbook.startedAt, traccar.endedAt - roadbook.endedAt]
  const isSameStart = Math.abs(startMs) <= SAME_MS
  if (isSameStart && Math.abs(endMs) <= SAME_MS) return { cause: 'same' }
  if (roadbook.isOpen) return { cause: 'goes_on' }
  const isSameStop = distanceM(traccar.end, roadbook.end) <= SAME_STOP_M
  if (!isSameStop || (!isSameStart && distanceM(traccar.start, roadbook.start) > SAME_STOP_M)) return undefined
  if (endMs >= NOTICED_MS) return { cause: 'end_noticed', note: `${minutes(endMs)} later` }
  return { cause: 'other_position', note: `start ${minutes(startMs)}, end ${minutes(endMs)} from Roadbook's` }
}

/** Explains trips that Roadbook cannot have, because the positions were not imported. */
function notThere({ traccar, roadbook }: Group, { since, till, keptSince }: Facts): Explanation | undefined {
  if (roadbook.length > 0) return undefined
  const [first, last] = [traccar[0]!.startedAt, traccar.at(-1)!.endedAt]
  if (first < since) return { cause: 'before_history' }
  if (last > till) return { cause: 'not_imported' }
  return last < keptSince ? { cause: 'beyond_retention' } : undefined
}

const expectedFor = (group: Group, trips: readonly Trip[]): Trip[] =>
  trips.filter((trip) => [...group.traccar, ...group.roadbook].some((one) => belongTogether(one, trip)))

/** Returns true if Roadbook's trips are those that its rules make of Traccar's positions. */
const followsRules = (roadbook: readonly RoadbookTrip[], expected: readonly Trip[]): boolean =>
  roadbook.length === expected.length &&
  roadbook.every((trip, at) => {
    const { startedAt, endedAt, distanceM } = expected[at]!
    const isAt = (one: number, other: number) => Math.abs(one - other) <= 1_000
    return isAt(trip.startedAt, startedAt) && isAt(trip.endedAt, endedAt) && isSameDistance(trip.distanceM, distanceM)
  })

/** Explains why Roadbook does not have the trips that its rules make of Traccar's positions. */
function byState(
  group: Group,
  { since, till, isComputing, deleted }: Facts,
  { seen, byDefault, expected: fromRules }: Evidence,
): Explanation {
  const { startedAt, endedAt } = spanOf(group)
  const { traccar, roadbook } = group
  if (traccar.length === 0 && within(seen, { startedAt, endedAt }).length === 0) return { cause: 'gone_from_traccar' }
  if (deleted.some((trip) => traccar.some((one) => belongTogether(one, trip)))) return { cause: 'deleted_by_hand' }
  if (startedAt < since) return { cause: 'before_history' }
  if (isComputing) return { cause: 'not_computed' }
  if (traccar.length > 0 && endedAt > till) return { cause: 'not_imported' }
  if (roadbook.some(({ isOpen }) => isOpen)) return { cause: 'goes_on' }
  if (roadbook.length > 0 && followsRules(roadbook, expectedFor(group, byDefault))) return { cause: 'other_rest' }
  const expected = expectedFor(group, fromRules)
  const note = `Roadbook's rules make ${counted(expected.length, 'trip')} of ${counted(within(seen, { startedAt, endedAt }).length, 'position')}`
  return { cause: 'unexplained', note }
}

/** Explains a difference although Roadbook has exactly the trips that its rules make of Traccar's positions. */
function byRules(group: Group, facts: Facts, { seen }: Evidence): Explanation {
  const { traccar, roadbook } = group
  const ofGroup = within(seen, spanOf(group))
  if (roadbook.length === 0) return onlyInTraccar(ofGroup, facts.parameters)
  if (traccar.length === 0) return onlyInRoadbook(roadbook[0]!, ofGroup)
  if (isWithoutSpeed(group, ofGroup)) return { cause: 'no_speed', note: metres(group) }
  const distance = distanceCause(group, seen)
  if (distance !== 'equal' && distance !== 'legs') return { cause: distance, note: metres(group) }
  if (traccar.length === 1 && roadbook.length === 1) {
    if (!areNeighbours(traccar[0]!, roadbook[0]!, seen)) return { cause: 'unexplained', note: metres(group) }
    return distance === 'equal' ? { cause: 'other_position' } : { cause: 'counted_legs', note: metres(group) }
  }
  if (traccar.length === 1) return { cause: 'traccar_joins', note: `rests of ${pauses(roadbook)}` }
  if (roadbook.length === 1) return { cause: 'traccar_splits', note: `stops of ${pauses(traccar)}` }
  return { cause: 'other_stops' }
}

/** Returns true if Roadbook makes less of a drive than Traccar, because no position has a speed. */
const isWithoutSpeed = ({ traccar, roadbook }: Group, seen: readonly Seen[]): boolean =>
  seen.every(({ speed }) => speed === 0) &&
  totalM(roadbook) < totalM(traccar) &&
  !isSameDistance(totalM(roadbook), totalM(traccar))

function onlyInTraccar(seen: readonly Seen[], { beginDistanceM, restS }: TripParameters): Explanation {
  const farthest = farthestM(seen)
  const note = `at most ${Math.round(farthest)} m from its start`
  if (farthest <= STANDING_M) return { cause: 'ghost', note }
  const usable = seen.filter(({ isUsable }) => isUsable)
  if (usable.length < seen.length && farthestM(usable) <= beginDistanceM) return { cause: 'invalid_positions', note }
  if (farthest <= beginDistanceM) return { cause: 'too_short', note }
  const stretches = stretchesOf(usable, restS * 1_000)
  const isUnseen = stretches.length > 1 && stretches.every((stretch) => farthestM(stretch) <= beginDistanceM)
  if (isUnseen) return { cause: 'moved_unseen', note }
  return { cause: seen.every(({ speed }) => speed === 0) ? 'no_speed' : 'unexplained', note }
}

/** Divides positions at silences that are longer than a rest. */
function stretchesOf(seen: readonly Seen[], restMs: number): Seen[][] {
  const stretches: Seen[][] = []
  for (const [at, one] of seen.entries()) {
    if (at > 0 && one.at - seen[at - 1]!.at <= restMs) stretches.at(-1)!.push(one)
    else stretches.push([one])
  }
  return stretches
}

function onlyInRoadbook(trip: RoadbookTrip, seen: readonly Seen[]): Explanation {
  const farthest = farthestM(seen)
  const note = `${Math.round(trip.distanceM)} m in ${minutes(trip.endedAt - trip.startedAt)}`
  const isShort = trip.endedAt - trip.startedAt < TRACCAR_OLDER_MS && trip.distanceM < TRACCAR_OLDER_M
  if (farthest <= TRACCAR_M || isShort) return { cause: 'below_traccar_minimum', note }
  return seen.some(({ isMotion }) => isMotion) ? { cause: 'unexplained', note } : { cause: 'no_motion_in_traccar', note }
}

/**
 * Finds why the distances differ. `legs`: both follow from the positions, and the trips reach over different ones.
 */
function distanceCause({ traccar, roadbook }: Group, seen: readonly Seen[]): 'equal' | 'legs' | Cause {
  const [theirs, ours] = [totalM(traccar), totalM(roadbook)]
  if (isSameDistance(theirs, ours)) return 'equal'
  const usable = seen.filter(({ isUsable }) => isUsable)
  const ofTraccar = sumOf(traccar, (trip) => pathM(within(seen, trip)))
  const ofUsable = sumOf(traccar, (trip) => pathM(within(usable, trip)))
  const ofRoadbook = sumOf(roadbook, (trip) => pathM(within(usable, trip)))
  const half = Math.abs(theirs - ours) / 2
  if (isSameDistance(theirs, ofTraccar)) {
    if (ofTraccar - ofUsable >= half) return 'invalid_positions'
    if (isSameDistance(ours, ofRoadbook)) return 'legs'
    return isOdometer(ours, usable, roadbook) ? 'odometer' : 'unexplained'
  }
  if (isOdometer(theirs, seen, traccar)) return 'odometer'
  return isCounted(
    theirs,
    countedM(seen, traccar, ({ totalM }) => totalM),
  )
    ? 'traccar_counter'
    : 'unexplained'
}

function isOdometer(distance: number, seen: readonly Seen[], spans: readonly Span[]): boolean {
  const counted = countedM(seen, spans, ({ odometerM }) => odometerM)
  return counted !== undefined && counted.most > 0 && isCounted(distance, counted)
}

const isCounted = (distance: number, counted: { least: number; most: number } | undefined): boolean =>
  counted !== undefined && isSameDistance(distance, Math.min(Math.max(distance, counted.least), counted.most))

/** Returns true if two trips start and end at the same stop, or at positions that nearly follow each other. */
function areNeighbours(traccar: ComparedTrip, roadbook: RoadbookTrip, seen: readonly Seen[]): boolean {
  const between = (one: number, other: number) =>
    seen.filter(({ at }) => at > Math.min(one, other) && at < Math.max(one, other)).length
  return (
    (distanceM(traccar.start, roadbook.start) <= SAME_STOP_M || between(traccar.startedAt, roadbook.startedAt) < NEIGHBOURS) &&
    (distanceM(traccar.end, roadbook.end) <= SAME_STOP_M || between(traccar.endedAt, roadbook.endedAt) < NEIGHBOURS)
  )
}

const sumOf = <Thing>(things: readonly Thing[], read: (thing: Thing) => number): number =>
  things.reduce((sum, thing) => sum + read(thing), 0)

const minutes = (ms: number): string => (Math.abs(ms) < 60_000 ? `${Math.round(ms / 1_000)} s` : `${Math.round(ms / 60_000)} min`)

const metres = ({ traccar, roadbook }: Group): string =>
  `${Math.round(totalM(traccar))} m in Traccar, ${Math.round(totalM(roadbook))} m in Roadbook`

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`

/** Describes the times between trips. */
const pauses = (trips: readonly Span[]): string =>
  trips
    .slice(1)
    .map((trip, at) => minutes(trip.startedAt - trips[at]!.endedAt))
    .join(', ')
