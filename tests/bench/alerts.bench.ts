// Cost of alerts: measures how much of its ingest rate the consumer process keeps when it checks 100 000 geofences and three
// rules for 10 000 vehicles. Ten geofences are near each vehicle. The consumer process processes a backlog of moving bikes
// three times: without rules, with rules until every resulting alert is written, and without rules again. The database grows
// meanwhile. The run with rules is therefore compared with the run before it and the run after it. The ratio is by CPU time
// of consumer process and database together.
import { setTimeout as wait } from 'node:timers/promises'
import { Topic } from '@roadbook/contracts'
import { ConsumerProcess } from './support/consumer-process.ts'
import { FleetDatabase, packetOf, rideFix } from './support/fleet-database.ts'
import { report } from './support/ratio.ts'

const DEVICES = 10_000
const FENCES_A_DEVICE = 10
const PACKETS_A_ROUND = 3
const FIXES_A_PACKET = 10
const ROUND = DEVICES * PACKETS_A_ROUND * FIXES_A_PACKET
/** Number of rounds per phase. The rounds of a phase together cover a ride and the stop after it. */
const ROUNDS = 3
const BEGIN = Date.now() - 12 * 3_600_000
const CORNERS = 24

interface Cost {
  wallMs: number
  ownMs: number
  databaseMs: number
}
const mean = (costs: readonly Cost[]): Cost => {
  const of = (key: keyof Cost) => costs.reduce((sum, cost) => sum + cost[key], 0) / costs.length
  return { wallMs: of('wallMs'), ownMs: of('ownMs'), databaseMs: of('databaseMs') }
}
const totalMs = ({ ownMs, databaseMs }: Cost) => ownMs + databaseMs

const database = await FleetDatabase.open(DEVICES)
let sent = 0
let consumer = await ConsumerProcess.start(database.url, database.benchLog.spec)
try {
  await database.tidyAsked()
  await consumed()
  const before = await phase()
  await watch()
  // This part is a warm-up: it contains the first fixes of each vehicle since the rules exist.
  await consumed()
  const alertsBefore = await database.count('alerts')
  const system = mean([await phase(), await phase()])
  const fixesAnAlert = Math.round((2 * ROUNDS * ROUND) / ((await database.count('alerts')) - alertsBefore))
  await unwatch()
  await consumed()
  const limit = mean([before, await phase()])
  const us = (ms: number) => Number(((ms * 1_000) / ROUND).toFixed(2))
  const perCpuSecond = (cost: Cost) => Math.round((ROUND * 1_000) / totalMs(cost))
  report(
    'alerts',
    { system: perCpuSecond(system), limit: perCpuSecond(limit), ratio: totalMs(limit) / totalMs(system) },
    'fixes a CPU second',
    {
      wallRatio: Number((limit.wallMs / system.wallMs).toFixed(2)),
      consumerUs: us(system.ownMs),
      databaseUs: us(system.databaseMs),
      unwatchedConsumerUs: us(limit.ownMs),
      unwatchedDatabaseUs: us(limit.databaseMs),
      fixesAnAlert,
      fences: await database.count('geofences'),
    },
  )
} finally {
  await consumer.stop()
  await database.close()
}

/**
 * Measures some rounds between two clean-ups of the database. The clean-up is included but does not run at random moments.
 * @returns the mean round
 */
async function phase(): Promise<Cost> {
  await database.tidy()
  const costs: Cost[] = []
  for (let round = 0; round < ROUNDS; round++) costs.push(await consumed())
  const [sum, databaseMs] = [mean(costs), await database.cpuMs()]
  await database.vacuum()
  return { ...sum, databaseMs: sum.databaseMs + ((await database.cpuMs()) - databaseMs) / ROUNDS }
}

/** Measures a backlog of all vehicles until the last alert is written. */
async function consumed(): Promise<Cost> {
  await database.hold()
  const last = sent + PACKETS_A_ROUND * FIXES_A_PACKET
  for (; sent < last; sent += FIXES_A_PACKET) await publish(sent)
  await wait(500)
  const [began, own, databaseMs] = [performance.now(), consumer.cpuMs, await database.cpuMs()]
  await database.release()
  await database.stored((device) => rideFix(device, last - 1, BEGIN).positionedAt)
  await database.quiet()
  while ((await database.count('(SELECT FROM alert_marks UNION ALL SELECT FROM alert_batches) news')) > 0) await wait(50)
  return { wallMs: performance.now() - began, ownMs: consumer.cpuMs - own, databaseMs: (await database.cpuMs()) - databaseMs }
}

async function publish(from: number): Promise<void> {
  for (let first = 1; first <= DEVICES; first += 1_000) {
    const messages = []
    for (let device = first; device < first + 1_000; device++) {
      const fixes = Array.from({ length: FIXES_A_PACKET }, (_, nth) => rideFix(device, from + nth, BEGIN))
      messages.push(packetOf(device, fixes, fixes.at(-1)!.positionedAt + 800))
    }
    await database.log.publish(Topic.packets, messages)
  }
}

/** Adds ten polygons around the street of each vehicle, which one other vehicle shares, and rules for entry, exit and speed. */
async function watch(): Promise<void> {
  await consumer.stop()
  await database.client.query(
    `INSERT INTO geofences (business_id, name, kind, shape, south, north, west, east, limit_kph, effective_from)
     SELECT 1, 'fence ' || device || ' ' || size, 'polygon',
       json_build_object('type', 'Polygon', 'coordinates', json_build_array((
         SELECT json_agg(json_build_array(5.1 + device % 100 * 0.0007 + lon * cos(corner * 2 * pi() / $2), 50 + (device % 5000) * 0.002 + lat * sin(corner * 2 * pi() / $2))
           ORDER BY corner) FROM generate_series(0, $2::int) corner))),
       50 + (device % 5000) * 0.002 - lat, 50 + (device % 5000) * 0.002 + lat, 5.1 + device % 100 * 0.0007 - lon, 5.1 + device % 100 * 0.0007 + lon, 30, '2020-01-01'
     FROM generate_series(1, $1::int) device, generate_series(1, $3::int) size,
       LATERAL (SELECT 0.0009 AS lat, size * 0.07 AS lon) half`,
    [DEVICES, CORNERS, FENCES_A_DEVICE],
  )
  await database.client.query(
    `INSERT INTO alert_rules (business_id, name, kind, time_zone, effective_from)
     SELECT 1, kind, kind, 'UTC', '2020-01-01' FROM unnest(ARRAY['entry', 'exit', 'speeding']) kind`,
  )
  consumer = await ConsumerProcess.start(database.url, database.benchLog.spec)
}

async function unwatch(): Promise<void> {
  await consumer.stop()
  await database.client.query('UPDATE alert_rules SET active = false')
  consumer = await ConsumerProcess.start(database.url, database.benchLog.spec)
}
