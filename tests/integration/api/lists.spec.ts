import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
let business: number
const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name)
const list = async (query: string) => (await api.get(`/entities/index?${query}`, 'manager@x.example')).body

beforeAll(async () => {
  business = await tenants.business('Fleet')
  await tenants.user('manager@x.example', 'manager', business)
  const fleet = [
    ['Anna', { brand: 'Gazelle', model: '100% pure', created_at: '2025-01-01Z' }],
    ['Bert', { brand: 'Gazelle', short_name: 'B_1', created_at: '2025-01-02Z' }],
    ['Cora', { brand: 'Batavus', vehicle_type: 'moped', short_name: 'Bx1', created_at: '2025-01-03Z' }],
    ['Dirk', { brand: null, license_plate: 'AX-12-CD', created_at: '2025-01-04Z' }],
  ] as const
  for (const [name, more] of fleet) {
    const entity = await tenants.entity(business, name, more)
    if (name === 'Dirk') await tenants.install(business, entity, '356307042441013')
  }
})

describe('entities', () => {
  it('R-268 R-244 are listed newest first, 15 a page, unless asked otherwise', async () => {
    const body = await list('')
    expect(names(body)).toEqual(['Dirk', 'Cora', 'Bert', 'Anna'])
    expect(body.meta).toEqual({ current_page: 1, last_page: 1, per_page: 15, total: 4 })
  })

  it('R-268 come in pages, in the order asked for, each once', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list(`page=${page}&limit=2&orderBy=brand&sortedBy=asc`)))
    expect(pages.map(names)).toEqual([['Cora', 'Anna'], ['Bert', 'Dirk'], []])
    expect(pages[1].meta).toEqual({ current_page: 2, last_page: 2, per_page: 2, total: 4 })
  })

  it.each([
    ['search=gazelle', ['Bert', 'Anna']],
    ['search=441013', ['Dirk']],
    ['search=ax-12', ['Dirk']],
    ['search=100%25', ['Anna']],
    ['search=b_1', ['Bert']],
    ['search=%25', ['Anna']],
    ['search=name:cora', ['Cora']],
    ['search=name:cora&searchFields=name:=', []],
    ['search=Cora&searchFields=name:=', ['Cora']],
    ['search=brand:gazelle;name:bert', ['Bert']],
    ['search=brand:batavus;name:bert&searchJoin=or', ['Cora', 'Bert']],
    ['searchFields=name:=Cora', ['Cora']],
    ['searchFields=brand:likegaz;name:likean', ['Anna']],
    ['search=vehicle_type:moped', ['Cora']],
    ['searchFields=created_at:>=2025-01-03', ['Dirk', 'Cora']],
    ['search=2025-01-02T00:00:00Z&searchFields=created_at:<=', ['Bert', 'Anna']],
    ['search=nothing like it', []],
  ])('are found by %s', async (query, expected) => {
    expect(names(await list(query.replaceAll(' ', '%20')))).toEqual(expected)
  })

  it('R-245 take several values of a field joined by ;', async () => {
    const ids = (await list('')).data.map(({ id }: { id: number }) => id)
    expect(names(await list(`search=${ids[0]};${ids[2]}&searchFields=id:in`))).toEqual(['Dirk', 'Bert'])
    expect(names(await list(`search=id:${ids[0]};${ids[3]}`))).toEqual(['Dirk', 'Anna'])
    expect(names(await list(`searchFields=id:=${ids[1]}`))).toEqual(['Cora'])
  })

  it('R-267 come one by one with what hangs on them', async () => {
    const [{ id }] = (await list('search=Dirk')).data
    const { rows } = await api.database.pool.query("INSERT INTO tags (name, type) VALUES ('city', 'general') RETURNING id")
    await api.database.pool.query('INSERT INTO entity_tags VALUES ($1, $2)', [id, rows[0].id])
    const { body } = await api.get(`/entities/${id}?with=tags`, 'manager@x.example')
    expect(body.data).toMatchObject({
      id,
      name: 'Dirk',
      entity_name: 'Dirk',
      license_plate: 'AX-12-CD',
      odo: 0,
      imei: '356307042441013',
      business_name: 'Fleet',
      sub_vendor_name: 'Fleet',
      lifecycle: 'installed',
      location_hidden: false,
      position: null,
      tags: [{ id: rows[0].id, name: 'city', type: 'general' }],
    })
    expect((await api.get(`/entities/${id}`, 'manager@x.example')).body.data).not.toHaveProperty('tags')
  })
})

/** Inputs that must always be treated as mere text (S13). */
const PAYLOADS = [
  "'; DROP TABLE entities; --",
  "' OR '1'='1",
  '1; SELECT pg_sleep(10)',
  '(SELECT 1 FROM pg_sleep(10))',
  'name) UNION SELECT secret_hash FROM api_tokens --',
  'id desc, (SELECT 1/0)',
  '"; --',
  '$1',
  '\u02bc OR 1=1',
  '＇ OR 1=1',
  '\\',
  '\0',
  '${7*7}',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '%'.repeat(300),
  ';'.repeat(3_000),
  'x'.repeat(10_000),
  '{"$ne":null}',
  '-1',
  '1e309',
  'NaN',
  '99999999999999999999',
]
const LISTS = ['/entities/index', '/trips']
const PARAMETERS = ['orderBy', 'sortedBy', 'search', 'searchFields', 'searchJoin', 'with', 'page', 'limit', 'unknown']

describe('list criteria', () => {
  it.each(LISTS.flatMap((route) => PARAMETERS.map((parameter) => [route, parameter] as const)))(
    '%s takes no SQL and no nonsense in %s: 422 that names what is allowed, or plain text',
    async (route, parameter) => {
      for (const payload of PAYLOADS) {
        const { status, body } = await api.get(`${route}?${parameter}=${encodeURIComponent(payload)}`, 'manager@x.example')
        const isFreeText = parameter === 'search'
        const isEmpty = payload.replaceAll(';', '') === '' && ['search', 'searchFields', 'with'].includes(parameter)
        expect([payload.slice(0, 40), isFreeText || isEmpty ? [200, 422] : [422]]).toEqual([
          payload.slice(0, 40),
          expect.arrayContaining([status]),
        ])
        if (status === 422) expect(Object.values(body.errors).flat().join()).toMatch(/allowed|must|at most|too far|takes/i)
      }
      const { rows } = await api.database.pool.query('SELECT count(*)::int FROM entities')
      expect(rows[0].count).toBe(4)
    },
  )

  it.each([
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['page=0', 'page'],
    ['page=99999999', 'page'],
    ['orderBy=secret_hash', 'orderBy'],
    ['sortedBy=up', 'sortedBy'],
    ['search=password:x', 'search'],
    ['searchFields=password:=', 'searchFields'],
    ['searchFields=id:like', 'searchFields'],
    ['searchFields=id:=x', 'id'],
    ['searchJoin=xor', 'searchJoin'],
    ['with=password', 'with'],
    ['page=1&page=2', 'page'],
    ['limit[]=1', 'query'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await api.get(`/entities/index?${query}`, 'manager@x.example')
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })
})
