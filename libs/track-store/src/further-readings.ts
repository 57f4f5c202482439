import { FixValidity, type Fix } from '@roadbook/contracts'
import type { ClientBase } from 'pg'
import { attributesFromJson } from './attributes-json.js'
import { arrayParameters, names, packArrays } from './columns.js'
import type { WaypointRow } from './track-store.js'
import { fromSelected, SELECTED, toValues, WAYPOINT_COLUMNS } from './waypoint-columns.js'

/**
 * Rows separated into new readings and repeats. Several readings may have the same time: a parked tracker repeats the time
 * of its last fix, for example in a message with an alarm. A reading that differs from the stored one of its instant is
 * stored as another waypoint, at the next free microsecond of its millisecond. The microseconds are free, because trackers
 * send no finer times than milliseconds. An equal reading is a repeat.
 */
export interface SeparatedReadings {
  /** Rows to store. Their `nth` is set if other waypoints have the same instant. */
  further: WaypointRow[]
  /** Rows equal to a stored waypoint. */
  repeats: WaypointRow[]
  /** Rows that are stored although other rows have the same instant. The value contains these other rows. */
  beside: Map<WaypointRow, readonly WaypointRow[]>
}

/**
 * Maximum number of readings per instant, which is the number of microseconds in a millisecond. If a tracker sends more
 * readings for one instant, its clock has stopped.
 */
const MOST_AN_INSTANT = 1_000

const WHEN_AND_WHOSE: ReadonlySet<string> = new Set(['positioned_at', 'received_at', 'device_id', 'validity'])
const EQUAL = WAYPOINT_COLUMNS.filter(({ name }) => !WHEN_AND_WHOSE.has(name))
  .map(({ name }) => `w.${name} IS NOT DISTINCT FROM asked.${name}`)
  .join(' AND ')
/**
 * Validities that count as equal when readings are compared. After storage, a comparison with its neighbours may have
 * changed a reading's validity from one of these to the other. It is still the same reading.
 */
const JUDGED = `(${FixValidity.valid}, ${FixValidity.implausibleSpeed})`

// OFFSET 0 makes the database scan a separate index range for each row.
const DIFFERENT = `SELECT n::int FROM unnest(${arrayParameters(WAYPOINT_COLUMNS)}) WITH ORDINALITY AS asked (${names(WAYPOINT_COLUMNS)}, n)
  WHERE NOT EXISTS (SELECT FROM waypoints w WHERE w.device_id = asked.device_id
    AND w.positioned_at >= asked.positioned_at AND w.positioned_at < asked.positioned_at + interval '1 millisecond' AND ${EQUAL}
    AND (w.validity = asked.validity OR (w.validity IN ${JUDGED} AND asked.validity IN ${JUDGED})) OFFSET 0)`

const OF_INSTANTS = `SELECT w.* FROM unnest($1::int4[], $2::timestamptz[]) AS asked (device_id, instant), LATERAL (
    SELECT ${SELECTED} FROM waypoints WHERE device_id = asked.device_id
      AND positioned_at >= asked.instant AND positioned_at < asked.instant + interval '1 millisecond' OFFSET 0) w`

/**
 * For rows whose instants have other rows: separates them into new readings and repeats. If all rows are stored already,
 * for example when the log is read again, one query is enough.
 * @param written rows that are being stored in the same call
 */
export async function separateReadings(
  client: ClientBase,
  rows: readonly WaypointRow[],
  written: readonly WaypointRow[],
): Promise<SeparatedReadings> {
  const told: SeparatedReadings = { further: [], repeats: [], beside: new Map() }
  if (rows.length === 0) return told
  const { rows: found } = await client.query<{ n: number }>(DIFFERENT, packArrays(WAYPOINT_COLUMNS, rows.map(toValues)))
  if (found.length === 0) return { ...told, repeats: [...rows] }
  const different = new Set(found.map(({ n }) => rows[n - 1]!))
  const instants = await readInstants(client, [...different], written)
  for (const row of rows) {
    const known = different.has(row) ? instants.get(keyOf(row))! : undefined
    if (!known || known.some((other) => isSameReading(row.fix, other.fix))) told.repeats.push(row)
    else {
      if (known.length > 0) told.beside.set(row, [...known])
      place(row, known)
      told.further.push(row)
      known.push(row)
    }
  }
  return told
}

/** Returns true if two fixes of one instant are equal after they are rounded to the table's resolution. */
export function isSameReading(left: Fix, right: Fix): boolean {
  const [one, other] = [left, right].map((fix) => toValues({ deviceId: 0, receivedAt: 0, fix })) as [Values, Values]
  return (
    one.ignition === other.ignition &&
    one.movement === other.movement &&
    asJudged(one.validity) === asJudged(other.validity) &&
    one.measured.every((value, nth) => value === other.measured[nth]) &&
    isSameJson(one.attributes, other.attributes)
  )
}
type Values = ReturnType<typeof toValues>

const asJudged = (validity: number): number => (validity === FixValidity.implausibleSpeed ? FixValidity.valid : validity)

function isSameJson(left: string | undefined, right: string | undefined): boolean {
  if (left === right) return true
  if (left === undefined || right === undefined) return false
  const [one, other] = [attributesFromJson(left), attributesFromJson(right)]
  const [keys, otherKeys] = [Object.keys(one), Object.keys(other)]
  return keys.length === otherKeys.length && keys.every((name) => one[name] === other[name])
}

/** Returns a key for an instant of a device. */
const keyOf = ({ deviceId, fix }: WaypointRow): string => `${deviceId} ${Math.round(fix.positionedAt)}`

/** Returns all waypoints at the instants of these rows, both stored ones and those in `written`. */
async function readInstants(
  client: ClientBase,
  rows: readonly WaypointRow[],
  written: readonly WaypointRow[],
): Promise<Map<string, WaypointRow[]>> {
  const asked = new Map(rows.map((row) => [keyOf(row), row]))
  const instants = new Map<string, WaypointRow[]>([...asked.keys()].map((key) => [key, []]))
  const question = {
    rowMode: 'array' as const,
    text: OF_INSTANTS,
    values: [
      [...asked.values()].map(({ deviceId }) => deviceId),
      [...asked.values()].map(({ fix }) => new Date(Math.round(fix.positionedAt))),
    ],
  }
  const stored = (await client.query<unknown[]>(question)).rows.map(fromSelected)
  for (const row of [...stored, ...written]) instants.get(keyOf(row))?.push(row)
  return instants
}

/**
 * Gives the row the next free microsecond of its instant. If none is free, the row gets its time of reception as its time.
 */
function place(row: WaypointRow, known: readonly WaypointRow[]): void {
  const next = known.reduce((most, { nth = 0 }) => Math.max(most, nth + 1), 0)
  if (next >= MOST_AN_INSTANT) row.fix = { ...row.fix, positionedAt: row.receivedAt, validity: FixValidity.unknownTime }
  else if (next > 0) row.nth = next
}
