import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { FixValidity, Topic, type Fix } from '@roadbook/contracts'
import { decodePacket } from '@roadbook/contracts/packet-codec'
import { openEventLog, type EventLog } from '@roadbook/event-log'
import { startGateway } from '@roadbook/gateway/bootstrap'
import { findProtocol, type Protocol, type TrackerEncoder } from '@roadbook/protocols'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { until, within } from '@roadbook/testing/until'

const teltonika = findProtocol('teltonika') as Protocol
const encoder = teltonika.tracker as TrackerEncoder
const IMEI = '356307042441013'
const fix = (positionedAt: number): Fix => ({
  positionedAt,
  validity: FixValidity.valid,
  latitude: 49.41,
  longitude: 8.69,
  speedKph: 18,
  heading: 90,
  satellites: 9,
  altitudeM: 110,
})

/** A tracker's socket that returns what it receives. */
class Tracker {
  private constructor(readonly socket: Socket) {
    socket.on('error', () => undefined)
  }
  static async open(port: number): Promise<Tracker> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new Tracker(socket)
  }
  /** Sends bytes and returns the next bytes received. */
  async ask(bytes: Buffer): Promise<Buffer> {
    this.socket.write(bytes)
    const [answer] = (await within('the gateway answers', 60_000, once(this.socket, 'data'))) as [Buffer]
    return answer
  }
  close(): void {
    this.socket.destroy()
  }
}

describe('the gateway, with Teltonika trackers over TCP', () => {
  let database: TestDatabase
  let gateway: Awaited<ReturnType<typeof startGateway>>
  let log: EventLog

  beforeAll(async () => {
    database = await createTestDatabase()
    await database.pool.query("INSERT INTO businesses (kind, name) VALUES ('vendor', 'V')")
    await database.pool.query('INSERT INTO devices (imei, business_id) VALUES ($1, (SELECT id FROM businesses))', [IMEI])
    log = await openEventLog('postgres', { pool: database.pool, clientId: 'test' })
    gateway = await startGateway({
      DATABASE_URL: database.urlOf('ingest'),
      GATEWAY_PORT: '0',
      TELTONIKA_PORT: '0',
      GATEWAY_HEALTH_PORT: '0',
      LOG_LEVEL: 'silent',
    })
  })
  afterAll(async () => {
    await gateway.close()
    await log.close()
    await database.drop()
  })

  /** Resolves with the first packet in the log that has this time. */
  const packetWith = (positionedAt: number) => {
    const found = new Promise<ReturnType<typeof decodePacket> & { raw: Buffer }>((resolve, reject) => {
      const subscription = log.subscribe({
        topic: Topic.packets,
        group: `test-${positionedAt}`,
        onBatch: async (batch) => {
          for (const message of batch.messages) {
            const packet = decodePacket(message.value)
            if (packet.fixes.some((one) => one.positionedAt === positionedAt)) {
              resolve({ ...packet, raw: message.headers.raw as Buffer })
              void subscription.then((one) => one.stop())
            }
          }
        },
      })
      subscription.catch(reject)
    })
    return within(`a packet of ${new Date(positionedAt).toISOString()}`, 60_000, found)
  }

  it.each(['shared', 'teltonika'] as const)(
    'R-002 takes a registered tracker’s packet on its %s port and answers with the number of records',
    async (name) => {
      const tracker = await Tracker.open(gateway.ports[name])
      expect(await tracker.ask(encoder.login!(IMEI))).toEqual(Buffer.from([1]))
      const at = Date.now() - (name === 'shared' ? 60_000 : 30_000)
      const frame = encoder.packet(IMEI, [fix(at), fix(at + 10_000)])
      expect(await tracker.ask(frame)).toEqual(Buffer.from([0, 0, 0, 2]))
      const packet = await packetWith(at)
      expect(packet).toMatchObject({
        imei: IMEI,
        protocol: 'teltonika',
        fixes: [{ latitude: 49.41, longitude: 8.69 }, { positionedAt: at + 10_000 }],
      })
      expect(packet.raw).toEqual(frame)
      tracker.close()
    },
  )

  it('answers 00 to an unknown IMEI, closes, and lists it for operators', async () => {
    const tracker = await Tracker.open(gateway.ports.shared)
    expect(await tracker.ask(encoder.login!('352093081452259'))).toEqual(Buffer.from([0]))
    await once(tracker.socket, 'close')
    const listed = async () => (await database.pool.query('SELECT imei, protocol FROM unknown_devices')).rows
    const rows = await until('the stranger is listed', listed, { fits: ({ length }) => length > 0 })
    expect(rows).toEqual([{ imei: '352093081452259', protocol: 'teltonika' }])
  })

  it('gives no answer to a damaged frame, and takes it when it comes again whole', async () => {
    const tracker = await Tracker.open(gateway.ports.shared)
    await tracker.ask(encoder.login!(IMEI))
    const frame = encoder.packet(IMEI, [fix(Date.now())])
    const damaged = Buffer.from(frame)
    damaged[20] = (damaged[20] as number) ^ 0xff
    tracker.socket.write(damaged)
    expect(await tracker.ask(frame)).toEqual(Buffer.from([0, 0, 0, 1]))
    tracker.close()
  })

  it('keeps serving known trackers while the registry’s table cannot be read', async () => {
    const blocker = await database.pool.connect()
    try {
      await blocker.query('BEGIN; LOCK TABLE devices IN ACCESS EXCLUSIVE MODE')
      const tracker = await Tracker.open(gateway.ports.shared)
      expect(await tracker.ask(encoder.login!(IMEI))).toEqual(Buffer.from([1]))
      expect(await tracker.ask(encoder.packet(IMEI, [fix(Date.now())]))).toEqual(Buffer.from([0, 0, 0, 1]))
      tracker.close()
    } finally {
      await blocker.query('ROLLBACK')
      blocker.release()
    }
  })

  it('says when it is ready and what it counted', async () => {
    const health = `http://127.0.0.1:${gateway.ports.health}`
    expect((await fetch(`${health}/health/ready`)).status).toBe(200)
    const metrics = await (await fetch(`${health}/metrics`)).text()
    expect(metrics).toMatch(/gateway_frames_total\{protocol="teltonika",result="packet"\} [1-9]/)
    expect(metrics).not.toContain(IMEI)
  })
})
