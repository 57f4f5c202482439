import { randomBytes } from 'node:crypto'
import { RequestDatabase } from '@roadbook/api/database/request-database'
import { sql } from '@roadbook/api/database/sql'
import { migrations } from '@roadbook/migrations/list'
import pg from 'pg'
import { DataSource } from 'typeorm'
import { Tenants } from '../../support/api/api-tenants.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('an installation that sells already', () => {
  const name = `t_${randomBytes(6).toString('hex')}`
  let pool: pg.Pool
  const upTo = async (last: number) => {
    const url = Object.assign(new URL(database.url), { pathname: `/${name}` }).toString()
    const list = migrations.slice(0, last)
    const source = new DataSource({ type: 'postgres', url, migrations: list, migrationsTransactionMode: 'each', poolSize: 1 })
    await source.initialize()
    await source.runMigrations()
    await source.destroy()
    pool ??= new pg.Pool({ connectionString: url, max: 2 })
  }
  const ask = async <T extends object>(text: string, values: unknown[] = []) => (await pool.query<T>(text, values)).rows

  beforeAll(async () => {
    await database.pool.query(`CREATE DATABASE ${name}`)
    await upTo(migrations.findIndex((migration) => migration.name.startsWith('SoldCoverage')))
  })
  afterAll(async () => {
    await pool.end()
    await database.pool.query(`DROP DATABASE ${name}`)
  })

  it('M9 L7 keeps what vehicles have and what was invoiced, and goes by whose it is from then on', async () => {
    const tenants = new Tenants(pool)
    const vendor = await tenants.business('Vendor')
    const shop = await tenants.business('Shop', 'company', vendor)
    const bike = await tenants.entity(shop, 'Covered by its buyer')
    const product = await tenants.subscription(vendor)
    const course = await tenants.subscribe(bike, product, { endsAt: '2099-01-01T00:00Z' })
    await ask('UPDATE entity_subscriptions SET renews = TRUE WHERE id = $1', [course])
    const paper = await tenants.invoice(shop, bike, product)
    const kept = () => ask('SELECT x.*, i.number FROM entity_subscriptions x, invoices i ORDER BY x.id, i.id')
    const before = await kept()
    await upTo(migrations.length)
    expect(await kept()).toEqual(before)

    const requests = new RequestDatabase(pool)
    const buyer = <T extends object>(statement: ReturnType<typeof sql>) => requests.write([shop], (one) => one.rows<T>(statement))
    const extend = sql`UPDATE entity_subscriptions SET ends_at = ends_at + interval '1 day' WHERE id = ${course}`
    await expect(buyer(extend)).rejects.toThrow('The seller of this product is another business')
    await expect(buyer(sql`UPDATE entity_subscriptions SET renews = FALSE WHERE id = ${course}`)).resolves.toEqual([])
    const numbers = (scope: number[]) => requests.read(scope, (one) => one.rows(sql`SELECT id FROM invoices`))
    await ask('UPDATE businesses SET parent_id = NULL, kind = $2 WHERE id = $1', [shop, 'vendor'])
    expect([await numbers([vendor]), await numbers([shop])]).toEqual([[{ id: paper }], [{ id: paper }]])
  })
})
