import { Housekeeping } from '@roadbook/consumer/housekeeping'
import { createLogger, createPool } from '@roadbook/platform'
import { createTrackStore } from '@roadbook/track-store'
import { aFix } from '@roadbook/testing'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { addBusiness, addVehicle, testImei } from '../../support/database/tenant-fixture.js'

const DAY_MS = 86_400_000

describe('the keeping of the waypoint store', () => {
  let database: TestDatabase
  const keeper = (now = Date.now()) =>
    new Housekeeping({
      pool: createPool({ url: database.urlOf('ingest'), name: 'test', max: 1 }),
      logger: createLogger('test', 'silent'),
      retentionMonths: 6,
      now: () => now,
    })
  const partitions = async (): Promise<string[]> => {
    const { rows } = await database.pool.query(
      "SELECT c.relname FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE inhparent = 'waypoints'::regclass ORDER BY 1",
    )
    return rows.map(({ relname }) => relname)
  }

  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  it('makes the partitions of the coming weeks, once, whoever keeps house', async () => {
    const [one, other] = [keeper(), keeper()]
    await Promise.all([one.makePartitions(), other.makePartitions()])
    const made = await partitions()
    expect(made.length).toBeGreaterThanOrEqual(8)
    await one.makePartitions()
    expect(await partitions()).toEqual(made)
    await Promise.all([one.onApplicationShutdown(), other.onApplicationShutdown()])
  })

  it('drops what is older than the retention and keeps the rest', async () => {
    const business = await addBusiness(database.pool, 'V')
    const { deviceId } = await addVehicle(database.pool, { businessId: business, name: 'E', imei: testImei(1) })
    const store = createTrackStore(database.pool)
    const now = Date.now()
    const times = [now - 300 * DAY_MS, now - 20 * DAY_MS]
    await store.writeWaypoints(times.map((at) => ({ deviceId, receivedAt: at, fix: aFix({ positionedAt: at }) })))
    const house = keeper(now)
    await house.dropExpired()
    await house.closeWeek()
    const kept = await store.readWaypoints(deviceId, 0, now)
    expect(kept.map(({ fix }) => fix.positionedAt)).toEqual([times[1]])
    await house.onApplicationShutdown()
  })

  it('forgets after a week which trackers changed, because each consumer has read it long ago', async () => {
    const now = Date.now()
    await database.pool.query('DELETE FROM device_changes')
    for (const days of [7.1, 6.9])
      await database.pool.query('INSERT INTO device_changes (at, device_id) VALUES ($1, $2)', [
        new Date(now - days * DAY_MS),
        days * 10,
      ])
    const house = keeper(now)
    await house.dropExpired()
    const { rows } = await database.pool.query('SELECT device_id FROM device_changes')
    expect(rows).toEqual([{ device_id: 69 }])
    await house.onApplicationShutdown()
  })

  it('H1b knows a newcomer that was believed for a week, and has no more doubts about it', async () => {
    const business = await addBusiness(database.pool, 'W')
    const { deviceId } = await addVehicle(database.pool, { businessId: business, name: 'F', imei: testImei(2) })
    const now = Date.now()
    for (const [network, days] of [
      ['198.51.0.0/16', 7.1],
      ['203.0.0.0/16', 6.9],
    ] as const) {
      const since = new Date(now - days * DAY_MS)
      await database.pool.query(
        `INSERT INTO tracker_networks (device_id, network, standing, first_at, since) VALUES ($1, $2, 'believed', $3, $3)`,
        [deviceId, network, since],
      )
      await database.pool.query(
        `INSERT INTO doubted_senders (device_id, business_id, reason, newcomer_network, protocol, network, first_at, last_at)
         VALUES ($1, $2, 'newcomer', $3, 'gt06', $3, $4, $4)`,
        [deviceId, business, network, since],
      )
    }
    const house = keeper(now)
    await house.dropExpired()
    const { rows } = await database.pool.query(
      `SELECT n.network, n.standing, s.decision FROM tracker_networks n
       JOIN doubted_senders s ON (s.device_id, s.newcomer_network) = (n.device_id, n.network) WHERE n.device_id = $1 ORDER BY 1`,
      [deviceId],
    )
    expect(rows).toEqual([
      { network: '198.51.0.0/16', standing: 'known', decision: 'accepted' },
      { network: '203.0.0.0/16', standing: 'believed', decision: null },
    ])
    await house.onApplicationShutdown()
  })
})
