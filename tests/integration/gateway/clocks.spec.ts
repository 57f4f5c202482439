import { once } from 'node:events'
import { connect } from 'node:net'
import { FixValidity, PacketHeader, Topic, type Packet } from '@roadbook/contracts'
import { decodePacket } from '@roadbook/contracts/packet-codec'
import { openEventLog, type EventLog } from '@roadbook/event-log'
import { startGateway } from '@roadbook/gateway/bootstrap'
import { until } from '@roadbook/testing/until'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const ROLL_OVER = 7_168 * 24 * HOUR
const [BRACKETS, APP] = ['356307042441013', '356307042441021']

describe('what is set of a device, and dates that rolled over, from the socket on', () => {
  let database: TestDatabase
  let gateway: Awaited<ReturnType<typeof startGateway>>
  let log: EventLog
  const packets: (Packet & { speedUnit: string | undefined; offset: string | undefined })[] = []

  beforeAll(async () => {
    database = await createTestDatabase()
    await database.pool.query("INSERT INTO businesses (kind, name) VALUES ('vendor', 'V')")
    await database.pool.query(
      `INSERT INTO devices (business_id, imei, tracker_id, utc_offset_minutes, speed_unit)
       SELECT b.id, d.* FROM businesses b, (VALUES ($1, '013612345678', -420, NULL), ($2, NULL, NULL, 'm/s')) d`,
      [BRACKETS, APP],
    )
    gateway = await startGateway({
      DATABASE_URL: database.urlOf('ingest'),
      GATEWAY_PORT: '0',
      TELTONIKA_PORT: '0',
      PROTOCOL_PORTS: 'none',
      GATEWAY_HEALTH_PORT: '0',
      GATEWAY_HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
    })
    log = await openEventLog('postgres', { pool: database.pool, clientId: 'test' })
    await log.subscribe({
      topic: Topic.packets,
      group: 'test',
      onBatch: async (batch) => {
        for (const { value, headers } of batch.messages) {
          const text = (name: string) => headers[name]?.toString()
          const [speedUnit, offset] = [text(PacketHeader.speedUnit), text(PacketHeader.utcOffsetMinutes)]
          packets.push({ ...decodePacket(value), speedUnit, offset })
        }
      },
    })
  })
  afterAll(async () => {
    await gateway.close()
    await log.close()
    await database.drop()
  })

  const send = async (text: string) => {
    const socket = connect(gateway.ports.shared, '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(text)
    return socket
  }
  const packetOf = async (imei: string) => {
    const found = () => packets.find((packet) => packet.imei === imei)
    return until('the packet is in the log', found, { fits: (packet) => packet !== undefined })
  }

  it('a TK103 that is 1,024 weeks and seven hours behind is dated right', async () => {
    const at = Math.floor(Date.now() / SECOND) * SECOND
    const told = new Date(at - 7 * HOUR - ROLL_OVER).toISOString().replace(/\D/g, '')
    const [date, time] = [told.slice(2, 8), told.slice(8, 14)]
    const report = `BR00${date}A4708.4000N00931.2000E000.0${time}000.0000000000L00000000`
    const socket = await send(`(013612345678BP00000013612345678HSO)(013612345678${report})`)
    const packet = await packetOf(BRACKETS)
    socket.destroy()
    expect(packet).toMatchObject({ offset: '-420', fixes: [{ positionedAt: at, validity: FixValidity.valid }] })
  })

  it('an app that is set to metres a second has its speed in them', async () => {
    const query = `id=${APP}&lat=47.14&lon=9.52&timestamp=${Math.floor(Date.now() / SECOND)}&speed=13.9`
    const socket = await send(`GET /?${query} HTTP/1.1\r\nHost: a\r\n\r\n`)
    const packet = await packetOf(APP)
    socket.destroy()
    expect(packet).toMatchObject({ speedUnit: 'm/s', fixes: [{ speedKph: expect.closeTo(50.04, 1) }] })
  })
})
