import { FixValidity, type AttributeValue, type Fix } from '@roadbook/contracts'
import { attributesFromJson, attributesToJson } from './attributes-json.js'
import type { Column } from './columns.js'
import { digestOf } from './reading-digest.js'
import type { WaypointRow } from './track-store.js'

/** A waypoint in the units of its columns. */
interface WaypointValues {
  positionedAt: number
  receivedAt: number
  deviceId: number
  /** The measured values, in the order of {@link MEASUREMENTS}. */
  measured: (number | undefined)[]
  validity: number
  ignition: boolean | undefined
  movement: boolean | undefined
  attributes: string | undefined
}

/** The numeric columns. `scale` is the number of column units in one unit of the fix. */
const MEASUREMENTS = [
  { field: 'latitude', name: 'latitude', type: 'int4', scale: 1e7 },
  { field: 'longitude', name: 'longitude', type: 'int4', scale: 1e7 },
  { field: 'odometerM', name: 'odometer_m', type: 'int4', scale: 1 },
  { field: 'externalBatteryMv', name: 'external_battery_mv', type: 'int4', scale: 1 },
  { field: 'altitudeM', name: 'altitude_m', type: 'int2', scale: 1 },
  { field: 'speedKph', name: 'speed_tenths_kph', type: 'int2', scale: 10 },
  { field: 'heading', name: 'heading', type: 'int2', scale: 1 },
  { field: 'satellites', name: 'satellites', type: 'int2', scale: 1 },
  { field: 'hdop', name: 'hdop_hundredths', type: 'int2', scale: 100 },
  { field: 'batteryMv', name: 'battery_mv', type: 'int2', scale: 1 },
  { field: 'batteryPercent', name: 'battery_percent', type: 'int2', scale: 1 },
  { field: 'gsmSignal', name: 'gsm_signal', type: 'int2', scale: 1 },
] as const
export const LIMIT = { int2: 32_767, int4: 2_147_483_647 } as const

/**
 * Prefix of names in `attributes` that are fields of the fix and not attributes of the tracker. These fields are the event,
 * and values that are too large for their columns.
 */
const OWN_FIELD = '$'
const OWN_FIELDS: ReadonlySet<string> = new Set([...MEASUREMENTS.map(({ field }) => OWN_FIELD + field), `${OWN_FIELD}event`])

/** Every column, in the order of the table. */
export const WAYPOINT_COLUMNS: readonly Column<WaypointValues>[] = [
  { name: 'positioned_at', type: 'timestamptz', read: (values) => values.positionedAt },
  { name: 'received_at', type: 'timestamptz', read: (values) => values.receivedAt },
  { name: 'device_id', type: 'int4', read: (values) => values.deviceId },
  ...MEASUREMENTS.map(({ name, type }, index) => ({ name, type, read: (values: WaypointValues) => values.measured[index] })),
  { name: 'validity', type: 'int2', read: (values) => values.validity },
  { name: 'ignition', type: 'bool', read: (values) => values.ignition },
  { name: 'movement', type: 'bool', read: (values) => values.movement },
  { name: 'attributes', type: 'jsonb', read: (values) => values.attributes },
]

const selected = (isWanted: (column: string) => boolean) =>
  [
    ...WAYPOINT_COLUMNS.map(({ name }) => (isWanted(name) ? (name === 'attributes' ? 'attributes::text' : name) : 'NULL')),
    "date_part('microseconds', positioned_at)::int % 1000 AS nth",
  ].join(', ')

/** Columns that a select must list for {@link fromSelected}, in this order. */
export const SELECTED = selected(() => true)

const NOT_FOR_ALERTS: ReadonlySet<string> = new Set([
  ...['odometer_m', 'altitude_m', 'heading', 'satellites', 'hdop_hundredths', 'battery_mv', 'gsm_signal'],
  ...['ignition', 'movement'],
])
/** The same columns, with NULL for those that the evaluation of alert rules does not need. */
export const SELECTED_FOR_ALERTS = selected((column) => !NOT_FOR_ALERTS.has(column))

/**
 * Returns the time with which a row is stored: the fix's time in milliseconds since 1970 UTC, plus the microseconds that
 * separate readings of one instant.
 */
export const storedTime = ({ fix, nth = 0 }: Pick<WaypointRow, 'fix' | 'nth'>): number =>
  Math.round(fix.positionedAt) + nth / 1_000

/** Returns the time of reception as it is stored: its milliseconds, with the digest of the fix as microseconds. */
export const storedReception = ({ receivedAt, fix }: Pick<WaypointRow, 'receivedAt' | 'fix'>): number =>
  Math.round(receivedAt) + digestOf(fix) / 1_000

