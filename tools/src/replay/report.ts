import type { AttributeValue } from '@roadbook/contracts'
import type { TripRecord, WaypointRow } from '@roadbook/track-store'
import { isDifferent, TRIP_FIELDS, type DeviceDifference } from './compare-device.js'
import type { FieldChange } from './compare-waypoints.js'

const WIDTH = 100
const TIMES: ReadonlySet<string> = new Set(['startedAt', 'endedAt', 'arrivedAt', 'receivedAt'])
const DEGREES: ReadonlySet<string> = new Set([
  'latitude',
  'longitude',
  'startLatitude',
  'startLongitude',
  'stopLatitude',
  'stopLongitude',
])

export interface ReportOptions {
  /** Maximum number of lines about waypoints per tracker. Further waypoints are only counted. */
  mostWaypoints: number
  say: (line: string) => void
}

/**
 * Prints the differences for people: first the differences of each tracker as soon as they are found, then the totals.
 * Lines have at most 100 characters.
 */
export class DifferenceReport {
  readonly #fields = new Map<string, number>()
  readonly #sum = { trackers: 0, frames: 0, fixes: 0, same: 0, added: 0, missing: 0, changed: 0, aside: 0, unreadable: 0 }
  readonly #trips = { unchanged: 0, added: 0, changed: 0, removed: 0, verdicts: 0 }
  #unknown = 0

  constructor(private readonly options: ReportOptions) {}

  addUnknown(imei: string, frames: number): void {
    this.#unknown++
    this.#say(`${imei}  not registered: ${counted(frames, 'packet')} left out`)
  }

  add(difference: DeviceDifference): void {
    const { trips, changed } = difference
    this.#sum.trackers++
    this.#sum.frames += difference.frames
    this.#sum.fixes += difference.fixes
    this.#sum.same += difference.same
    for (const name of ['added', 'missing', 'changed', 'aside', 'unreadable'] as const) this.#sum[name] += difference[name].length
    this.#trips.unchanged += trips.unchanged
    this.#trips.verdicts += trips.verdicts
    for (const name of ['added', 'changed', 'removed'] as const) this.#trips[name] += trips[name].length
    for (const { field } of changed.flatMap(({ fields }) => fields)) this.#fields.set(field, (this.#fields.get(field) ?? 0) + 1)
    if (isDifferent(difference)) this.#describe(difference)
  }

  /** Prints the totals, or that there was no difference. */
  end(): void {
    const { trackers, frames, fixes, same, added, missing, changed, aside, unreadable } = this.#sum
    const trips = this.#trips
    this.#say(`${counted(trackers, 'tracker')}, ${counted(frames, 'packet')}, ${counted(fixes, 'fix')} decoded`)
    this.#say(`waypoints  ${same} as stored, ${added} added, ${missing} missing, ${changed} changed, ${aside} newly set aside`)
    for (const [field, count] of [...this.#fields].sort(([, left], [, right]) => right - left))
      this.#say(`           ${field} changed in ${counted(count, 'waypoint')}`)
    this.#say(`trips      ${trips.unchanged} as stored, ${trips.added} added, ${trips.removed} removed, ${trips.changed} changed`)
    if (trips.verdicts > 0) this.#say(`           ${counted(trips.verdicts, 'waypoint')} judged anew by their neighbours’ speed`)
    if (unreadable > 0) this.#say(`frames     ${unreadable} that today's decoder cannot read; what they gave stays as it is`)
    if (this.#unknown > 0) this.#say(`not registered: ${counted(this.#unknown, 'tracker')}`)
    const none =
      added + missing + changed + aside + unreadable + trips.added + trips.removed + trips.changed + trips.verdicts === 0
    this.#say(none ? 'no difference' : 'there are differences')
  }

  #describe({ imei, added, missing, changed, aside, unreadable, trips }: DeviceDifference): void {
    this.#say(`tracker ${imei}`)
    const lines = [
      ...changed.map(({ stored, fields }) => ({
        row: stored,
        text: `~ ${timeOf(stored)}  ${fields.map(describeField).join(', ')}`,
      })),
      ...added.map((row) => ({ row, text: `+ ${describeRow(row)}` })),
      ...missing.map((row) => ({ row, text: `- ${describeRow(row)}` })),
      ...aside.map((row) => ({ row, text: `! ${describeRow(row)}  to be set aside` })),
    ].sort((left, right) => left.row.fix.positionedAt - right.row.fix.positionedAt)
    for (const { text } of lines.slice(0, this.options.mostWaypoints)) this.#say(`  waypoint ${text}`)
    if (lines.length > this.options.mostWaypoints)
      this.#say(`  … and ${counted(lines.length - this.options.mostWaypoints, 'more waypoint')}`)
    for (const { receivedAt, reason } of unreadable.slice(0, this.options.mostWaypoints))
      this.#say(`  frame    ? received ${iso(receivedAt)}: ${reason}`)
    for (const { stored, fresh } of trips.changed) {
      const fields = TRIP_FIELDS.filter((field) => stored[field] !== fresh[field])
      const changes = fields.map((field) => describeField({ field, before: stored[field], after: fresh[field] }))
      this.#say(`  trip     ~ ${stored.id} of ${iso(stored.startedAt)}  ${changes.join(', ')}`)
    }
    for (const trip of trips.added) this.#say(`  trip     + ${describeTrip(trip)}`)
    for (const trip of trips.removed) this.#say(`  trip     - ${trip.id} ${describeTrip(trip)}`)
  }

  #say(line: string): void {
    for (const part of wrapped(line)) this.options.say(part)
  }
}

/** Breaks a line that is longer than 100 characters at spaces. Continuation lines are indented. */
export function wrapped(line: string, indent = 13): string[] {
  const lines: string[] = []
  let rest = line
  while (rest.length > WIDTH) {
    const at = rest.lastIndexOf(' ', WIDTH)
    const cut = at > 2 * indent ? at : WIDTH
    lines.push(rest.slice(0, cut).trimEnd())
    rest = ' '.repeat(indent) + rest.slice(cut).trimStart()
  }
  return [...lines, rest]
}

const iso = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z')
const timeOf = ({ fix }: WaypointRow): string => iso(fix.positionedAt)
export const counted = (count: number, name: string): string =>
  `${count} ${count === 1 ? name : name === 'fix' ? 'fixes' : `${name}s`}`

const describeField = ({ field, before, after }: FieldChange): string => `${field} ${show(field, before)} → ${show(field, after)}`

function show(field: string, value: AttributeValue | undefined): string {
  if (value === undefined) return 'unknown'
  if (typeof value === 'number' && TIMES.has(field)) return iso(value)
  if (typeof value === 'number' && DEGREES.has(field)) return value.toFixed(7)
  return String(value)
}

function describeRow({ fix }: WaypointRow): string {
  const place = fix.latitude === undefined || fix.longitude === undefined ? 'no position' : `${fix.latitude}, ${fix.longitude}`
  const speed = fix.speedKph === undefined ? '' : `, ${fix.speedKph} km/h`
  return `${iso(fix.positionedAt)}  ${place}${speed}${fix.validity === 0 ? '' : `, validity ${fix.validity}`}`
}

const describeTrip = ({ startedAt, endedAt, distanceM }: TripRecord): string =>
  `${iso(startedAt)} to ${iso(endedAt)}, ${(distanceM / 1_000).toFixed(1)} km`
