import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
let vendor: number
let company: number
let department: number
let elsewhere: number

beforeAll(async () => {
  vendor = await tenants.business('Fietsen BV')
  company = await tenants.business('Koerier', 'company', vendor)
  department = await tenants.business('Nacht', 'department', company)
  elsewhere = await tenants.business('Somebody else')
  await tenants.user('manager@x.example', 'manager', vendor)
  await tenants.user('night@x.example', 'manager', department)
})
beforeEach(() => tenants.pool.query('DELETE FROM trip_rests'))

interface Rest {
  vehicle_type: string
  rest_minutes: number | null
  in_force: number
  from: { business_id: number; name: string } | null
  inherited: { rest_minutes: number; from: Rest['from'] }
}
const call = (method: string, of: number, body?: unknown, headers = {}, email = 'manager@x.example') =>
  api.call(method, `/api/v1/businesses/${of}/trip-rests`, { email, body, headers })
const says = (of: number, minutes: Record<string, number | null>, headers = {}) =>
  call(
    'PUT',
    of,
    { rests: Object.entries(minutes).map(([vehicle_type, rest_minutes]) => ({ vehicle_type, rest_minutes })) },
    headers,
  )
const inForce = async (of: number, type: string, email?: string): Promise<Rest> =>
  ((await call('GET', of, undefined, {}, email)).body.data.rests as Rest[]).find(({ vehicle_type }) => vehicle_type === type)!

describe('the rest that ends a trip', () => {
  it('G-104 is the type’s own where no business says another', async () => {
    const { status, body } = await call('GET', department)
    expect([status, body.data.rests.map(({ vehicle_type, in_force }: Rest) => `${vehicle_type} ${in_force}`)]).toEqual([
      200,
      ['eBike 5', 'eCargoBike 5', 'speedPedelec 5', 'eMoped 3', 'moped 3', 'automobile 3', 'other 5', 'unregistered 5'],
    ])
    expect(body.data.rests[0]).toEqual({
      vehicle_type: 'eBike',
      rest_minutes: null,
      in_force: 5,
      from: null,
      inherited: { rest_minutes: 5, from: null },
    })
  })

  it('G-104 comes down the tree from the nearest business that says one for that type', async () => {
    await says(vendor, { moped: 15, eBike: 10 })
    await says(company, { moped: 2 })
    const fromVendor = { business_id: vendor, name: 'Fietsen BV' }
    const fromCompany = { business_id: company, name: 'Koerier' }
    expect(await inForce(department, 'moped')).toMatchObject({ rest_minutes: null, in_force: 2, from: fromCompany })
    expect(await inForce(department, 'eBike')).toMatchObject({ rest_minutes: null, in_force: 10, from: fromVendor })
    expect(await inForce(company, 'moped')).toEqual({
      vehicle_type: 'moped',
      rest_minutes: 2,
      in_force: 2,
      from: fromCompany,
      inherited: { rest_minutes: 15, from: fromVendor },
    })
    // A user who sees only the department still sees the name of the business above that sets the rest, as in all other
    // places.
    expect(await inForce(department, 'moped', 'night@x.example')).toMatchObject({ in_force: 2, from: fromCompany })
  })

  it('G-104 goes back to what is above when it is taken away, by null or by being left out', async () => {
    await says(vendor, { moped: 15 })
    await says(company, { moped: 2, eBike: 1, automobile: 4 })
    const { status, body } = await says(company, { moped: null, automobile: 4 })
    const own = (body.data.rests as Rest[]).filter(({ rest_minutes }) => rest_minutes !== null)
    expect([status, own.map(({ vehicle_type }) => vehicle_type)]).toEqual([200, ['automobile']])
    expect(await inForce(company, 'moped')).toMatchObject({ rest_minutes: null, in_force: 15 })
    expect(await inForce(company, 'eBike')).toMatchObject({ rest_minutes: null, in_force: 5, from: null })
  })

  it.each([0, 16, 2.5, '3', undefined])('G-104 is refused at %p minutes with what is allowed', async (rest_minutes) => {
    const { status, body } = await call('PUT', company, { rests: [{ vehicle_type: 'moped', rest_minutes }] })
    expect([status, Object.values(body.errors)]).toEqual([422, [['The trip rest must be whole minutes from 1 to 15']]])
  })

  it.each([
    ['a type that there is not', [{ vehicle_type: 'tank', rest_minutes: 2 }]],
    ['a type twice', Array(2).fill({ vehicle_type: 'moped', rest_minutes: 2 })],
    ['no list', undefined],
    ['no object in it', [null]],
  ])('is refused with %s', async (_, rests) => {
    expect((await call('PUT', company, { rests })).status).toBe(422)
  })

  it('is nothing to be seen or said about a business outside the scope', async () => {
    for (const answer of [await call('GET', elsewhere), await says(elsewhere, { moped: 2 })]) expect(answer.status).toBe(404)
    const above = await call('PUT', company, { rests: [] }, {}, 'night@x.example')
    expect(above.status).toBe(404)
  })

  it('G-29 is not changed over what somebody else changed meanwhile', async () => {
    const read = await call('GET', company)
    expect(read.headers.get('etag')).toEqual(expect.any(String))
    const tag = { 'if-match': read.headers.get('etag') ?? '' }
    expect((await says(company, { moped: 2 }, tag)).status).toBe(200)
    expect((await says(company, { moped: 7 }, tag)).status).toBe(412)
    expect(await inForce(company, 'moped')).toMatchObject({ rest_minutes: 2 })
  })

  it('is in the audit log with what it was before', async () => {
    await says(company, { moped: 2 })
    await says(company, { moped: 9 })
    const { rows } = await tenants.pool.query(
      "SELECT before, after FROM audit_log WHERE action = 'business.trip-rests' AND object_id = $1 ORDER BY id DESC LIMIT 1",
      [String(company)],
    )
    expect(rows).toEqual([{ before: { moped: 2 }, after: { moped: 9 } }])
  })

  it('stays with its business when everything on that moves, and goes with it', async () => {
    const [from, to] = [
      await tenants.business('From', 'department', company),
      await tenants.business('To', 'department', company),
    ]
    await says(from, { moped: 2 })
    await says(to, { moped: 9 })
    const path = `/api/v1/businesses/${from}`
    const moved = await api.call('POST', `${path}/move-everything`, { email: 'manager@x.example', body: { to } })
    expect(moved.status).toBe(200)
    expect(await inForce(from, 'moped')).toMatchObject({ rest_minutes: 2 })
    expect((await api.call('DELETE', path, { email: 'manager@x.example' })).status).toBe(204)
    expect(await inForce(to, 'moped')).toMatchObject({ rest_minutes: 9 })
  })
})
