import { Housekeeping } from '@roadbook/consumer/housekeeping'
import { keepPackets, type KeptPacket } from '@roadbook/consumer/kept-packets'
import { createLogger, createPool, inTransaction } from '@roadbook/platform'
import type pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { addBusiness, addVehicle, testImei } from '../../support/database/tenant-fixture.js'

const DAY_MS = 86_400_000
const MOST = 5

describe('what is kept of senders that are not believed to be the tracker', () => {
  let database: TestDatabase
  let ingest: pg.Pool
  let deviceId: number
  let last = 0

  const packet = (network: string): KeptPacket => ({
    deviceId,
    digest: Buffer.from(`packet ${last++}`),
    reason: 'place',
    protocol: 'osmand',
    network,
    certificate: null,
    receivedAt: new Date(),
    fixes: 2,
    positionedAt: null,
    latitude: null,
    longitude: null,
    value: Buffer.from('packet'),
    headers: '{}',
    newcomerNetwork: null,
    isBelieved: false,
  })
  const keep = (kept: readonly KeptPacket[]) => inTransaction(ingest, (client) => keepPackets(client, kept, MOST))
  const rows = async <T extends object>(sql: string) => (await database.pool.query<T>(sql)).rows
  const senders = () => rows('SELECT network, packets, packets_not_kept, fixes FROM doubted_senders ORDER BY id')
  const kept = async () => (await rows('SELECT FROM packets_aside')).length

  beforeAll(async () => {
    database = await createTestDatabase()
    ingest = createPool({ url: database.urlOf('ingest'), name: 'test', max: 1 })
    const business = await addBusiness(database.pool, 'V')
    deviceId = (await addVehicle(database.pool, { businessId: business, name: 'E', imei: testImei(1) })).deviceId
  })
  afterAll(async () => {
    await ingest.end()
    await database.drop()
  })

  it('has a most for a device, whoever sends, beyond which packets are counted alone', async () => {
    const first = [packet('203.0.113.0/24'), packet('203.0.113.0/24'), packet('203.0.113.0/24')]
    await keep(first)
    await keep(Array.from({ length: 4 }, () => packet('198.51.100.0/24')))
    await keep([packet('192.0.2.0/24')])
    // If a packet is read again, it is neither stored nor counted again.
    await keep(first)
    expect(await senders()).toEqual([
      { network: '203.0.113.0/24', packets: 3, packets_not_kept: 0, fixes: 6 },
      { network: '198.51.100.0/24', packets: 2, packets_not_kept: 2, fixes: 4 },
      { network: '192.0.2.0/24', packets: 0, packets_not_kept: 1, fixes: 0 },
    ])
    expect(await kept()).toBe(MOST)
  })

  it('H1b has no most for a newcomer that is believed, which may have to be taken out of the track', async () => {
    const network = '203.0.0.0/16'
    const believed = { reason: 'newcomer', newcomerNetwork: network, isBelieved: true } as const
    await keep(Array.from({ length: MOST + 1 }, () => ({ ...packet('203.0.115.0/24'), ...believed })))
    expect((await senders()).at(-1)).toMatchObject({ network: '203.0.115.0/24', packets: MOST + 1, packets_not_kept: 0 })
    await database.pool.query("DELETE FROM doubted_senders WHERE reason = 'newcomer'")
  })

  it('makes room again when somebody was decided about, and goes a month after that', async () => {
    const decide = (network: string, decision: string) =>
      database.pool.query('UPDATE doubted_senders SET decision = $2, decided_at = now() WHERE network = $1', [network, decision])
    await decide('203.0.113.0/24', 'refused')
    await decide('198.51.100.0/24', 'accepted')
    await keep([packet('192.0.2.0/24')])
    expect((await senders()).at(-1)).toEqual({ network: '192.0.2.0/24', packets: 1, packets_not_kept: 1, fixes: 2 })

    const inDays = async (days: number) => {
      const now = () => Date.now() + days * DAY_MS
      const pool = createPool({ url: database.urlOf('ingest'), name: 'test', max: 1 })
      const house = new Housekeeping({ pool, logger: createLogger('test', 'silent'), retentionMonths: 6, now })
      await house.dropExpired()
      await house.onApplicationShutdown()
      return kept()
    }
    expect(await inDays(29)).toBe(6)
    // Accepted packets stay until they are processed. Undecided packets stay until a person decides.
    expect(await inDays(31)).toBe(3)
    await database.pool.query('UPDATE packets_aside SET taken_in_at = now()')
    expect(await inDays(31)).toBe(1)
  })
})
