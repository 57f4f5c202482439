import { DEFAULT_ROLE_PERMISSIONS, ROLE_NAMES, ROLES, type Role } from '@roadbook/contracts'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

describe('the roles of a fresh installation', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  it('R-236 R-237 are the five of the specification with exactly the permissions decided for each', async () => {
    const { rows } = await database.pool.query<{ key: Role; name: string; permissions: string[] }>(
      `SELECT key, name, array_agg(permission ORDER BY permission) AS permissions
       FROM roles JOIN role_permissions ON role_id = roles.id GROUP BY key, name`,
    )
    const expected = ROLES.map((key) => ({ key, name: ROLE_NAMES[key], permissions: [...DEFAULT_ROLE_PERMISSIONS[key]].sort() }))
    const byKey = (a: { key: string }, b: { key: string }) => a.key.localeCompare(b.key)
    expect(rows.map((row) => ({ ...row, permissions: row.permissions.sort() })).sort(byKey)).toEqual(expected.sort(byKey))
  })
})
