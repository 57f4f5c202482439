// G8: compares the rate of the whole consumer process with the rate of a bare COPY of ready-made bytes into the same table
// with the same index. Both write every commit to disk. The consumer process decodes, stores each fix once, divides the fixes
// into trips, updates states, sends live positions and writes checkpoints. Then measures the rate when the same backlog is
// read a second time.
// The load is a fleet of moving bikes with ten fixes per packet. Every device is in memory already. A lock first stops the
// writes of waypoints. The clock starts when the lock is released, and stops when everything is stored. Checkpoints are
// written every two seconds meanwhile, as usual.
// The ratio is by CPU time, with one core for the consumer process and one for the database. The busier of the two limits the
// rate. `wallRatio` is the same ratio by the clock. It is only right if nothing else uses these two cores.
import { once } from 'node:events'
import copyStreams from 'pg-copy-streams'
import { Topic, type Fix } from '@roadbook/contracts'
import { names } from '@roadbook/track-store/columns'
import { packWaypoints } from '@roadbook/track-store/pack-waypoints'
import { WAYPOINT_COLUMNS } from '@roadbook/track-store/waypoint-columns'
import { ConsumerProcess } from './support/consumer-process.ts'
import { FleetDatabase, packetOf, rideFix } from './support/fleet-database.ts'
import { medianBy, report } from './support/ratio.ts'

const DEVICES = 1_000
const PACKETS_A_ROUND = 24
const FIXES_A_PACKET = 10
const ROUND = DEVICES * PACKETS_A_ROUND * FIXES_A_PACKET
const ROUNDS = 3
const BEGIN = Date.now() - 12 * 3_600_000
const COPY_ROWS = 2_000

/** Cost of one measured backlog. */
interface Cost {
  wallMs: number
  /** CPU time of the consumer process. The next field is the CPU time of the database. */
  ownMs: number
  databaseMs: number
}

const perSecond = (fixes: number, ms: number): number => (fixes * 1_000) / ms
/** Returns the fixes per second if the consumer process and the database each have one core. */
const byCpu = (fixes: number, { ownMs, databaseMs }: Cost): number => perSecond(fixes, Math.max(ownMs, databaseMs))

