import { once } from 'node:events'
import { createServer } from 'node:net'
import { startGateway } from '@roadbook/gateway/bootstrap'
import { PROTOCOLS } from '@roadbook/protocols'
import { play } from '@roadbook/tools/replay/play'
import { ConsumerBench } from '../../support/consumer/consumer-bench.js'
import { createTestDatabase } from '../../support/database/test-database.js'
import { dayOf, ReplayRig } from './replay.rig.js'

describe('playing stored packets over TCP', () => {
  let bench: ConsumerBench
  let rig: ReplayRig
  beforeAll(async () => {
    bench = await ConsumerBench.open()
    rig = new ReplayRig(bench)
  })
  afterEach(() => bench.stopConsumers())
  afterAll(() => bench.close())

  const playTo = (port: number, imeis: readonly string[], options: { speed?: number; mostConnections?: number } = {}) =>
    play({
      source: rig.source,
      selection: { imeis },
      protocols: PROTOCOLS,
      host: '127.0.0.1',
      port,
      speed: 0,
      answerTimeoutMs: 5_000,
      signal: new AbortController().signal,
      ...options,
    })

  it('logs every tracker in at a test gateway and plays its frames to the last byte, each after its acknowledgement', async () => {
    const devices = [await rig.withStoredDay(0), await rig.withStoredDay(1), await rig.withStoredDay(2)]
    const stranger = await rig.withStoredDay(3)
    const other = await createTestDatabase()
    await other.pool.query("INSERT INTO businesses (kind, name) VALUES ('vendor', 'V')")
    for (const { imei } of devices)
      await other.pool.query('INSERT INTO devices (imei, business_id) VALUES ($1, (SELECT id FROM businesses))', [imei])
    const gateway = await startGateway({
      DATABASE_URL: other.urlOf('ingest'),
      GATEWAY_PORT: '0',
      TELTONIKA_PORT: '0',
      GATEWAY_HEALTH_PORT: '0',
      LOG_LEVEL: 'silent',
    })
    try {
      const imeis = [...devices, stranger].map(({ imei }) => imei)
      const played = await playTo(gateway.ports.shared, imeis, { mostConnections: 2 })
      const frames = await rig.frames(imeis)
      const ours = frames.filter(({ imei }) => imei !== stranger.imei)
      expect(played).toMatchObject({ taken: ours.length, trackers: 4 })
      expect([...played.notTaken.keys()][0]).toBe(`${stranger.imei}: the gateway refused the login; is it registered there?`)
      const { rows } = await other.pool.query<{ key: string; headers: Buffer }>(
        "SELECT encode(key, 'escape') AS key, headers FROM event_log WHERE topic = 'tracker.packets' ORDER BY log_offset",
      )
      expect(rows).toHaveLength(ours.length)
      for (const { raw } of ours) expect(rows.some(({ headers }) => headers.includes(raw!))).toBe(true)
    } finally {
      await gateway.close()
      await other.drop()
    }
  })

  it('plays every protocol, as its gateway would hear it', async () => {
    const protocols = PROTOCOLS.filter(({ tracker }) => tracker)
    const devices = await Promise.all(protocols.map(async (protocol) => ({ protocol, ...(await bench.installDevice()) })))
    for (const { protocol, imei } of devices) await rig.publishDayOf(protocol, imei, dayOf(0).slice(0, 40))
    const other = await createTestDatabase()
    await other.pool.query("INSERT INTO businesses (kind, name) VALUES ('vendor', 'V')")
    for (const { imei } of devices) {
      const [frame] = await rig.frames([imei])
      const values = [imei, frame?.identity ?? null]
      await other.pool.query(
        'INSERT INTO devices (imei, tracker_id, business_id) VALUES ($1, $2, (SELECT id FROM businesses))',
        values,
      )
    }
    const environment = { GATEWAY_PORT: '0', TELTONIKA_PORT: '0', GATEWAY_HEALTH_PORT: '0', LOG_LEVEL: 'silent' }
    const gateway = await startGateway({ DATABASE_URL: other.urlOf('ingest'), ...environment })
    try {
      for (const { protocol, imei } of devices) {
        const played = await playTo(gateway.ports.shared, [imei])
        expect([protocol.name, [...played.notTaken], played.taken]).toEqual([
          protocol.name,
          [],
          (await rig.frames([imei])).length,
        ])
      }
      await rig.consume()
    } finally {
      await gateway.close()
      await other.drop()
    }
  })

  it('says which frames were never acknowledged', async () => {
    const { imei } = await rig.withStoredDay()
    const sockets = new Set<{ destroy(): void }>()
    const deaf = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('data', () => {
        socket.write(Buffer.from([1]))
        socket.once('data', () => socket.destroy())
      })
    }).listen(0, '127.0.0.1')
    await once(deaf, 'listening')
    try {
      const played = await playTo((deaf.address() as { port: number }).port, [imei])
      expect(played.taken).toBe(0)
      expect([...played.notTaken.keys()]).toEqual([
        `${imei}: the gateway closed the connection`,
        'its tracker was given up before',
      ])
    } finally {
      deaf.close()
      for (const socket of sockets) socket.destroy()
    }
  })
})
