import { FixValidity, type AttributeValue, type Fix } from '@roadbook/contracts'
import type { WaypointRow } from '@roadbook/track-store'
import { attributesFromJson, attributesToJson } from '@roadbook/track-store/attributes-json'
import type { ExpectedTrack } from './expected-track.js'

/** One field of a waypoint that would be another; `undefined` is unknown. Attributes are named `attributes.name`. */
export interface FieldChange {
  field: string
  before: AttributeValue | undefined
  after: AttributeValue | undefined
}

export interface ChangedWaypoint {
  stored: WaypointRow
  fresh: WaypointRow
  fields: FieldChange[]
}

export interface WaypointDifference {
  /** Not stored yet. */
  added: WaypointRow[]
  /** Stored, and no frame says so any more. */
  missing: WaypointRow[]
  changed: ChangedWaypoint[]
  /** Stored just so. */
  same: number
}

/**
 * What the frames say beside what is stored in a period that contains all stored rows given. Stored waypoints that came from
 * other frames are not touched, also where one of these frames repeats their time: the table keeps the first.
 */
export function compareWaypoints(
  stored: readonly WaypointRow[],
  expected: ExpectedTrack,
  period: { from: number; till: number },
): WaypointDifference {
  const difference: WaypointDifference = { added: [], missing: [], changed: [], same: 0 }
  const times = new Set(stored.map(({ fix }) => fix.positionedAt))
  for (const row of stored) {
    const candidates = expected.rows.get(row.fix.positionedAt)
    const own = candidates?.find(({ receivedAt }) => receivedAt === row.receivedAt)
    const fresh = own ?? (expected.answersFor(row) ? candidates?.[0] : undefined)
    if (fresh) compare(row, fresh, difference)
    else if (!candidates && expected.answersFor(row)) difference.missing.push(row)
  }
  for (const [time, [row]] of expected.rows) {
    if (row && !times.has(time) && time >= period.from && time <= period.till) difference.added.push(row)
  }
  return difference
}

function compare(stored: WaypointRow, { fix, receivedAt, deviceId }: WaypointRow, difference: WaypointDifference): void {
  // Neighbours have disproved its speed, which the frame alone cannot know; cutting the trips judges it again.
  const isDisproved = stored.fix.validity === FixValidity.implausibleSpeed && fix.validity === FixValidity.valid
  const fresh = { deviceId, receivedAt, fix: isDisproved ? { ...fix, validity: stored.fix.validity } : fix }
  const fields = changedFields(stored.fix, fresh.fix)
  if (receivedAt !== stored.receivedAt) fields.push({ field: 'receivedAt', before: stored.receivedAt, after: receivedAt })
  if (fields.length > 0) difference.changed.push({ stored, fresh, fields })
  else difference.same++
}

function changedFields(before: Fix, after: Fix): FieldChange[] {
  const left = flat(before)
  const right = flat(after)
  const names = [...new Set([...left.keys(), ...right.keys()])]
  return names
    .filter((field) => left.get(field) !== right.get(field))
    .map((field) => ({ field, before: left.get(field), after: right.get(field) }))
}

function flat({ attributes, ...fields }: Fix): Map<string, AttributeValue> {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined) as [string, AttributeValue][]
  // As jsonb gives them back.
  const rest = Object.entries(attributes ? attributesFromJson(attributesToJson(attributes)) : {})
  return new Map([...known, ...rest.map(([name, value]): [string, AttributeValue] => [`attributes.${name}`, value])])
}
