import { Topic, type Fix, type RejectedFrame } from '@roadbook/contracts'
import type { EventLog } from '@roadbook/event-log'
import { findProtocol } from '@roadbook/protocols'
import { asStored } from '@roadbook/track-store'
import { segment, TRIP_PARAMETERS, type Trip, type TripParameters } from '@roadbook/trips'
import type pg from 'pg'
import { until } from '@roadbook/testing/until'

/** Fixes that each tracker had to send, whether or not they were acknowledged. */
export type Sent = ReadonlyMap<string, readonly Fix[]>

export interface LossCheck {
  pool: pg.Pool
  log: EventLog
  sent: Sent
  /** By IMEI: number of acknowledged readings of each instant. The simulated trackers record them in a journal. */
  promised: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** Trip parameters of the trackers' vehicles. Default: those of an e-bike. */
  parameters?: TripParameters
  /** Maximum time until the log is quiet, milliseconds. */
  withinMs?: number
}

/** Result of a check. Everything except the counts must be empty. Tests compare the result with {@link CLEAN}. */
export interface Verdict {
  acknowledged: number
  stored: number
  /** Number of readings that Roadbook stored apart from the track, with the reason. */
  aside: number
  /** Number of readings that were acknowledged and not stored. `tracker.rejected` has their packet with the reason. */
  rejected: number
  /** Readings that were acknowledged, but are neither stored, nor set aside, nor in a rejected message. */
  lost: string[]
  /** Readings stored but never sent. */
  unsent: string[]
  /** (device, time) of readings that are in the table more than once. */
  duplicates: string[]
  /** Readings that are stored with another place or speed than the tracker sent. */
  altered: string[]
  /** Devices whose stored trips differ from the trips of their sorted fixes. */
  wrongTrips: string[]
}

export const CLEAN = { lost: [], unsent: [], duplicates: [], altered: [], wrongTrips: [] } satisfies Partial<Verdict>

/**
 * Waits until nothing is in progress. Then compares the acknowledged, the sent and the stored readings (Jepsen's "set"
 * workload):
 * - acknowledged \ stored = ∅
 * - stored \ sent = ∅
 * - each reading is stored once, and all readings of one second are stored
 * - trips(stored) = trips(sort(sent))
 *
 * If a tracker sends two records of one instant, Roadbook dates the second one a millisecond later. Instants are therefore
 * compared as whole seconds.
 */
export async function checkLosses(check: LossCheck): Promise<Verdict> {
  await quiescence(check)
  const verdict: Verdict = { acknowledged: 0, stored: 0, aside: 0, rejected: 0, ...structuredClone(CLEAN) }
  for (const imei of new Set([...check.sent.keys(), ...check.promised.keys()])) await checkTracker(imei, check, verdict)
  if (verdict.lost.length > 0) {
    const rejected = await readRejected(check.log)
    const unexplained = verdict.lost.filter((one) => !rejected.has(one))
    verdict.rejected = verdict.lost.length - unexplained.length
    verdict.lost = unexplained
  }
  return verdict
}

/**
 * Resolves when nothing waits in the log. The log shows this: the consumer process commits an offset only after everything
 * before the offset is stored and divided into trips.
 */
async function quiescence({ log, withinMs = 120_000 }: LossCheck): Promise<void> {
  const left = async () => [...(await log.lag(Topic.packets, 'consumer')).values()].reduce((sum, one) => sum + one, 0n)
  // The log may still be recovering from a fault.
  const patience = { withinMs, everyMs: 200, outlastsErrors: true }
  await until('no message is left in the event log', left, { ...patience, fits: (count) => count === 0n })
}

interface StoredRow {
  at: number
  latitude: number | null
  longitude: number | null
  speed: number | null
  said: string
}

