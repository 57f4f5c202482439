import { FixValidity, type AttributeValue, type Fix } from '@roadbook/contracts'
import { isSameReading, type WaypointRow } from '@roadbook/track-store'
import { attributesFromJson, attributesToJson } from '@roadbook/track-store/attributes-json'
import type { ExpectedTrack } from './expected-track.js'

/** Field of a waypoint that would change. A value `undefined` is unknown. Attributes are named `attributes.name`. */
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
  /** Waypoints that are not stored yet. */
  added: WaypointRow[]
  /** Waypoints that are stored although no frame gives them today. */
  missing: WaypointRow[]
  changed: ChangedWaypoint[]
  /** Number of waypoints that are stored identically. */
  same: number
}

/**
 * Compares the fixes of some frames with the stored waypoints of a period that contains all these fixes. Waypoints that
 * came from other frames are left unchanged, even if a fix has the same values and the same instant.
 */
export function compareWaypoints(
  stored: readonly WaypointRow[],
  expected: ExpectedTrack,
  period: { from: number; till: number },
): WaypointDifference {
  const difference: WaypointDifference = { added: [], missing: [], changed: [], same: 0 }
  const byInstant = new Map<number, WaypointRow[]>()
  for (const row of stored) {
    const others = byInstant.get(row.fix.positionedAt)
    if (others) others.push(row)
    else byInstant.set(row.fix.positionedAt, [row])
  }
  for (const [time, rows] of byInstant) compareInstant(rows, expected.rows.get(time) ?? [], expected, difference)
  for (const [time, rows] of expected.rows) {
    if (!byInstant.has(time) && time >= period.from && time <= period.till) compareInstant([], rows, expected, difference)
  }
  return difference
}

/**
 * Compares the rows of one instant. A stored row is matched with the identical reading of its own frame if there is one,
 * otherwise with a remaining reading.
 */
function compareInstant(
  stored: readonly WaypointRow[],
  said: readonly WaypointRow[],
  expected: ExpectedTrack,
  difference: WaypointDifference,
): void {
  const left = new Set(said)
  const take = (fits: (row: WaypointRow) => boolean): WaypointRow | undefined => {
    const row = [...left].find(fits)
    if (row) left.delete(row)
    return row
  }
  const isOf = (row: WaypointRow) => (other: WaypointRow) => other.receivedAt === row.receivedAt
  const isSame = (row: WaypointRow) => (other: WaypointRow) => isSameReading(row.fix, other.fix)
  const unsaid = stored.filter((row) => {
    const own = take((other) => isOf(row)(other) && isSame(row)(other))
    if (own) compare(row, own, difference)
    return !own
  })
  for (const row of unsaid) {
    const fresh = take(isOf(row)) ?? (expected.answersFor(row) ? (take(isSame(row)) ?? take(() => true)) : undefined)
    if (fresh) compare(row, fresh, difference)
    else if (expected.answersFor(row)) difference.missing.push(row)
  }
  const standing = [...stored, ...said.filter((row) => !left.has(row))]
  for (const row of left) {
    if (standing.some(isSame(row))) continue
    standing.push(row)
    difference.added.push(row)
  }
}

function compare(stored: WaypointRow, { fix, receivedAt, deviceId }: WaypointRow, difference: WaypointDifference): void {
  // Neighbouring fixes have shown that the speed of this fix is implausible. The frame alone cannot show this, so the
  // stored validity is kept. When the trips are recalculated, the speed is checked again.
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
  // Attributes are compared in the form in which jsonb returns them.
  const rest = Object.entries(attributes ? attributesFromJson(attributesToJson(attributes)) : {})
  return new Map([...known, ...rest.map(([name, value]): [string, AttributeValue] => [`attributes.${name}`, value])])
}
