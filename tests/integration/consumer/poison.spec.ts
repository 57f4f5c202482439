import { once } from 'node:events'
import { Topic, type RejectedFrame } from '@roadbook/contracts'
import { encodePacket } from '@roadbook/contracts/packet-codec'
import { seededRandom, seedOf } from '@roadbook/testing'
import { TrackBuilder } from '@roadbook/trips/track-builder'
import { ConsumerBench, expectedTrips } from '../../support/consumer/consumer-bench.js'

const begin = new Date(Date.now() - 6 * 3_600_000).toISOString()
const ride = () => new TrackBuilder(begin).stand(10, { everyS: 60 }).ride(20, 18, { everyS: 30 }).stand(60, { everyS: 300 }).fixes

describe('a consumer among packets that nobody can use', () => {
  let bench: ConsumerBench

  beforeAll(async () => {
    bench = await ConsumerBench.open()
  })
  afterEach(() => bench.stopConsumers())
  afterAll(() => bench.close())

  /** Returns all rejected frames of a tracker, oldest first. */
  async function rejected(imei: string): Promise<RejectedFrame[]> {
    const { rows } = await bench.database.pool.query<{ value: Buffer }>(
      "SELECT value FROM event_log WHERE topic = 'tracker.rejected' AND key = $1 ORDER BY log_offset",
      [Buffer.from(imei)],
    )
    return rows.map(({ value }) => JSON.parse(value.toString()) as RejectedFrame)
  }

  it('F16 rejects each of them once with its reason, also after a restart, and the partition goes on', async () => {
    const { imei, deviceId } = await bench.installDevice()
    const fixes = ride()
    const ofAnother = encodePacket({
      imei: '1'.repeat(15),
      protocol: 'x',
      receivedAt: 1,
      gateway: 'x',
      quarantined: false,
      fixes,
    })
    const random = seededRandom(seedOf('poison'))
    const poison = {
      nonsense: Buffer.from('poison'),
      laterSchema: Buffer.from([0xfa, 0x3e, 0x03, 1, 2, 3]),
      huge: Buffer.from(Array.from({ length: 5 * 1024 * 1024 }, () => Math.floor(random() * 256))),
      ofAnother,
      empty: Buffer.alloc(0),
    }
    await bench.sendAll(imei, fixes.slice(0, 20))
    for (const value of Object.values(poison)) await bench.log.publish(Topic.packets, [{ key: imei, value }])
    await bench.sendAll(imei, fixes.slice(20))
    await bench.startConsumer()
    await bench.quiet()
    await bench.stopConsumers()
    await bench.startConsumer()
    await bench.send(imei, fixes.slice(-1))
    await bench.quiet()
    const frames = await rejected(imei)
    expect(frames.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^undecodable: /),
      expect.stringMatching(/^undecodable: not a packet/),
      expect.stringMatching(/^undecodable: /),
      expect.stringMatching(/^undecodable: the packet of 1{15} has the key/),
      expect.stringMatching(/^undecodable: not a packet/),
    ])
    expect(frames.every((frame) => frame.imei === imei && frame.hex.length <= 8_192)).toBe(true)
    expect(await bench.trips(deviceId)).toMatchObject(expectedTrips(fixes))
  })

  it('F16 goes on with the others when a device is deleted under it, and then rejects what that one still sends', async () => {
    const [gone, stays] = [await bench.installDevice(), await bench.installDevice()]
    const fixes = ride()
    await bench.startConsumer({ DEVICE_REFRESH_MS: '60000' })
    for (const { imei } of [gone, stays]) await bench.sendAll(imei, fixes.slice(0, 20))
    await bench.quiet()
    const { pool } = bench.database
    for (const table of ['trips', 'device_states', 'installations'])
      await pool.query(`DELETE FROM ${table} WHERE device_id = $1`, [gone.deviceId])
    await pool.query('DELETE FROM devices WHERE id = $1', [gone.deviceId])
    for (const { imei } of [gone, stays]) await bench.sendAll(imei, fixes.slice(20))
    await bench.quiet()
    expect(await bench.trips(stays.deviceId)).toMatchObject(expectedTrips(fixes))
    await bench.stopConsumers()
    await bench.startConsumer()
    await bench.send(gone.imei, fixes.slice(-1))
    await bench.quiet()
    expect(await rejected(gone.imei)).toMatchObject([{ reason: expect.stringContaining('unknown device') }])
  })

  it('F5 ends with an error when packets wait and nothing happens, so that its supervisor starts it again', async () => {
    const { imei, deviceId } = await bench.installDevice()
    const fixes = ride()
    const lock = await bench.database.pool.connect()
    await lock.query('BEGIN; LOCK TABLE waypoints IN SHARE MODE')
    const stalled = bench.spawnConsumer({ STALL_MS: '1500' })
    const ended = once(stalled, 'exit')
    await bench.sendAll(imei, fixes)
    expect(await ended).toEqual([1, null])
    await lock.query('ROLLBACK')
    lock.release()
    await bench.startConsumer()
    await bench.quiet()
    expect(await bench.trips(deviceId)).toMatchObject(expectedTrips(fixes))
  })
})
