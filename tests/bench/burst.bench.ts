// G12: measures the time after an hour's outage. Every tracker of a fleet sends its buffer: 360 fixes in frames of 20. It
// sends each frame as soon as the previous one is durable in the log. Other trackers still report every few seconds.
// Measures:
// - how fast the consumer process processes the burst, compared with its own steady rate in the same run. One burst has the
//   oldest frames first, another the newest first
// - how long a fresh fix of another device takes to the live channel meanwhile
// - whether the trips are those of the sorted track
// The measurement starts at the log, because the gateway has its own benchmarks. The rate is by CPU time, with one core for
// the consumer process and one for the database, as in `ingest`.
import { setTimeout as wait } from 'node:timers/promises'
import { Topic, type Fix } from '@roadbook/contracts'
import { decodeLivePosition } from '@roadbook/contracts/packet-codec'
import { asStored, createTrackStore } from '@roadbook/track-store'
import { segment, TRIP_PARAMETERS } from '@roadbook/trips'
import pg from 'pg'
import { ConsumerProcess } from './support/consumer-process.ts'
import { FleetDatabase, imeiOf, packetOf, rideFix } from './support/fleet-database.ts'
import { percentile, report } from './support/ratio.ts'

const BUFFERED = 1_500
const HEALTHY = 200
const FIXES_A_DEVICE = 360
const FIXES_A_FRAME = 20
const FRAMES = FIXES_A_DEVICE / FIXES_A_FRAME
/** Interval between reports of the healthy trackers, milliseconds. */
const REPORT_EVERY_MS = 100
const REPORTS = 20
const CHECKED = 60
const OUTAGE = Date.now() - 3 * 3_600_000

const groups = { steady: 0, oldestFirst: BUFFERED, newestFirst: 2 * BUFFERED, healthy: 3 * BUFFERED } as const
const devicesOf = (group: keyof typeof groups, count = BUFFERED) => Array.from({ length: count }, (_, n) => groups[group] + n + 1)
const bufferedFixes = (device: number, from = 0, count = FIXES_A_DEVICE): Fix[] =>
  Array.from({ length: count }, (_, n) => rideFix(device, from + n, OUTAGE))
const lastOf = (device: number): number => rideFix(device, FIXES_A_DEVICE - 1, OUTAGE).positionedAt

const database = await FleetDatabase.open(groups.healthy + HEALTHY)
const consumer = await ConsumerProcess.start(database.url, database.benchLog.spec)
try {
  await steady()
  const limit = await drained('steady', async () => {
    await database.hold()
    await burst('steady', (frame) => frame)
    await wait(500)
    await database.release()
  })
  const oldest = await beside(() => drained('oldestFirst', () => burst('oldestFirst', (frame) => frame)))
  const newest = await beside(() => drained('newestFirst', () => burst('newestFirst', (frame) => FRAMES - 1 - frame)))
  await database.quiet()
  for (const group of ['oldestFirst', 'newestFirst'] as const) await assertTrips(group)
  const worst = [oldest, newest].sort((one, other) => one.result.system - other.result.system)[0]!
  const tenths = (ms: number) => Math.round(ms / 100) / 10
  report('burst', { system: worst.result.system, limit: limit.system, ratio: worst.result.system / limit.system }, 'fixes/s', {
    wall: worst.result.wall,
    wallRatio: Number((worst.result.wall / limit.wall).toFixed(2)),
    oldestFirst: Math.round(oldest.result.system),
    newestFirst: Math.round(newest.result.system),
    freshP50S: tenths(percentile([...oldest.delaysMs, ...newest.delaysMs], 0.5)),
    freshP99S: tenths(percentile([...oldest.delaysMs, ...newest.delaysMs], 0.99)),
  })
} finally {
  await consumer.stop()
  await database.close()
}

/** Makes every device known to the consumer process, as it is before an outage. */
async function steady(): Promise<void> {
  const known = [...devicesOf('steady', 3 * BUFFERED), ...devicesOf('healthy', HEALTHY)]
  const before = OUTAGE - 2 * 3_600_000
  await database.log.publish(
    Topic.packets,
    known.map((device) => packetOf(device, [rideFix(device, 0, before)], before + 12_000)),
  )
  await database.quiet()
}

