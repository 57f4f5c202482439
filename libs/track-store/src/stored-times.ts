import type { ClientBase } from 'pg'
import { microsecondsOf, toMicroseconds } from './binary-reader.js'
import { arrayParameters, packArrays, type Column } from './columns.js'
import type { WaypointRow } from './track-store.js'
import { storedReception } from './waypoint-columns.js'

/** Rows of one device that lie close together, so that what is stored around them is read in one go. */
interface Span {
  deviceId: number
  from: number
  till: number
  rows: WaypointRow[]
}

/** A row further away begins a span of its own: between them may lie days that nobody asked for. */
const GAP_MS = 30 * 60_000
/** A span holds no more than so many stored rows for each one asked for, and a few, before it is given up as too dense. */
const STORED_A_ROW = 4
const STORED_AT_LEAST = 200

const SPAN: readonly Column<Span>[] = [
  { name: 'device_id', type: 'int4', of: ({ deviceId }) => deviceId },
  { name: 'from_time', type: 'timestamptz', of: ({ from }) => from },
  // With all readings of its last instant.
  { name: 'till_time', type: 'timestamptz', of: ({ till }) => till + 1 },
  { name: 'most', type: 'int4', of: (span) => most(span) },
]

// OFFSET 0 keeps each span a scan of its own piece of the index: the planner must not join the whole table instead.
const STORED = `SELECT stored.times, stored.receptions
  FROM unnest(${arrayParameters(SPAN)}) WITH ORDINALITY AS span (device_id, from_time, till_time, most, n) CROSS JOIN LATERAL (
    SELECT encode(array_send(array_agg(positioned_at)), 'base64') AS times, encode(array_send(array_agg(received_at)), 'base64') AS receptions
    FROM (
      SELECT w.positioned_at, w.received_at FROM waypoints w
      WHERE w.device_id = span.device_id AND w.positioned_at >= span.from_time AND w.positioned_at < span.till_time
      OFFSET 0 LIMIT span.most
    ) rows
  ) stored ORDER BY n`

/** What the table says of rows that may be repeats. */
export interface Sifted {
  /** Nothing is stored of their instants, each of which is here once. */
  missing: WaypointRow[]
  /** Something is stored of their instants, or another of the rows asked for has it; whether the same is to be found out. */
  taken: WaypointRow[]
  /** Stored already: from the same message, which is read again. */
  again: WaypointRow[]
  /** Where too much is stored around them to look at it all. */
  unsure: WaypointRow[]
}

/**
 * Tells which rows are stored already, by one read of the index for each device's stretch of rows.
 * @param beside rows that are being stored with them.
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

/** What is stored in a span, by rising time: whole milliseconds, and the microseconds of its reception. */
interface Stored {
  times: Float64Array
  receptions: Float64Array
}
const NOTHING: Stored = { times: new Float64Array(), receptions: new Float64Array() }

/** What is stored in each span. Packed, because the text of each would cost more than its reading. */
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
    // Rows of one device mostly come together.
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

/** The times of the rows of these devices, by device. */
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

/** Where the first time lies that is not before `time`. */
function search(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle]! < time) low = middle + 1
    else high = middle
  }
  return low
}
