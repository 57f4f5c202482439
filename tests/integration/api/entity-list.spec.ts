import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
let business: number
const list = (query: string, email = 'manager@x.example', headers = {}) => api.get(`/entities/index?${query}`, email, headers)
const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name)
const linesOf = (text: string) => text.replace(/^\uFEFF/, '').split('\r\n')
const HOUR_MS = 3_600_000

beforeAll(async () => {
  business = await tenants.business('Fleet')
  const other = await tenants.business('Somebody else')
  await tenants.user('manager@x.example', 'manager', business)
  await tenants.user('dutch@x.example', 'manager', business, { locale: 'nl' })
  await tenants.user('technician@x.example', 'technician', business)
  await tenants.entity(other, 'Not ours')
  const hourAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
  const moving = await tenants.entity(business, 'Moving', {
    brand: '=1+1',
    model: 'Say "hi", Bob',
    created_at: '2025-01-01T12:00:00Z',
  })
  await tenants.state((await tenants.install(business, moving)).deviceId, hourAgo(0.1))
  const idle = await tenants.entity(business, 'Idle', { brand: 'Batavus', created_at: '2025-07-02T12:00:00Z' })
  await tenants.state((await tenants.install(business, idle)).deviceId, hourAgo(3))
  const silent = await tenants.entity(business, 'Silent', {
    license_plate: 'HD-SC 1072',
    frame_number: 'WME 4516.01',
    created_at: '2025-01-03Z',
  })
  await tenants.state((await tenants.install(business, silent)).deviceId, hourAgo(27))
  const lost = await tenants.entity(business, 'Lost', { created_at: '2025-01-04Z' })
  await api.database.pool.query('INSERT INTO missing_cases (entity_id) VALUES ($1)', [lost])
  const hidden = await tenants.entity(business, 'Hidden', {
    consumer_id: await tenants.consumer(business),
    created_at: '2025-01-05Z',
  })
  await tenants.state((await tenants.install(business, hidden)).deviceId, hourAgo(0.1))
})

describe('the list of entities', () => {
  it.each([
    ['state:=moving', ['Moving']],
    ['state:=offline', ['Silent']],
    ['state:=missing', ['Lost']],
    ['state:inmoving,missing', ['Lost', 'Moving']],
    ['lifecycle:=missing', ['Lost']],
  ])('T-05 is filtered by what the marker shows: %s', async (condition, expected) => {
    const { body } = await list(`searchFields=${condition}`)
    expect(names(body)).toEqual(expected)
    expect(body.meta.total).toBe(expected.length)
  })

  it('T-12 never says that a vehicle moves whose whereabouts are hidden, not even by a filter', async () => {
    expect(names((await list('searchFields=state:=idle')).body)).toEqual(['Idle', 'Hidden'])
  })

  it('T-05 D.15 is filtered by the tags that vehicles carry, never by a deleted tag', async () => {
    const [lease, pool, gone] = await Promise.all(['Lease', 'Pool', 'Gone'].map((tag) => tenants.tag(tag, 'general', business)))
    const carry = async (name: string, ...tags: (number | undefined)[]) => {
      const { body } = await list(`searchFields=name:=${name}`)
      for (const tag of tags) await tenants.carry(body.data[0].id, tag ?? 0)
    }
    await carry('Moving', lease, pool, gone)
    await carry('Idle', pool)
    await carry('Lost', gone)
    await api.database.pool.query('UPDATE tags SET deleted_at = now() WHERE id = $1', [gone])
    const carrying = async (condition: string) => names((await list(`orderBy=name&sortedBy=asc&searchFields=${condition}`)).body)
    expect(await carrying(`tag_id:=${lease}`)).toEqual(['Moving'])
    expect(await carrying(`tag_id:in${lease},${pool}`)).toEqual(['Idle', 'Moving'])
    expect(await carrying(`tag_id:in${pool},${gone};state:=moving&searchJoin=and`)).toEqual(['Moving'])
    expect(await carrying(`tag_id:=${gone}`)).toEqual([])
    expect((await list(`format=csv&columns=name,tags&searchFields=tag_id:=${lease}`)).text).toContain('Moving,"Lease, Pool"')
  })

  it('T-05 is filtered and ordered by when it was last heard', async () => {
    const since = new Date(Date.now() - 4 * HOUR_MS).toISOString()
    expect(names((await list(`searchFields=last_seen:>=${since}&orderBy=last_seen&sortedBy=asc`)).body)[0]).toBe('Idle')
    // One vehicle has never reported. For the hidden vehicle, the time is not shown.
    expect(
      names((await list('orderBy=last_seen&sortedBy=asc')).body)
        .slice(-2)
        .sort(),
    ).toEqual(['Hidden', 'Lost'])
    expect(names((await list('orderBy=odo&sortedBy=asc&searchFields=brand:likebata')).body)).toEqual(['Idle'])
  })

  it('still counts all rows on a page behind the last one', async () => {
    const { body } = await list('page=9')
    expect(body).toEqual({ data: [], meta: { current_page: 9, last_page: 1, per_page: 15, total: 5 } })
  })
})