export function toValues(row: WaypointRow): WaypointValues {
  const { deviceId, fix } = row
  let own: Record<string, AttributeValue> | undefined
  const measured = MEASUREMENTS.map(({ field, type, scale }) => {
    const value = fix[field]
    if (value === undefined || !Number.isFinite(value)) return undefined
    const units = Math.round(value * scale)
    if (Math.abs(units) <= LIMIT[type]) return units
    own = { ...own, [OWN_FIELD + field]: value }
    return undefined
  })
  const attributes = attributesOf(fix, own)
  const { validity, ignition, movement } = fix
  return {
    positionedAt: storedTime(row),
    receivedAt: storedReception(row),
    deviceId,
    measured,
    validity,
    ignition,
    movement,
    attributes,
  }
}

/**
 * Returns the `attributes` of a fix, or `undefined` if it has none.
 * @param own values that are too large for their columns
 */
export function attributesOf(fix: Fix, own: Record<string, AttributeValue> | undefined): string | undefined {
  if (fix.event) own = { ...own, [`${OWN_FIELD}event`]: fix.event }
  if (own) return attributesToJson({ ...fix.attributes, ...own })
  return fix.attributes && hasEntries(fix.attributes) ? attributesToJson(fix.attributes) : undefined
}

/** Returns the attribute name for a field whose value is too large for its column. */
export const beside = (field: keyof Fix): string => OWN_FIELD + field

/** Converts a selected row, which is an array, back to the fix that was written. */
export function fromSelected(row: readonly unknown[]): WaypointRow {
  const [positionedAt, receivedAt, deviceId] = row as [Date, Date, number]
  const validity = row[3 + MEASUREMENTS.length] as FixValidity
  const [ignition, movement, attributes, nth] = row.slice(4 + MEASUREMENTS.length) as [boolean?, boolean?, string?, number?]
  const fix: Fix = { positionedAt: positionedAt.getTime(), validity }
  MEASUREMENTS.forEach(({ field, scale }, index) => {
    const units = row[3 + index] as number | null
    if (units !== null) fix[field] = units / scale
  })
  if (ignition != null) fix.ignition = ignition
  if (movement != null) fix.movement = movement
  if (attributes != null) addAttributes(fix, attributesFromJson(attributes))
  return { deviceId, receivedAt: receivedAt.getTime(), fix, ...(nth && { nth }) }
}

/**
 * Returns the fix with the values that the database will return. For example, 2.96 km/h is stored as 3.0. Computations must
 * use the stored values. Otherwise a track read from the table would give results that differ from those for the received
 * fixes.
 */
export const asStored = (fix: Fix): Fix => makeStored({ ...fix })

/**
 * Does the same as {@link asStored} without a copy: changes `fix` and returns it. The code for each field is written out,
 * because this function runs for every fix.
 */
export function makeStored(fix: Fix): Fix {
  fix.positionedAt = Math.round(fix.positionedAt)
  fix.latitude = inUnits(fix.latitude, 1e7, LIMIT.int4)
  fix.longitude = inUnits(fix.longitude, 1e7, LIMIT.int4)
  fix.odometerM = inUnits(fix.odometerM, 1, LIMIT.int4)
  fix.externalBatteryMv = inUnits(fix.externalBatteryMv, 1, LIMIT.int4)
  fix.altitudeM = inUnits(fix.altitudeM, 1, LIMIT.int2)
  fix.speedKph = inUnits(fix.speedKph, 10, LIMIT.int2)
  fix.heading = inUnits(fix.heading, 1, LIMIT.int2)
  fix.satellites = inUnits(fix.satellites, 1, LIMIT.int2)
  fix.hdop = inUnits(fix.hdop, 100, LIMIT.int2)
  fix.batteryMv = inUnits(fix.batteryMv, 1, LIMIT.int2)
  fix.batteryPercent = inUnits(fix.batteryPercent, 1, LIMIT.int2)
  fix.gsmSignal = inUnits(fix.gsmSignal, 1, LIMIT.int2)
  if (!fix.event) fix.event = undefined
  if (!hasEntries(fix.attributes)) fix.attributes = undefined
  return fix
}

/**
 * Returns a value as its column returns it. If a value is too large for its column, it is stored as an attribute and is
 * returned unchanged.
 */
function inUnits(value: number | undefined, scale: number, limit: number): number | undefined {
  if (value === undefined) return undefined
  const units = Math.round(value * scale)
  if (units <= limit && units >= -limit) return units / scale
  return Number.isFinite(value) ? value : undefined
}

function addAttributes(fix: Fix, attributes: Record<string, AttributeValue>): void {
  const rest: Record<string, AttributeValue> = {}
  for (const [name, value] of Object.entries(attributes)) {
    if (OWN_FIELDS.has(name)) Object.assign(fix, { [name.slice(OWN_FIELD.length)]: value })
    else rest[name] = value
  }
  if (hasEntries(rest)) fix.attributes = rest
}

const hasEntries = (record: object | undefined): boolean => {
  for (const _ in record) return true
  return false
}