const database = await FleetDatabase.open(DEVICES)
try {
  for (const table of ['limit_before', 'limit_after'])
    await database.client.query(`CREATE TABLE ${table} (LIKE waypoints INCLUDING ALL)`)
  let fixesSent = 0
  let consumer = await ConsumerProcess.start(database.url, database.benchLog.spec)
  await consumed(1, 1)

  const rounds: { limit: number; system: number; ratio: number; wallRatio: number; wall: number; cost: Cost }[] = []
  for (let attempt = 0; attempt <= ROUNDS; attempt++) {
    const from = fixesSent
    const before = await copied('limit_before', from)
    const cost = await consumed(PACKETS_A_ROUND, FIXES_A_PACKET)
    const after = await copied('limit_after', from)
    const limit = (byCpu(ROUND, before) + byCpu(ROUND, after)) / 2
    const wallLimit = perSecond(2 * ROUND, before.wallMs + after.wallMs)
    const [system, wall] = [byCpu(ROUND, cost), perSecond(ROUND, cost.wallMs)]
    rounds.push({ limit, system, ratio: system / limit, wallRatio: wall / wallLimit, wall, cost })
  }
  // The first round is a warm-up.
  rounds.shift()
  const round = medianBy(rounds, ({ ratio }) => ratio)
  const all = fixesSent * DEVICES
  const again = await repeated()
  const us = (ms: number, fixes: number) => Number(((ms * 1_000) / fixes).toFixed(2))
  report('ingest', round, 'fixes/s', {
    log: database.benchLog.spec.split(':')[0],
    wall: Math.round(round.wall),
    wallRatio: Number(medianBy(rounds, ({ wallRatio }) => wallRatio).wallRatio.toFixed(2)),
    consumerUs: us(round.cost.ownMs, ROUND),
    databaseUs: us(round.cost.databaseMs, ROUND),
    repeats: Math.round(byCpu(all, again)),
    repeatsToFresh: Number((byCpu(all, again) / round.system).toFixed(2)),
    repeatsWall: Math.round(perSecond(all, again.wallMs)),
    repeatsConsumerUs: us(again.ownMs, all),
    repeatsDatabaseUs: us(again.databaseMs, all),
    trips: await database.count('trips'),
  })

  /** Measures the cost of a backlog with that many packets of each device. */
  async function consumed(packets: number, fixesAPacket: number): Promise<Cost> {
    await database.hold()
    const last = fixesSent + packets * fixesAPacket
    for (; fixesSent < last; fixesSent += fixesAPacket) await publish(fixesSent, fixesAPacket)
    // At this moment the first batches are decoded, their devices are in memory, and the batches wait for the database.
    await new Promise((resolve) => setTimeout(resolve, 500))
    const cost = await costOf(async () => {
      await database.release()
      await database.stored((device) => rideFix(device, last - 1, BEGIN).positionedAt)
    })
    await assertDone(last)
    return cost
  }

  /** Measures the cost of reading all packets a second time. */
  async function repeated(): Promise<Cost> {
    await consumer.stop()
    await database.client.query("UPDATE event_log_leases SET committed = 0 WHERE topic = 'tracker.packets'")
    // Vacuums first, because vacuuming the new rows is not part of the cost of repeated packets.
    await database.client.query('VACUUM (ANALYZE)')
    const before = await database.count('trips')
    consumer = await ConsumerProcess.start(database.url, database.benchLog.spec)
    const cost = await costOf(() => database.quiet())
    await consumer.stop()
    if ((await database.count('trips')) !== before) throw new Error('a repetition changed the trips')
    await assertDone(fixesSent)
    return cost
  }

  async function costOf(work: () => Promise<void>): Promise<Cost> {
    const [began, own, databaseMs] = [performance.now(), consumer.cpuMs, await database.cpuMs()]
    await work()
    return { wallMs: performance.now() - began, ownMs: consumer.cpuMs - own, databaseMs: (await database.cpuMs()) - databaseMs }
  }

  async function publish(from: number, fixesAPacket: number): Promise<void> {
    const messages = []
    for (let device = 1; device <= DEVICES; device++) {
      const fixes = fixesOf(device, from, fixesAPacket)
      messages.push(packetOf(device, fixes, fixes.at(-1)!.positionedAt + 800))
    }
    await database.log.publish(Topic.packets, messages)
  }

  async function assertDone(fixes: number): Promise<void> {
    const stored = await database.count('waypoints')
    if (stored !== DEVICES * fixes) throw new Error(`${stored} waypoints instead of ${DEVICES * fixes}`)
    await database.quiet()
  }

  async function copied(table: string, from: number): Promise<Cost> {
    const rows = []
    for (let packet = 0; packet < PACKETS_A_ROUND; packet++) {
      for (let device = 1; device <= DEVICES; device++) {
        const fixes = fixesOf(device, from + packet * FIXES_A_PACKET, FIXES_A_PACKET)
        const receivedAt = fixes.at(-1)!.positionedAt + 800
        for (const fix of fixes) rows.push({ deviceId: device, receivedAt, fix })
      }
    }
    const ready: Buffer[] = []
    for (let at = 0; at < rows.length; at += COPY_ROWS) ready.push(packWaypoints(rows.slice(at, at + COPY_ROWS)))
    const [began, own, databaseMs] = [performance.now(), process.cpuUsage(), await database.cpuMs()]
    for (const bytes of ready) {
      const statement = `COPY ${table} (${names(WAYPOINT_COLUMNS)}) FROM STDIN (FORMAT binary)`
      const stream = database.client.query(copyStreams.from(statement))
      stream.end(bytes)
      await once(stream, 'finish')
    }
    const { user, system } = process.cpuUsage(own)
    const used = (await database.cpuMs()) - databaseMs
    return { wallMs: performance.now() - began, ownMs: (user + system) / 1_000, databaseMs: used }
  }
} finally {
  await database.close()
}

function fixesOf(device: number, from: number, count: number): Fix[] {
  return Array.from({ length: count }, (_, n) => rideFix(device, from + n, BEGIN))
}