/** Publishes each tracker's frames in the given order. Each is published when the previous one is durable. */
async function burst(group: keyof typeof groups, order: (frame: number) => number): Promise<void> {
  const receivedAt = Date.now()
  for (let frame = 0; frame < FRAMES; frame++) {
    const from = order(frame) * FIXES_A_FRAME
    const messages = devicesOf(group).map((device) => packetOf(device, bufferedFixes(device, from, FIXES_A_FRAME), receivedAt))
    await database.log.publish(Topic.packets, messages)
  }
}

/** Returns the fixes that are processed per second after all of them are in the log, by CPU time and by the clock. */
async function drained(group: keyof typeof groups, send: () => Promise<void>): Promise<{ system: number; wall: number }> {
  const fixes = BUFFERED * FIXES_A_DEVICE
  const before = await inserted()
  await send()
  const [began, own, databaseMs, done] = [performance.now(), consumer.cpuMs, await database.cpuMs(), (await inserted()) - before]
  while ((await inserted()) - before < fixes) await wait(200)
  const [ms, ownMs, usedMs] = [performance.now() - began, consumer.cpuMs - own, (await database.cpuMs()) - databaseMs]
  await allStored(group)
  return {
    system: Math.round(((fixes - done) * 1_000) / Math.max(ownMs, usedMs)),
    wall: Math.round(((fixes - done) * 1_000) / ms),
  }
}

/** Returns the number of fixes of all devices, as the consumer process counts them. */
async function inserted(): Promise<number> {
  return (await consumer.metric('waypoints_total{result="inserted"}')) ?? 0
}

async function allStored(group: keyof typeof groups): Promise<void> {
  const [first, last] = [groups[group] + 1, groups[group] + BUFFERED]
  const stored = () =>
    database.count(`waypoints WHERE device_id BETWEEN ${first} AND ${last} AND positioned_at >= to_timestamp(${OUTAGE / 1_000})`)
  while ((await stored()) < BUFFERED * FIXES_A_DEVICE) await wait(250)
}

/** Runs `work` while the healthy trackers report. @returns its result and how long each fresh fix took to the live channel */
async function beside<T>(work: () => Promise<T>): Promise<{ result: T; delaysMs: number[] }> {
  const sentAt = new Map<string, number>()
  const delaysMs: number[] = []
  const subscription = await database.log.subscribe({
    topic: Topic.livePositions,
    group: `bench-${performance.now()}`,
    from: 'latest',
    onBatch: async ({ messages }) => {
      for (const { value } of messages) {
        const { imei, positionedAt } = decodeLivePosition(value)
        for (const [key, at] of sentAt) {
          const [ofImei, time] = key.split(' ')
          if (ofImei !== imei || Number(time) > positionedAt) continue
          delaysMs.push(performance.now() - at)
          sentAt.delete(key)
        }
      }
    },
  })
  let isOver = false
  const reporting = (async () => {
    for (let turn = 0; !isOver; turn++) {
      const now = Date.now()
      const devices = Array.from({ length: REPORTS }, (_, n) => groups.healthy + 1 + ((turn * REPORTS + n) % HEALTHY))
      await database.log.publish(
        Topic.packets,
        devices.map((device) => packetOf(device, [{ ...rideFix(device, turn, OUTAGE), positionedAt: now }], now)),
      )
      for (const device of devices) sentAt.set(`${imeiOf(device)} ${now}`, performance.now())
      await wait(REPORT_EVERY_MS)
    }
  })()
  const result = await work()
  isOver = true
  await reporting
  await database.quiet()
  while (sentAt.size > 0) await wait(20)
  await subscription.stop()
  return { result, delaysMs }
}

async function assertTrips(group: keyof typeof groups): Promise<void> {
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  const store = createTrackStore(pool)
  const wrong: string[] = []
  for (const device of devicesOf(group).filter((_, n) => n % Math.ceil(BUFFERED / CHECKED) === 0)) {
    const { trips, open } = segment(bufferedFixes(device).map(asStored), TRIP_PARAMETERS.eBike)
    const expected = [...trips, ...(open ? [open] : [])].map(({ startedAt, endedAt, distanceM }) => [
      startedAt,
      endedAt,
      distanceM,
    ])
    const stored = await store.readTrips(device, OUTAGE, lastOf(device))
    const found = stored.map(({ startedAt, endedAt, distanceM }) => [startedAt, endedAt, distanceM])
    if (JSON.stringify(found) !== JSON.stringify(expected))
      wrong.push(`device ${device} of ${group}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`)
  }
  await pool.end()
  if (wrong.length > 0) throw new Error(wrong.slice(0, 3).join('; '))
}
