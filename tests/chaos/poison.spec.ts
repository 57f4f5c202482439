import { FixValidity, Topic, type Fix, type RejectedFrame } from '@roadbook/contracts'
import { encodePacket } from '@roadbook/contracts/packet-codec'
import { seededRandom, seedOf } from '@roadbook/testing'
import { Fleet } from '../support/chaos/fleet.js'
import { CLEAN, readAll } from '../support/chaos/loss-checker.js'
import type { ManagedProcess } from '../support/chaos/managed-process.js'
import { rides } from '../support/chaos/rides.js'
import { Stage, type Gateway } from '../support/chaos/stage.js'
import { until } from '@roadbook/testing/until'
import { inProof } from '@roadbook/testing/proof'

/** Period in seconds. */
interface Span {
  from: number
  till: number
}

const STRANGER = '350000000000006'

describe('what a consumer may be given', () => {
  let stage: Stage
  let gateway: Gateway
  let consumer: ManagedProcess
  let fleet: Fleet

  beforeAll(async () => {
    stage = await Stage.open()
    gateway = await stage.startGateway()
    consumer = await stage.startConsumer()
    fleet = new Fleet({ journal: stage.journal, port: gateway.port, recordsPerPacket: 20, random: seededRandom(5) })
  }, 300_000)
  afterAll(async () => {
    fleet?.stop()
    await stage?.close()
  })

  const fixAt = (positionedAt: number, says: Partial<Fix> = {}): Fix => ({
    positionedAt,
    validity: FixValidity.valid,
    latitude: 50,
    longitude: 8,
    speedKph: 0,
    satellites: 8,
    ...says,
  })
  const packet = (imei: string, fixes: Fix[]) =>
    encodePacket({ imei, protocol: 'teltonika', receivedAt: Date.now(), gateway: 'chaos', quarantined: false, fixes })

  it('F16 puts each poisonous message aside once, with its reason, and lets nothing behind it wait', async () => {
    const { imei } = await stage.addVehicle()
    const removed = await stage.addVehicle()
    await stage.pool.query('UPDATE devices SET deleted_at = now(), updated_at = now() WHERE id = $1', [removed.deviceId])
    const now = Date.now()
    const whole = packet(imei, [fixAt(now - 10_000)])
    const poison = [
      { reason: /undecodable/, key: imei, value: Buffer.alloc(0) },
      { reason: /undecodable/, key: imei, value: Buffer.from('{"schema": 999}') },
      { reason: /undecodable/, key: imei, value: whole.subarray(0, whole.length - 3) },
      { reason: /undecodable/, key: imei, value: Buffer.alloc(900_000, 0xff) },
      { reason: /undecodable/, key: removed.imei, value: whole },
      { reason: /unknown device/, key: STRANGER, value: packet(STRANGER, [fixAt(now - 10_000)]) },
      { reason: /unknown device/, key: removed.imei, value: packet(removed.imei, [fixAt(now - 10_000)]) },
    ]
    const strange = [
      fixAt(now - 9_000, { latitude: NaN, longitude: NaN }),
      fixAt(now - 8_000, { latitude: 91, longitude: 181 }),
      fixAt(now - 7_000, { speedKph: 65_535, altitudeM: 2 ** 31, odometerM: Number.MAX_SAFE_INTEGER }),
      fixAt(now - 6_000, { attributes: { text: 'a\0b\u2028\r\n"', big: 2n ** 64n - 1n, far: 1e308 } }),
    ]
    await stage.log.publish(Topic.packets, [
      ...poison.map(({ key, value }) => ({ key, value })),
      { key: imei, value: packet(imei, strange) },
      { key: imei, value: packet(imei, [fixAt(now)]) },
    ])
    const stored = async () => {
      const { rows } = await stage.pool.query<{ at: number }>(
        `SELECT (extract(epoch FROM positioned_at) * 1000)::float8 AS at FROM waypoints JOIN devices ON devices.id = device_id
         WHERE imei = $1 ORDER BY positioned_at`,
        [imei],
      )
      return rows.map(({ at }) => at)
    }
    await until('the healthy packet is stored', async () => (await stored()).includes(now))
    expect(await stored()).toEqual([now - 9_000, now - 8_000, now - 7_000, now - 6_000, now])
    const isQuiet = async () => [...(await stage.log.lag(Topic.packets, 'consumer')).values()].every((one) => one === 0n)
    await until('nothing waits', isQuiet)
    const rejected = await readAll<RejectedFrame>(stage.log, Topic.rejected)
    const of = (wanted: string) => rejected.filter((one) => one.imei === wanted).map(({ reason }) => reason)
    for (const key of [imei, removed.imei, STRANGER]) {
      const expected = poison.filter((one) => one.key === key)
      const reasons = of(key)
      expect(reasons).toHaveLength(expected.length)
      for (const { reason } of expected) expect(reasons).toContainEqual(expect.stringMatching(reason))
    }
    expect(consumer).toMatchObject({ starts: 1, crashes: [] })
  })

  it('F16 explains a tracker’s acknowledged packets by tracker.rejected when its device is deleted meanwhile', async () => {
    const { imei, deviceId } = await stage.addVehicle()
    fleet.add(imei)
    const fixes = rides(100, { startAt: Date.now() - 4 * 3_600_000, seed: 3 })
    fleet.report(imei, fixes.slice(0, 60))
    await fleet.flush()
    expect(await stage.check(new Map([[imei, fixes]]))).toMatchObject({ ...CLEAN, stored: 60, rejected: 0 })
    await consumer.stop()
    fleet.report(imei, fixes.slice(60))
    await fleet.flush()
    await stage.pool.query('UPDATE devices SET deleted_at = now(), updated_at = now() WHERE id = $1', [deviceId])
    consumer.start()
    const verdict = await stage.check(new Map([[imei, fixes]]))
    expect({ ...verdict, wrongTrips: [] }).toMatchObject({ ...CLEAN, acknowledged: 100, stored: 60, rejected: 40 })
    expect(consumer).toMatchObject({ starts: 2, crashes: [] })
  }, 300_000)

  inProof('chaos', () => {
    it('F17 cuts the trips of the sorted week from its packets in any order, and keeps the ids of those that grow', async () => {
      const { imei, deviceId } = await stage.addVehicle()
      const week = rides(4_000, { startAt: Date.now() - 8 * 86_400_000, seed: 17 })
      const random = seededRandom(seedOf('week'))
      const packets: Fix[][] = []
      for (let at = 0; at < week.length;) {
        const size = 1 + Math.floor(random() * 60)
        packets.push(week.slice(at, at + size))
        at += size
      }
      const inDisorder = packets.map((fixes) => ({ fixes, rank: random() })).sort((left, right) => left.rank - right.rank)
      const tracker = fleet.add(imei, { recordsPerPacket: 60 })
      const send = async (parts: readonly { fixes: Fix[] }[]) => {
        for (const { fixes } of parts) {
          fleet.report(imei, fixes)
          await tracker.flush()
        }
      }
      const half = Math.floor(inDisorder.length / 2)
      await send(inDisorder.slice(0, half))
      expect(await stage.check(new Map([[imei, fleet.sent.get(imei)!]]))).toMatchObject(CLEAN)
      const trips = async () => {
        const { rows } = await stage.pool.query<Span & { id: string }>(
          `SELECT id, extract(epoch FROM started_at)::float8 AS "from", extract(epoch FROM ended_at)::float8 AS till
         FROM trips WHERE device_id = $1 ORDER BY started_at`,
          [deviceId],
        )
        return rows
      }
      const before = await trips()
      await send(inDisorder.slice(half))
      expect(await stage.check(new Map([[imei, week]]))).toMatchObject({ ...CLEAN, stored: week.length })
      const after = await trips()
      const overlaps = (left: Span, right: Span) => left.from < right.till && right.from < left.till
      const grown = after.flatMap((trip) => {
        const [was, ...others] = before.filter((one) => overlaps(one, trip))
        const isOne = was && others.length === 0 && after.filter((one) => overlaps(one, was)).length === 1
        return isOne ? [{ was: was.id, is: trip.id }] : []
      })
      expect(grown.length).toBeGreaterThan(10)
      expect(grown.filter(({ was, is }) => was !== is)).toEqual([])

      // B16: the whole stream three more times, once as it was and twice shuffled.
      for (const parts of [packets.map((fixes) => ({ fixes })), inDisorder.slice().reverse(), inDisorder]) await send(parts)
      expect(await stage.check(new Map([[imei, week]]))).toMatchObject({ ...CLEAN, stored: week.length })
      expect(await trips()).toEqual(after)
    })
  })
})
