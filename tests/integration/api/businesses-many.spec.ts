import pg from 'pg'
import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'

let api: ApiUnderTest
const BUSINESSES = 10_000

beforeAll(async () => {
  api = await ApiUnderTest.start()
  const tenants = new Tenants(api.database.pool)
  const vendor = await tenants.business('The root')
  await tenants.user('root@x.example', 'super-admin', null)
  await tenants.user('manager@x.example', 'manager', vendor)
  // Levels of 9, 90, 900 and 4 500 businesses. Each business is below one of the previous level. All others form the last
  // level.
  let above = [vendor]
  let left = BUSINESSES - 1
  for (const [level, size] of [9, 90, 900, 4_500, left].entries()) {
    const kind = level < 3 ? 'enterprise' : level === 3 ? 'company' : 'department'
    const { rows } = await tenants.pool.query<{ id: number }>(
      `INSERT INTO businesses (name, kind, parent_id)
       SELECT 'Business ' || $1 || ' ' || n, $2, ($3::int[])[1 + n % cardinality($3::int[])] FROM generate_series(1, $4::int) n
       RETURNING id`,
      [level, kind, above, Math.min(size, left)],
    )
    above = rows.map(({ id }) => id)
    left -= above.length
  }
  await tenants.pool.query('ANALYZE businesses')
})
afterAll(() => api.stop())

interface Node {
  id: number
  children: Node[]
}
interface Named extends Node {
  name: string
  parent_id: number | null
  entities_count: number
  children: Named[]
}
const count = (nodes: Node[]): number => nodes.reduce((sum, { children }) => sum + 1 + count(children), 0)
const depth = (nodes: Node[]): number => (nodes.length === 0 ? 0 : 1 + Math.max(...nodes.map(({ children }) => depth(children))))

describe('10 000 businesses, six levels deep', () => {
  it.each(['root@x.example', 'manager@x.example'])('R-257 are one answer for %s', async (email) => {
    const { status, body } = await api.get('/businesses/tree', email)
    expect([status, count(body.data), depth(body.data)]).toEqual([200, BUSINESSES, 6])
  })

  // If the scope were read for each row, this would take minutes and exceed the statement time-out.
  it.each(['/businesses/tree', '/entities/index', '/companies', '/audit-log', '/users', '/map/markers'])(
    '%s is answered for a scope of all of them',
    async (path) => {
      expect((await api.get(path, 'manager@x.example')).status).toBe(200)
    },
  )

  it('are counted with what is theirs, and come by name below their own parents', async () => {
    const { rows } = await api.database.pool.query<{ id: number; parent: number }>(
      "SELECT id, parent_id AS parent FROM businesses WHERE kind = 'department' ORDER BY id LIMIT 1",
    )
    const [{ id, parent }] = rows as [{ id: number; parent: number }]
    await api.database.pool.query("INSERT INTO entities (business_id, name, vehicle_type) VALUES ($1, 'Bike', 'eBike')", [id])
    const { body } = await api.get('/businesses/tree', 'manager@x.example')
    const all = (nodes: Named[]): Named[] => nodes.flatMap((node) => [node, ...all(node.children)])
    const nodes = all(body.data)
    expect(nodes.find((node) => node.id === id)).toMatchObject({ entities_count: 1, devices_count: 0, parent_id: parent })
    const names = nodes.find((node) => node.id === parent)?.children.map(({ name }) => name)
    expect(names).toEqual([...(names ?? [])].sort())
    expect(nodes.every((node) => node.children.every(({ parent_id: above }) => above === node.id))).toBe(true)
  })

  it.each(['/businesses/tree', '/entities/index', '/users', '/audit-log'])(
    '%s resolves the scope once a request, whatever it asks the database',
    async (path) => {
      const asked = jest.spyOn(pg.Client.prototype, 'query')
      await api.get(path, 'manager@x.example')
      const texts = asked.mock.calls.map(([query]) => (typeof query === 'string' ? query : (query as { text?: string }).text))
      asked.mockRestore()
      expect(texts.filter((text) => text?.includes('AS business_ids'))).toHaveLength(1)
    },
  )
})
