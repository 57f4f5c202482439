import { type Answer, ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { nameOf, pathOf, resourceOf, type TenantIds } from '../../support/api/api-walk.js'
import { populate } from '../../support/api/walk-tenants.js'
import { rotated } from '@roadbook/testing/proof'
import { type DeclaredList, declaredLists, valuesOf } from '../../support/api/declared-lists.js'

let api: ApiUnderTest
let ours: TenantIds
/** Number of entities before the attacks. It must be the same afterwards. */
let entities: number

const cases = declaredLists.map((list) => [nameOf(list.operation), list] as const)
const ask = (list: DeclaredList, query: string, email = 'root@x.example'): Promise<Answer> => {
  const resource = resourceOf(list.operation.path)
  const route = pathOf(list.operation.path, resource ? ours[resource] : '')
  return api.call('GET', `${route}?${query}`, { email })
}
const rowsOf = ({ body }: Answer) => (body.data as unknown[]).map((row) => JSON.stringify(row)).sort()

beforeAll(async () => {
  api = await ApiUnderTest.start()
  const tenants = new Tenants(api.database.pool)
  ours = await populate(tenants, 'Ours', '356307042441013')
  await populate(tenants, 'Theirs', '356307042441021')
  await tenants.user('root@x.example', 'super-admin', null)
  const { rows } = await api.database.pool.query<{ count: number }>('SELECT count(*)::int FROM entities')
  entities = rows[0]?.count ?? 0
})
afterAll(() => api.stop())

/** Inputs that must always be treated as mere text. */
const PAYLOADS = [
  "'; DROP TABLE entities; --",
  "' OR '1'='1",
  '1; SELECT pg_sleep(10)',
  'id desc, (SELECT 1/0)',
  'name) UNION SELECT secret_hash FROM api_tokens --',
  '$1',
  '＇ OR 1=1',
  '\\',
  '\0',
  '%',
  '__proto__',
  'constructor',
  '{"$ne":null}',
  '99999999999999999999',
]
/** Value of a field. In a vulnerable statement, it would end its quotes, its brackets and the statement. */
const VALUE = "') OR 1=1; DROP TABLE entities; --"

describe('the lists that the API declares', () => {
  it('are there to be walked', () => {
    expect(cases.length).toBeGreaterThan(10)
  })

  it.each(cases)('T-05 %s comes in every order that it offers, the same rows in both directions', async (_, list) => {
    // `lists-peoples-words.spec.ts` covers every order.
    for (const order of rotated('walks', list.orders, Math.ceil(list.orders.length / 2), declaredLists.indexOf(list))) {
      const [up, down] = [
        await ask(list, `limit=200&orderBy=${order}`),
        await ask(list, `limit=200&orderBy=${order}&sortedBy=asc`),
      ]
      expect([order, up.status, down.status]).toEqual([order, 200, 200])
      expect(rowsOf(up)).toEqual(rowsOf(down))
      expect(up.body.meta.total).toBe(down.body.meta.total)
    }
  })

  it.each(cases)('L9 T-05 %s goes out as a CSV of the rows that it has', async (_, list) => {
    if (!list.isFile) return
    const { total } = (await ask(list, 'limit=1')).body.meta
    const { status, text } = await ask(list, 'format=csv')
    expect([status, text.trimEnd().split('\r\n').length > Math.min(total, 1)]).toEqual([200, true])
  })

  it.each(cases)('T-05 %s takes every criterion that it names, and refuses what is no value of it', async (_, list) => {
    for (const [at, field] of list.fields.entries()) {
      const { good, bad } = valuesOf(field)
      // The first of the operators that are tested must refuse the value.
      const refusing = rotated('walks', field.operators, 1, 2 * at)
      for (const operator of rotated('walks', field.operators, 2, at)) {
        const { status, body } = await ask(list, `searchFields=${field.name}:${operator}${good}`)
        expect([field.name, operator, status]).toEqual([field.name, operator, 200])
        expect(body.data.length).toBeLessThanOrEqual(body.meta.total)
        if (bad === undefined || !refusing.includes(operator)) continue
        const refused = await ask(list, `searchFields=${field.name}:${operator}${bad}`)
        expect([field.name, operator, refused.status]).toEqual([field.name, operator, 422])
      }
    }
  })

  it.each(cases)('S13 %s takes no SQL through any of its criteria: plain text, or 422', async (_, list) => {
    const parameters = ['search', 'searchFields', 'orderBy', 'sortedBy', 'searchJoin', 'page', 'limit', 'unknown']
    const place = declaredLists.indexOf(list)
    const queries = [
      ...parameters.flatMap((name, at) =>
        rotated('walks', PAYLOADS, 1, place + at).map((payload) => `${name}=${encodeURIComponent(payload)}`),
      ),
      ...list.fields.flatMap(({ name, operators }, at) =>
        rotated('walks', operators, 1, place + at).map(
          (operator) => `searchFields=${name}:${operator}${encodeURIComponent(VALUE)}`,
        ),
      ),
    ]
    const answers = await Promise.all(queries.map(async (query) => [query, (await ask(list, query)).status] as const))
    expect(answers.filter(([, status]) => status !== 200 && status !== 422)).toEqual([])
    const { rows } = await api.database.pool.query(
      "SELECT to_regclass('entities') IS NOT NULL AS is_there, count(*)::int FROM entities",
    )
    expect(rows).toEqual([{ is_there: true, count: entities }])
  })
})
