import { ScopedTransaction } from '@roadbook/api/database/scoped-transaction'
import { sql } from '@roadbook/api/database/sql'
import { spread } from '@roadbook/testing/proof'
import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { bodyOf, nameOf, operations, pathOf, resourceOf, type TenantIds } from '../../support/api/api-walk.js'
import { populate, spreadIds } from '../../support/api/walk-tenants.js'

/** Two ways to switch off one of the two protections of a tenant's rows. The other protection must then be enough. */
const WALLS: Record<string, () => Promise<unknown>> = {
  'queries that forgot their tenant': async () =>
    jest.spyOn(ScopedTransaction.prototype, 'within').mockImplementation(() => sql`TRUE`),
  'tables without row security': () =>
    api.database.pool.query(`DO $$ DECLARE t regclass; BEGIN
      FOR t IN SELECT oid FROM pg_class WHERE relrowsecurity AND relnamespace = 'public'::regnamespace LOOP
        EXECUTE format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', t);
      END LOOP; END $$`),
}
const SECRETS = ['Hidden', 'hidden.example', '356307049999999']

let api: ApiUnderTest
let ours: TenantIds
let theirs: TenantIds
const closed = operations.filter(({ isPublic }) => !isPublic)

describe.each(Object.keys(WALLS))('with %s (S1, S2)', (wall) => {
  /** The other tenant's rows after the previous operation. */
  let theirRows: unknown

  beforeAll(async () => {
    api = await ApiUnderTest.start({ SHOP_URL: 'https://shop.example' })
    const tenants = new Tenants(api.database.pool)
    await spreadIds(tenants)
    ours = await populate(tenants, 'Ours', '356307041111111')
    theirs = await populate(tenants, 'Hidden', '356307049999999')
    await tenants.user('manager@ours.example', 'manager', Number(ours.business))
    await WALLS[wall]!()
    theirRows = await foreignRows()
  })
  afterAll(async () => {
    jest.restoreAllMocks()
    await api.stop()
  })

  // Queries that lack the tenant condition are most likely in new operations. `schema.spec.ts` also checks that each table
  // has row security.
  const oneOf = wall === 'queries that forgot their tenant' ? 2 : 1
  it.each(spread('walks', closed, oneOf).map((operation) => [nameOf(operation), operation] as const))(
    '%s tells and changes nothing of another tenant (S2)',
    async (_name, operation) => {
      const id = theirs[resourceOf(operation.path) ?? 'business']
      const queries = operation.method === 'GET' && !operation.path.includes('{id}') ? ['', '?search=Hidden'] : ['']
      for (const query of queries) {
        const { status, text } = await api.call(operation.method, `${pathOf(operation.path, id)}${query}`, {
          email: 'manager@ours.example',
          body: bodyOf(operation, ours),
        })
        if (operation.path.includes('{id}') && !operation.path.startsWith('/api/v1/roles/')) expect([403, 404]).toContain(status)
        for (const secret of SECRETS) expect(text.replaceAll('search=Hidden', '')).not.toContain(secret)
      }
      if (operation.method !== 'GET') await expectNothingChanged()
    },
  )

  it('no look changes anything of another tenant (S2)', () => expectNothingChanged())

  async function expectNothingChanged(): Promise<void> {
    const before = theirRows
    theirRows = await foreignRows()
    expect(theirRows).toEqual(before)
  }
})

/** Returns all rows of the other tenant in tables that requests write. */
async function foreignRows(): Promise<unknown> {
  const { rows } = await api.database.pool.query(
    `SELECT (SELECT json_agg(b ORDER BY id) FROM businesses b WHERE path @> ARRAY[$1::int]) AS businesses,
      (SELECT json_agg(u ORDER BY id) FROM users u WHERE business_id = $1) AS users,
      (SELECT json_agg(e ORDER BY id) FROM entities e WHERE business_id = $1) AS entities,
      (SELECT json_agg(d ORDER BY id) FROM devices d WHERE business_id = $1) AS devices,
      (SELECT json_agg(i ORDER BY id) FROM installations i WHERE business_id = $1) AS installations,
      (SELECT json_agg(k.*) FROM api_tokens k WHERE id = $2) AS tokens,
      (SELECT count(*) FROM device_commands WHERE device_id = $3) AS commands,
      (SELECT json_agg(p.*) FROM user_permissions p WHERE user_id = $4) AS permissions,
      (SELECT json_agg(a.*) FROM user_devices a WHERE device_id = $3 OR user_id = $4) AS attached,
      (SELECT json_agg(t ORDER BY id) FROM tags t WHERE business_id = $1) AS tags`,
    [theirs.business, theirs.token, theirs.device, theirs.user],
  )
  return rows[0]
}
