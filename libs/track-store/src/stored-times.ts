import type { ClientBase } from 'pg'
import { microsecondsOf, toMicroseconds } from './binary-reader.js'
import { arrayParameters, packArrays, type Column } from './columns.js'
import type { WaypointRow } from './track-store.js'
import { storedReception } from './waypoint-columns.js'

/** Rows of one device that are close in time. The stored rows around them are read in one query. */
interface Span {
  deviceId: number
  from: number
  till: number
  rows: WaypointRow[]
}

/** Gap in milliseconds after which a row starts a new span. Without this limit, days without rows would be read. */
const GAP_MS = 30 * 60_000
/**
 * Part of the maximum number of stored rows that are read per span. The maximum is this number for each row of the span,
 * plus `STORED_AT_LEAST`. If the database has more stored rows in a span, the span is not read, and its rows are `unsure`.
 */
const STORED_A_ROW = 4
const STORED_AT_LEAST = 200

const SPAN: readonly Column<Span>[] = [
  { name: 'device_id', type: 'int4', read: ({ deviceId }) => deviceId },
  { name: 'from_time', type: 'timestamptz', read: ({ from }) => from },
  // One millisecond later, so that the span includes all readings of the last row's instant.
  { name: 'till_time', type: 'timestamptz', read: ({ till }) => till + 1 },
  { name: 'most', type: 'int4', read: (span) => most(span) },
]

// OFFSET 0 makes the database scan a separate index range for each span. Otherwise the planner might join the whole table.
const STORED = `SELECT stored.times, stored.receptions
  FROM unnest(${arrayParameters(SPAN)}) WITH ORDINALITY AS span (device_id, from_time, till_time, most, n) CROSS JOIN LATERAL (
    SELECT encode(array_send(array_agg(positioned_at)), 'base64') AS times, encode(array_send(array_agg(received_at)), 'base64') AS receptions
    FROM (
      SELECT w.positioned_at, w.received_at FROM waypoints w
      WHERE w.device_id = span.device_id AND w.positioned_at >= span.from_time AND w.positioned_at < span.till_time
      OFFSET 0 LIMIT span.most
    ) rows
  ) stored ORDER BY n`

/** Result of looking up rows that may be repeats. */
export interface Sifted {
  /** Rows whose instant has no stored reading. If several rows have the same instant, only the first is here. */
  missing: WaypointRow[]
  /** Rows whose instant has a stored reading or an earlier row of the call. They must still be compared with it. */
  taken: WaypointRow[]
  /** Rows that are stored already, and whose messages are being read again. */
  again: WaypointRow[]
  /** Rows of spans that have too many stored rows to read. */
  unsure: WaypointRow[]
}

/**
 * Looks up which rows are stored already, with one index scan per span.
 * @param beside other rows that are being stored in the same call
 */
export async function siftStored(
  client: ClientBase,
  rows: readonly WaypointRow[],
  beside: readonly WaypointRow[],
): Promise<Sifted> {
  const spans = toSpans(rows)
  const stored = await readStored(client, spans)
  const taken = timesOf(beside, new Set(spans.map(({ deviceId }) => deviceId)))
  const sifted: Sifted = { missing: [], taken: [], again: [], unsure: [] }
  spans.forEach((span, index) => {
    const found = stored[index] ?? NOTHING
    if (found.times.length >= most(span)) for (const row of span.rows) sifted.unsure.push(row)
    else sift(span, found, taken, sifted)
  })
  return sifted
}

/**
 * Stored rows of a span, ordered by time. `times` are whole milliseconds and `receptions` are microseconds, both since 2000
 * UTC.
 */
interface Stored {
  times: Float64Array
  receptions: Float64Array
}
const NOTHING: Stored = { times: new Float64Array(), receptions: new Float64Array() }

/**
 * Reads the stored rows of each span. The database sends them as binary arrays, because parsing text would take longer than
 * reading the rows.
 */
async function readStored(client: ClientBase, spans: readonly Span[]): Promise<Stored[]> {
  const { rows } = await client.query<[string | null, string | null]>({
    text: STORED,
    values: packArrays(SPAN, spans),
    rowMode: 'array',
  })
  return rows.map(([times, receptions]) => {
    if (!times || !receptions) return NOTHING
    return byTime(toMicroseconds(Buffer.from(times, 'base64')), toMicroseconds(Buffer.from(receptions, 'base64')))
  })
}

function byTime(times: Float64Array, receptions: Float64Array): Stored {
  let isRising = true
  for (let n = 0; n < times.length; n++) {
    times[n] = Math.floor(times[n]! / 1_000)
    if (n > 0 && times[n]! < times[n - 1]!) isRising = false
  }
  if (isRising) return { times, receptions }
  const order = Array.from(times.keys()).sort((left, right) => times[left]! - times[right]!)
  return { times: Float64Array.from(order, (n) => times[n]!), receptions: Float64Array.from(order, (n) => receptions[n]!) }
}

const most = ({ rows }: Span): number => rows.length * STORED_A_ROW + STORED_AT_LEAST

function toSpans(rows: readonly WaypointRow[]): Span[] {
  const spans: Span[] = []
  const latest = new Map<number, Span>()
  let span: Span | undefined
  for (const row of rows) {
    const { positionedAt } = row.fix
    // Rows of one device are mostly adjacent.
    if (span?.deviceId !== row.deviceId) span = latest.get(row.deviceId)
    if (!span || positionedAt < span.from - GAP_MS || positionedAt > span.till + GAP_MS) {
      span = { deviceId: row.deviceId, from: positionedAt, till: positionedAt, rows: [] }
      latest.set(row.deviceId, span)
      spans.push(span)
    }
    if (positionedAt < span.from) span.from = positionedAt
    if (positionedAt > span.till) span.till = positionedAt
    span.rows.push(row)
  }
  return spans
}

/** Returns the times of all rows of these devices, by device. */
function timesOf(rows: readonly WaypointRow[], devices: ReadonlySet<number>): Map<number, Set<number>> {
  const times = new Map<number, Set<number>>()
  for (const { deviceId, fix } of rows) if (devices.has(deviceId)) setOf(times, deviceId).add(Math.round(fix.positionedAt))
  return times
}

function setOf(sets: Map<number, Set<number>>, deviceId: number): Set<number> {
  let set = sets.get(deviceId)
  if (!set) sets.set(deviceId, (set = new Set()))
  return set
}

function sift({ deviceId, rows }: Span, { times, receptions }: Stored, taken: Map<number, Set<number>>, sifted: Sifted): void {
  const own = setOf(taken, deviceId)
  let at = 0
  for (const row of rows) {
    const positionedAt = Math.round(row.fix.positionedAt)
    const time = microsecondsOf(positionedAt) / 1_000
    if (times[at] !== time || times[at - 1] === time) at = search(times, time)
    const isStored = times[at] === time
    let isAgain = false
    if (isStored) {
      const reception = microsecondsOf(storedReception(row))
      for (; times[at] === time; at++) isAgain ||= receptions[at] === reception
    }
    if (isAgain) sifted.again.push(row)
    else if (isStored || own.has(positionedAt)) sifted.taken.push(row)
    else {
      sifted.missing.push(row)
      own.add(positionedAt)
    }
  }
}

/** Returns the index of the first time that is not before `time`. */
function search(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle]! < time) low = middle + 1
    else high = middle
  }
  return low
}
