import { Topic, type Packet } from '@roadbook/contracts'
import { decodePacket } from '@roadbook/contracts/packet-codec'
import { openEventLog, type EventLog } from '@roadbook/event-log'
import { startGateway } from '@roadbook/gateway/bootstrap'
import { PROTOCOLS } from '@roadbook/protocols'
import { SimulatedTracker, aFix } from '@roadbook/testing'
import { addBusiness, addVehicle, testImei } from '../../support/database/tenant-fixture.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { identityOf } from '../../support/gateway/identity-of.js'
import { until } from '@roadbook/testing/until'

const NOW = Math.floor(Date.now() / 1_000) * 1_000
const FIXES = [0, 10, 20].map((seconds) =>
  aFix({ positionedAt: NOW - 60_000 + seconds * 1_000, latitude: 49.4 + seconds / 10_000 }),
)

describe('one port for all makers', () => {
  let database: TestDatabase
  let gateway: Awaited<ReturnType<typeof startGateway>>
  let log: EventLog
  const packets: Packet[] = []

  beforeAll(async () => {
    database = await createTestDatabase()
    const businessId = await addBusiness(database.pool, 'Every Make BV')
    for (const [nth, protocol] of PROTOCOLS.entries()) {
      const imei = testImei(nth)
      const { deviceId } = await addVehicle(database.pool, { businessId, name: protocol.name, imei })
      const identity = identityOf(protocol, imei)
      if (identity !== imei) await database.pool.query('UPDATE devices SET tracker_id = $2 WHERE id = $1', [deviceId, identity])
    }
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
      onBatch: async (batch) => void packets.push(...batch.messages.map(({ value }) => decodePacket(value))),
    })
  })
  afterAll(async () => {
    await gateway.close()
    await log.close()
    await database.drop()
  })

  const fixesOf = (imei: string) => packets.filter((packet) => packet.imei === imei).flatMap(({ fixes }) => fixes)

  it.each(PROTOCOLS.map((protocol, nth) => [protocol.name, protocol, testImei(nth)] as const))(
    'stores what a %s tracker reports under its IMEI, and answers it',
    async (name, protocol, imei) => {
      const tracker = new SimulatedTracker({ imei, host: '127.0.0.1', port: gateway.ports.shared, protocol })
      tracker.start()
      try {
        tracker.report(...FIXES)
        await tracker.flush()
        const fixes = await until('all fixes are published', () => fixesOf(imei), {
          fits: ({ length }) => length >= FIXES.length,
        })
        expect(fixes.map(({ positionedAt }) => positionedAt)).toEqual(FIXES.map(({ positionedAt }) => positionedAt))
        expect(packets.find((packet) => packet.imei === imei)?.protocol).toBe(name)
      } finally {
        tracker.stop()
      }
    },
  )
})
