import { migrate } from '@roadbook/migrations'
import { createPool, inUtc } from '@roadbook/platform'
import pg from 'pg'
import { Tenants } from '../../support/api/api-tenants.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

// The test server's zone is Europe/Amsterdam, and its databases refuse a session that is not in UTC. If a connection in any
// test did not set UTC, it would therefore be refused.
describe('where the zone of the server has summer time, a session', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  /** Returns a connection string without a time zone, as operators write it. */
  const plain = () => database.urlOf('web')

  const settingOf = async (url: string, name: string) => {
    const pool = createPool({ url, name: 'sessions', max: 1 })
    try {
      return (await pool.query<{ value: string }>('SELECT current_setting($1) AS value', [name])).rows[0]?.value
    } finally {
      await pool.end()
    }
  }

  it('is refused when it is in that zone', async () => {
    const client = new pg.Client({ connectionString: plain() })
    await expect(client.connect()).rejects.toThrow('Europe/Amsterdam')
  })

  it('of a pool is in UTC, and has the settings of the address, too', async () => {
    const url = `${plain()}?options=-c%20work_mem%3D7MB`
    expect(await settingOf(url, 'TimeZone')).toBe('UTC')
    expect(await settingOf(url, 'work_mem')).toBe('7MB')
  })

  it('of a pool is in UTC whatever PGOPTIONS says, which is heeded otherwise', async () => {
    process.env.PGOPTIONS = '-c TimeZone=Asia/Tokyo -c work_mem=9MB'
    try {
      expect(await settingOf(plain(), 'TimeZone')).toBe('UTC')
      expect(await settingOf(plain(), 'work_mem')).toBe('9MB')
    } finally {
      delete process.env.PGOPTIONS
    }
  })

  it('of the migrations is in UTC', async () => {
    const url = new URL(database.url)
    url.searchParams.delete('options')
    expect(await migrate(url.toString())).toEqual([])
  })

  it.each([
    ['a bare percent sign', '50%off'],
    ['a blank', 'a b'],
    ['both, escaped', '50%25%20off'],
  ])('of a role whose password has %s is in UTC', async (_, password) => {
    const client = new pg.Client({ connectionString: inUtc(`postgres://odd:${password}@host/c?options=-c%20work_mem%3D7MB`) })
    // Compares the options that are really sent to the server.
    expect((client as unknown as { connectionParameters: { options: string } }).connectionParameters.options).toBe(
      '-c work_mem=7MB -c TimeZone=UTC',
    )
  })

  it.each([
    ['without parameters', 'postgres://a:b@host/c', 'postgres://a:b@host/c?options=-c%20TimeZone=UTC'],
    ['with some', 'postgres://a@host/c?sslmode=require', 'postgres://a@host/c?sslmode=require&options=-c%20TimeZone=UTC'],
    ['without a host', 'postgres://a@/c?host=/run', 'postgres://a@/c?host=/run&options=-c%20TimeZone=UTC'],
    ['with a fragment', 'postgres://a@host/c#d', 'postgres://a@host/c?options=-c%20TimeZone=UTC'],
  ])('is asked for in UTC by an address %s', (_, url, asked) => {
    expect(inUtc(url)).toBe(asked)
  })
})

describe('a link for a week, made in the week before clocks go forward', () => {
  let database: TestDatabase
  let client: pg.Client
  let entity: number
  beforeAll(async () => {
    database = await createTestDatabase()
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
    // Simulates a session in which a person restores a dump.
    await client.query("SET TimeZone = 'Europe/Amsterdam'")
    const tenants = new Tenants(database.pool)
    const business = await tenants.business('Fietsen BV')
    entity = await tenants.entity(business, 'Bike')
    await tenants.install(business, entity)
    await tenants.openCase(entity)
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  it.each([
    {
      to: 'a vehicle',
      insert: `INSERT INTO entity_shares (entity_id, business_id, token_hash, created_at, expires_at)
        SELECT id, business_id, sha256('a'), $2, $2::timestamptz + make_interval(hours => $3) FROM entities WHERE id = $1`,
    },
    {
      to: 'the case of a missing vehicle',
      insert: `INSERT INTO missing_case_shares (case_id, business_id, token_hash, created_at, expires_at)
        SELECT m.id, e.business_id, sha256('a'), $2, $2::timestamptz + make_interval(hours => $3)
        FROM missing_cases m JOIN entities e ON e.id = m.entity_id WHERE e.id = $1`,
    },
  ])('to $to, is good for 168 hours and for no more', async ({ insert }) => {
    await expect(client.query(insert, [entity, '2027-03-25T12:00Z', 169])).rejects.toThrow('_check')
    expect(await client.query(insert, [entity, '2027-03-25T12:00Z', 168])).toMatchObject({ rowCount: 1 })
  })
})