async function checkTracker(imei: string, check: LossCheck, verdict: Verdict): Promise<void> {
  const { pool, parameters = TRIP_PARAMETERS.eBike } = check
  const sent = check.sent.get(imei) ?? []
  const promised = check.promised.get(imei) ?? new Map<number, number>()
  const { rows: devices } = await pool.query<{ id: number }>('SELECT id FROM devices WHERE imei = $1', [imei])
  const id = devices[0]?.id
  const { rows } = await pool.query<StoredRow>(
    `SELECT floor(extract(epoch FROM positioned_at))::float8 * 1000 AS at, latitude, longitude, speed_tenths_kph AS speed,
       (to_jsonb(w) - 'positioned_at' - 'received_at' - 'validity')::text AS said
     FROM waypoints w WHERE device_id = $1 ORDER BY positioned_at`,
    [id],
  )
  const { rows: besides } = await pool.query<{ at: number }>(
    'SELECT floor(extract(epoch FROM positioned_at))::float8 * 1000 AS at FROM waypoints_aside WHERE device_id = $1',
    [id],
  )
  const stored = new Map<number, StoredRow[]>()
  for (const row of rows) {
    const others = stored.get(row.at) ?? []
    if (others.some(({ said }) => said === row.said)) verdict.duplicates.push(`${imei} ${row.at}`)
    stored.set(row.at, [...others, row])
  }
  const aside = new Map<number, number>()
  for (const { at } of besides) aside.set(at, (aside.get(at) ?? 0) + 1)
  verdict.stored += rows.length
  verdict.aside += besides.length

  for (const [at, count] of bySecond(promised)) {
    verdict.acknowledged += count
    const kept = (stored.get(at)?.length ?? 0) + (aside.get(at) ?? 0)
    for (let n = kept; n < count; n++) verdict.lost.push(`${imei} ${at}`)
  }
  const byTime = new Map<number, Fix[]>()
  for (const fix of sent) byTime.set(secondOf(fix.positionedAt), [...(byTime.get(secondOf(fix.positionedAt)) ?? []), fix])
  for (const row of rows) {
    const candidates = byTime.get(row.at)
    if (!candidates || stored.get(row.at)!.length > candidates.length) verdict.unsent.push(`${imei} ${row.at}`)
    else if (!candidates.some((fix) => isSame(asStored(fix), row))) verdict.altered.push(`${imei} ${row.at}`)
  }
  await checkTrips(
    imei,
    id,
    sent.filter(({ positionedAt }) => stored.has(secondOf(positionedAt))),
    parameters,
    check,
    verdict,
  )
}

const secondOf = (ms: number) => Math.floor(ms / 1_000) * 1_000

function bySecond(promised: ReadonlyMap<number, number>): Map<number, number> {
  const seconds = new Map<number, number>()
  for (const [at, count] of promised) seconds.set(secondOf(at), (seconds.get(secondOf(at)) ?? 0) + count)
  return seconds
}

const isSame = (fix: Fix, { latitude, longitude, speed }: StoredRow): boolean =>
  scaled(fix.latitude, 1e7) === latitude && scaled(fix.longitude, 1e7) === longitude && scaled(fix.speedKph, 10) === speed

const scaled = (value: number | undefined, scale: number) => (value === undefined ? null : Math.round(value * scale))

async function checkTrips(
  imei: string,
  id: number | undefined,
  fixes: readonly Fix[],
  parameters: TripParameters,
  { pool }: LossCheck,
  verdict: Verdict,
): Promise<void> {
  // The wall clock decides whether a trip is still open. This field is therefore not compared. Everything else depends only
  // on the fixes.
  const { rows } = await pool.query<Record<string, number>>(
    `SELECT (extract(epoch FROM started_at) * 1000)::float8 AS "startedAt", (extract(epoch FROM ended_at) * 1000)::float8 AS "endedAt",
       (extract(epoch FROM arrived_at) * 1000)::float8 AS "arrivedAt",
       distance_m AS "distanceM", max_speed_kph::float8 AS "maxSpeedKph", idle_s AS "idleS", waypoint_count AS "waypointCount"
     FROM trips WHERE device_id = $1 ORDER BY started_at`,
    [id],
  )
  const { trips, open } = segment(fixes.map(asStored), parameters)
  const expected = JSON.stringify([...trips, ...(open ? [open] : [])].map(essence))
  const found = JSON.stringify(rows.map((row) => essence(row as unknown as Trip)))
  if (found !== expected) verdict.wrongTrips.push(`${imei}: ${found} instead of ${expected}`)
}

const essence = ({ startedAt, endedAt, arrivedAt, distanceM, maxSpeedKph, idleS, waypointCount }: Trip) => [
  startedAt,
  endedAt,
  arrivedAt ?? null,
  distanceM,
  Math.round(maxSpeedKph * 10) / 10,
  idleS,
  waypointCount,
]

/** Returns the fixes of packets that were rejected with a reason. Packets whose bytes cannot be read are left out. */
async function readRejected(log: EventLog): Promise<Set<string>> {
  const explained = new Set<string>()
  for (const { imei, protocol, hex, at } of await readAll<RejectedFrame>(log, Topic.rejected)) {
    const decoded = findProtocol(protocol ?? '')?.decode(Buffer.from(hex, 'hex'), { now: at })
    if (!imei || !decoded || !('fixes' in decoded)) continue
    for (const { positionedAt } of decoded.fixes ?? []) explained.add(`${imei} ${secondOf(positionedAt)}`)
  }
  return explained
}

let readers = 0

/** Returns every JSON message of a topic, read by a group of its own. */
export async function readAll<T>(log: EventLog, topic: Topic): Promise<T[]> {
  const group = `checker-${process.pid}-${Date.now()}-${++readers}`
  const found: T[] = []
  const subscription = await log.subscribe({
    topic,
    group,
    onBatch: async (batch) => {
      for (const { value } of batch.messages) found.push(JSON.parse(value.toString()) as T)
      await batch.commit()
    },
  })
  try {
    const isDone = async () => [...(await log.lag(topic, group)).values()].every((one) => one === 0n)
    await until(`${topic} is read`, isDone, { everyMs: 100 })
    return found
  } finally {
    await subscription.stop()
  }
}
