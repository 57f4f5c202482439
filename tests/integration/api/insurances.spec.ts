import { apiForTests } from '../../support/api/api-for-tests.js'
import type { Answer } from '../../support/api/api-server.js'
import { JobClock } from '../../support/api/job-clock.js'
import { jpeg, png } from '../../support/pictures.js'

const { api, tenants } = apiForTests({ API_WORK: 'all', SMTP_URL: 'smtp://127.0.0.1:9', PORTAL_URL: 'https://portal.example' })
const MANAGER = 'manager@x.example'
const DEALER = 'dealer@x.example'
const OTHER = 'manager@other.example'
const POLICY = {
  insurer: 'Velosure',
  policy_number: 'VS-1',
  coverage: 'comprehensive',
  insured_value_minor: 349_900,
  currency: 'EUR',
}
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
let shop: number
let bike: number

const call = (method: string, path: string, body?: unknown, email = MANAGER): Promise<Answer> =>
  api.call(method, `/api/v1${path}`, { email, body })
/** Returns the day that is this many days from today, in Amsterdam. */
const inDays = (days: number): string => {
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Amsterdam' })
  return new Date(Date.parse(`${today}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
const insure = async (entity_id: number, more: object = {}): Promise<number> => {
  const made = await call('POST', '/insurances', { ...POLICY, starts_on: inDays(-100), ends_on: inDays(265), entity_id, ...more })
  expect(made.status).toBe(200)
  return made.body.data.id
}
const stateOf = async (id: number) => (await call('GET', `/insurances/${id}`)).body.data.state
const addDocument = (id: number, content: Buffer, name = 'Policy') =>
  call('POST', `/insurances/${id}/documents`, { name, content: content.toString('base64') })

beforeAll(async () => {
  const vendor = await tenants.business('Vendor')
  shop = await tenants.business('Shop', 'company', vendor)
  await tenants.user(MANAGER, 'manager', vendor)
  await tenants.user(DEALER, 'dealer', shop)
  await tenants.user(OTHER, 'manager', await tenants.business('Other'))
  bike = await tenants.entity(shop, 'Bike')
})

describe('insurance of vehicles', () => {
  it('R-011 R-189 R-194 R-325 G-74 keeps insurer, policy number, coverage, days, value and documents, and changes them', async () => {
    const id = await insure(bike)
    expect((await call('GET', `/insurances/${id}`)).body.data).toMatchObject({
      ...POLICY,
      entity_name: 'Bike',
      business_name: 'Shop',
      state: 'active',
      starts_on: inDays(-100),
      documents: [],
    })
    const changed = { ...POLICY, insurer: 'Other insurer', starts_on: inDays(-100), ends_on: null, insured_value_minor: null }
    expect((await call('PUT', `/insurances/${id}`, changed)).body.data).toMatchObject({
      insurer: 'Other insurer',
      ends_on: null,
      insured_value_minor: null,
      currency: null,
    })
    expect((await call('GET', `/entities/${bike}/insurances`, undefined, DEALER)).body.data).toHaveLength(1)
    expect((await call('GET', '/dropdown/insurers')).body.data).toEqual([{ name: 'Other insurer' }])
    const entries = await api.rows<{ action: string; after: object }>(
      `SELECT action, after FROM audit_log WHERE object_type = 'entity' AND object_id = '${bike}' ORDER BY id`,
    )
    expect(entries.map(({ action }) => action)).toEqual(['entity.insurance-add', 'entity.insurance-change'])
    expect(entries[1]?.after).toMatchObject({ insurer: 'Other insurer', ends_on: null })
    expect((await call('DELETE', `/insurances/${id}`)).status).toBe(204)
    expect((await call('GET', `/insurances/${id}`)).status).toBe(404)
  })

  it('G-74 refuses a last day before the first, days that are none, words that are none, and an amount without a currency', async () => {
    const wrong = await call('POST', '/insurances', {
      entity_id: bike,
      insurer: ' ',
      policy_number: '',
      coverage: 'all',
      starts_on: '2026-02-30',
      ends_on: '2026-13-01',
      insured_value_minor: 12.5,
      currency: 'euro',
    })
    expect(Object.keys(wrong.body.errors).sort()).toEqual([
      ...['coverage', 'currency', 'ends_on', 'insured_value_minor', 'insurer', 'policy_number', 'starts_on'],
    ])
    const backwards = { ...POLICY, entity_id: bike, starts_on: '2026-02-02', ends_on: '2026-02-01' }
    expect((await call('POST', '/insurances', backwards)).body.errors).toEqual({ ends_on: ['Must not be before the first day'] })
    const sameDay = { ...backwards, ends_on: '2026-02-02' }
    expect((await call('POST', '/insurances', sameDay)).status).toBe(200)
  })

  it('R-325 is read by who reads information, written by who manages subscriptions, and of the own tenant alone', async () => {
    const id = await insure(bike)
    const body = { ...POLICY, starts_on: inDays(0) }
    expect((await call('PUT', `/insurances/${id}`, body, DEALER)).status).toBe(403)
    expect((await call('GET', `/insurances/${id}`, undefined, OTHER)).status).toBe(404)
    expect((await call('PUT', `/insurances/${id}`, body, OTHER)).status).toBe(404)
    expect((await call('POST', '/insurances', { ...body, entity_id: bike }, OTHER)).body.errors).toHaveProperty('entity_id')
    expect((await call('GET', `/entities/${bike}/insurances`, undefined, OTHER)).status).toBe(404)
    expect((await call('GET', '/dropdown/insurers', undefined, OTHER)).body.data).toEqual([])
  })

  it('G-73 G-74 T-18 says how each stands by the days of Amsterdam, and one that is followed by as much does not expire', async () => {
    const vehicle = () => tenants.entity(shop, 'Of states')
    const until = async (ends: number | null, starts = -100) =>
      stateOf(await insure(await vehicle(), { starts_on: inDays(starts), ends_on: ends === null ? null : inDays(ends) }))
    expect(await until(265)).toBe('active')
    expect(await until(null)).toBe('active')
    expect(await until(29)).toBe('expiring')
    expect(await until(31)).toBe('active')
    // On its last day, the insurance still covers the vehicle.
    expect(await until(0)).toBe('expiring')
    expect(await until(-1)).toBe('expired')
    expect(await until(40, 1)).toBe('pending')
    const followed = await vehicle()
    const first = await insure(followed, { ends_on: inDays(10), coverage: 'theft' })
    await insure(followed, { starts_on: inDays(11), ends_on: inDays(400), coverage: 'liability' })
    expect(await stateOf(first)).toBe('expiring')
    await insure(followed, { starts_on: inDays(11), ends_on: inDays(400), coverage: 'comprehensive' })
    expect(await stateOf(first)).toBe('active')
  })

  it('T-18 Home, the filter of vehicles and the list of insurance agree on what expires', async () => {
    const needs = await api.get('/entities/index?searchFields=needs:=insurance_ending&limit=100', MANAGER)
    const listed = await api.get('/insurances?searchFields=state:=expiring&limit=100', MANAGER)
    const { attention } = (await api.get('/dashboard/summary', MANAGER)).body.data
    const ids = (rows: Record<string, number>[], name: string) => [...new Set(rows.map((row) => row[name]))].sort()
    expect(ids(needs.body.data, 'id')).toEqual(ids(listed.body.data, 'entity_id'))
    expect(ids(needs.body.data, 'id').length).toBeGreaterThan(0)
    expect(attention).toContainEqual(expect.objectContaining({ kind: 'insurance_ending', count: needs.body.data.length }))
  })

  it('R-325 finds what ends from one day to another by these days; a moment stands for its day in Amsterdam', async () => {
    const vehicle = await tenants.entity(shop, 'By the day')
    const days = ['2098-04-30', '2098-05-01', '2098-05-02']
    for (const [at, ends_on] of days.entries())
      await insure(vehicle, { starts_on: '2098-01-01', ends_on, coverage: ['theft', 'liability', 'comprehensive'][at] })
    const endsIn = async (from: string, till: string) => {
      const asked = `searchFields=entity_id:=${vehicle};ends_on:>=${from};ends_on:<=${till}&searchJoin=and&orderBy=ends_on&sortedBy=asc`
      return ((await api.get(`/insurances?${asked}`, MANAGER)).body.data as { ends_on: string }[]).map(({ ends_on }) => ends_on)
    }
    expect(await endsIn('2098-05-01', '2098-05-01')).toEqual(['2098-05-01'])
    expect(await endsIn('2098-04-30', '2098-05-01')).toEqual(['2098-04-30', '2098-05-01'])
    expect(await endsIn('2098-04-30T22:00:00Z', '2098-05-01T21:59:59.999Z')).toEqual(['2098-05-01'])
    expect(await endsIn('2098-05-01T07:00:00Z', '2098-05-02T06:59:59.999Z')).toEqual(['2098-05-01', '2098-05-02'])
    const { status, body } = await api.get('/insurances?searchFields=ends_on:>=2098-02-30', MANAGER)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['ends_on']])
  })

  it('R-325 gives the list as CSV, with days and amounts as other programs read them', async () => {
    const vehicle = await tenants.entity(shop, 'In the file')
    await insure(vehicle, { starts_on: '2026-01-01', ends_on: '2099-12-31' })
    const { text } = await api.get('/insurances?format=csv&searchFields=entity_name:=In the file', MANAGER)
    expect(text).toMatch(/In the file.*Velosure.*VS-1.*Comprehensive.*2026-01-01.*2099-12-31.*3499\.00.*EUR/)
  })
})

describe('documents of an insurance', () => {
  it('G-74 keeps a PDF and hands it out as a file that is saved, never shown', async () => {
    const id = await insure(bike)
    const added = await addDocument(id, PDF, 'Polis / 2026 "é"')
    expect(added.body.data).toMatchObject({ name: 'Polis / 2026 "é"', media_type: 'application/pdf', bytes: PDF.length })
    const { headers, status } = await api.call('GET', `/api/v1/insurances/${id}/documents/${added.body.data.id}`, {
      email: DEALER,
    })
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe('attachment; filename="Polis-2026-e.pdf"')
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('G-74 keeps of a picture its pixels alone, without where it was taken', async () => {
    const id = await insure(bike)
    const place = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 22]), Buffer.from('Exif\0\0GPS 52.37 4.90')])
    const picture = jpeg()
    const taken = Buffer.concat([picture.subarray(0, 2), place, picture.subarray(2)])
    const { body } = await addDocument(id, taken)
    const [kept] = await api.rows<{ content: Buffer }>(`SELECT content FROM insurance_documents WHERE id = ${body.data.id}`)
    expect(kept?.content.includes('GPS')).toBe(false)
    expect(body.data).toMatchObject({ media_type: 'image/jpeg', bytes: kept?.content.length })
  })

  it.each([
    ['a page that runs', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a page before a PDF', Buffer.concat([Buffer.from('<script>'), PDF])],
    ['a PDF that was cut off', PDF.subarray(0, 30)],
    ['an archive', Buffer.from('PK\x03\x04 and more')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a picture of 400 megapixels in a few bytes', png({ width: 20_000, height: 20_000 })],
    ['one that is too large', Buffer.concat([PDF.subarray(0, 9), Buffer.alloc(700_000), PDF.subarray(9)])],
  ])('G-74 refuses %s', async (_what, content) => {
    const id = await insure(bike)
    const refused = await addDocument(id, content)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['content']])
  })

  it('G-74 holds the same document once, five at most, and takes one away with a word in the history', async () => {
    const id = await insure(bike)
    const documents = []
    for (let at = 0; at < 5; at++) {
      documents.push((await addDocument(id, Buffer.concat([PDF, Buffer.from(`% ${at}`)]))).body.data.id)
    }
    expect((await addDocument(id, Buffer.concat([PDF, Buffer.from('% 0')]))).body.data.id).toBe(documents[0])
    expect((await addDocument(id, PDF)).status).toBe(409)
    expect((await call('DELETE', `/insurances/${id}/documents/${documents[0]}`, undefined, DEALER)).status).toBe(403)
    expect((await call('DELETE', `/insurances/${id}/documents/${documents[0]}`)).status).toBe(204)
    expect((await call('GET', `/insurances/${id}/documents/${documents[0]}`)).status).toBe(404)
    const other = await insure(bike)
    expect((await call('GET', `/insurances/${other}/documents/${documents[1]}`)).status).toBe(404)
    const [entry] = await api.rows(
      `SELECT after FROM audit_log WHERE action = 'entity.insurance-document-remove' AND object_id = '${bike}'`,
    )
    expect(entry).toMatchObject({ after: { document: 'Policy', policy_number: 'VS-1' } })
  })
})

describe('insurance that ends', () => {
  let clock: JobClock
  /** Runs the timed job. */
  const tick = () => clock.strike('insurance-ends')
  const posted = () => api.rows("SELECT id FROM outgoing_mails WHERE template = 'insurances-ending'")

  beforeAll(async () => {
    clock = await JobClock.open(api.database, 'insurance-ends')
    await api.database.pool.query('DELETE FROM insurances')
  })
  afterAll(() => clock.stop())

  it('T-18 managers are told once at 30 days, once at 7 and once when it is over', async () => {
    const vehicle = await tenants.entity(shop, 'Ends soon')
    const id = await insure(vehicle, { ends_on: inDays(20) })
    await Promise.all([tick(), tick()])
    expect(await posted()).toHaveLength(1)
    await api.database.pool.query('UPDATE insurances SET ends_on = $2 WHERE id = $1', [id, inDays(5)])
    await tick()
    await tick()
    expect(await posted()).toHaveLength(2)
    await api.database.pool.query('UPDATE insurances SET ends_on = $2 WHERE id = $1', [id, inDays(-1)])
    await tick()
    await tick()
    expect(await posted()).toHaveLength(3)
  })

  it('T-18 nobody is told of what another insurance follows, nor of what is over since long', async () => {
    const before = (await posted()).length
    const vehicle = await tenants.entity(shop, 'Goes on')
    await insure(vehicle, { ends_on: inDays(-2) })
    await insure(vehicle, { starts_on: inDays(-1), ends_on: inDays(300) })
    await insure(await tenants.entity(shop, 'Long ago'), { ends_on: inDays(-40) })
    await tick()
    expect(await posted()).toHaveLength(before)
  })
})
