import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

describe('the tenancy schema', () => {
  let database: TestDatabase
  const insertBusiness = async (kind: string, parent: number | null, name = `${kind} of ${parent}`): Promise<number> => {
    const { rows } = await database.pool.query(
      'INSERT INTO businesses (kind, parent_id, name) VALUES ($1, $2, $3) RETURNING id',
      [kind, parent, name],
    )
    return rows[0].id
  }

  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  it('R-154 lets businesses nest as decided and refuses every other place (G-18)', async () => {
    const vendor = await insertBusiness('vendor', null)
    const enterprise = await insertBusiness('enterprise', vendor)
    const company = await insertBusiness('company', enterprise)
    await insertBusiness('department', company)
    await expect(insertBusiness('company', null)).rejects.toThrow('a company must stand below another business')
    await expect(insertBusiness('vendor', company)).rejects.toThrow('a vendor cannot stand below a company')
    await expect(database.pool.query('UPDATE businesses SET parent_id = $1 WHERE id = $2', [enterprise, vendor])).rejects.toThrow(
      'a business cannot stand below itself',
    )
  })

  it('carries the whole subtree when a business moves', async () => {
    const from = await insertBusiness('vendor', null)
    const to = await insertBusiness('vendor', null)
    const company = await insertBusiness('company', from)
    const department = await insertBusiness('department', company)
    await database.pool.query('UPDATE businesses SET parent_id = $1 WHERE id = $2', [to, company])
    const { rows } = await database.pool.query('SELECT path FROM businesses WHERE id = $1', [department])
    expect(rows[0].path).toEqual([to, company, department])
  })

  it('shows a request only the rows of its scope, and none without a scope, even when the query forgot its where', async () => {
    const own = await insertBusiness('vendor', null)
    const other = await insertBusiness('vendor', null)
    await database.pool.query(
      `INSERT INTO entities (business_id, name, vehicle_type) SELECT b, 'e' || n, 'eBike' FROM unnest($1::int[]) b, generate_series(1, 3) n`,
      [[own, other]],
    )
    const seen = async (scope: string): Promise<number[]> => {
      const client = await database.pool.connect()
      try {
        await client.query('BEGIN')
        await client.query('SET LOCAL ROLE roadbook_api')
        await client.query("SELECT set_config('roadbook.scope', $1, true)", [scope])
        const { rows } = await client.query('SELECT DISTINCT business_id FROM entities')
        return rows.map((row) => row.business_id)
      } finally {
        await client.query('ROLLBACK')
        client.release()
      }
    }
    expect(await seen(String(own))).toEqual([own])
    expect(await seen('')).toEqual([])
    expect((await seen('all')).sort()).toEqual([own, other].sort())
  })
})
