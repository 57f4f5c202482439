import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('row security', () => {
  it('splits the scope of a caller once a statement, not once a row', async () => {
    const { rows } = await database.pool.query(
      "SELECT tablename, policyname FROM pg_policies WHERE coalesce(qual, '') || coalesce(with_check, '') ~ 'in_scope\\('",
    )
    expect(rows).toEqual([])
  })

  it('names the vendors of a page’s businesses within the scope alone', async () => {
    const client = await database.pool.connect()
    try {
      await client.query('BEGIN')
      const { rows: made } = await client.query(
        "INSERT INTO businesses (kind, name) VALUES ('vendor', 'Ours'), ('vendor', 'Theirs') RETURNING id",
      )
      const [ours, theirs] = made.map(({ id }: { id: number }) => id)
      await client.query(`SET LOCAL ROLE roadbook_api; SET LOCAL roadbook.scope = '${ours}'`)
      const { rows } = await client.query('SELECT business_id, name FROM sub_vendors_of($1)', [[ours, theirs]])
      expect(rows).toEqual([{ business_id: ours, name: 'Ours' }])
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })
})