describe('the search of the list of entities', () => {
  it.each(['hdsc1072', 'HD SC-1072', 'wme451601', 'WME-4516', 'sil-ent'])(
    'T-06 finds by plate, frame number and name however they are written: %s',
    async (typed) => {
      expect(names((await list(`search=${encodeURIComponent(typed)}`)).body)).toEqual(['Silent'])
    },
  )

  it.each(['hdsc1073', '--', 'wme451601x'])('T-06 finds nothing by %s', async (typed) => {
    expect(names((await list(`search=${encodeURIComponent(typed)}`)).body)).toEqual([])
  })
})

describe('the list of entities as CSV', () => {
  it('T-05 has exactly the rows and columns of the view, in its order, all pages of it', async () => {
    const { headers, text } = await list('format=csv&limit=2&orderBy=name&sortedBy=asc&columns=state,name')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="entities.csv"')
    expect(linesOf(text)).toEqual([
      'Status,Name',
      'Idle,Hidden',
      'Idle,Idle',
      'Missing,Lost',
      'Moving,Moving',
      'Offline,Silent',
      '',
    ])
    expect(linesOf((await list('format=csv&columns=name&searchFields=state:=moving')).text)).toEqual(['Name', 'Moving', ''])
  })

  it('comes for Accept: text/csv, too', async () => {
    const { text } = await list('columns=name&search=silent', undefined, { accept: 'text/csv' })
    expect(linesOf(text)).toEqual(['Name', 'Silent', ''])
  })

  it('G-61 quotes, disarms formulas, and gives numbers as numbers', async () => {
    const { text } = await list('format=csv&columns=brand,model,odo&search=moving')
    expect(linesOf(text)[1]).toBe(`'=1+1,"Say ""hi"", Bob",12`)
  })

  it('G-61 speaks the language of who asks, with its delimiter, and names the zone of its times', async () => {
    const { text } = await list(
      'format=csv&columns=name,state,created_at&tz=Europe/Amsterdam&searchFields=brand:likebata',
      'dutch@x.example',
    )
    expect(linesOf(text)).toEqual(['Naam;Status;Aangemaakt (Europe/Amsterdam)', 'Idle;Staat stil;02-07-2025 14:00', ''])
  })

  it('is kept in the audit log, with who took how many rows', async () => {
    await list('format=csv&columns=name')
    const { rows } = await api.database.pool.query(
      "SELECT u.email, a.after FROM audit_log a JOIN users u ON u.id = a.user_id WHERE action = 'entity.export' ORDER BY a.id DESC LIMIT 1",
    )
    expect(rows).toEqual([{ email: 'manager@x.example', after: { rows: 5, columns: 'name' } }])
  })

  it.each([
    ['format=pdf', 'format'],
    ['format=csv&columns=name,password', 'columns'],
    ['format=csv&columns=__proto__', 'columns'],
    ['format=csv&tz=Nowhere', 'tz'],
  ])('refuses %s and names what is allowed', async (query, field) => {
    const { status, body } = await list(query)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })
})
