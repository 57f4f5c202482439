import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
let vendor: number
let company: number
const MANAGER = 'manager@x.example'
const call = (method: string, path: string, body?: unknown, email = MANAGER) =>
  api.call(method, `/api/v1/geofences${path}`, { email, body })

const YARD = { name: 'Yard', kind: 'circle', shape: { type: 'Point', coordinates: [9.5209, 47.141] }, reach_m: 250 }
const corners = [
  [9.5, 47.16],
  [9.52, 47.16],
  [9.52, 47.18],
  [9.5, 47.16],
]
const TOWN = { name: 'Schaan', kind: 'polygon', shape: { type: 'Polygon', coordinates: [corners] }, limit_kph: 50 }

beforeAll(async () => {
  vendor = await tenants.business('Vendor')
  company = await tenants.business('Company', 'company', vendor)
  await tenants.user(MANAGER, 'manager', vendor)
  await tenants.user('technician@x.example', 'technician', vendor)
})

describe('a geofence', () => {
  it('is drawn, found in the list, changed from then on, and deleted', async () => {
    const made = await call('POST', '', YARD)
    expect([made.status, made.body.data]).toEqual([200, expect.objectContaining({ ...YARD, business_id: vendor })])
    const { id, south, north, effective_from } = made.body.data
    expect((north - south) * 111_195).toBeCloseTo(500, 0)
    const renamed = await call('PUT', `/${id}`, { ...YARD, name: 'The yard' })
    expect(renamed.body.data).toMatchObject({ name: 'The yard', effective_from })
    const widened = await call('PUT', `/${id}`, { ...YARD, reach_m: 400 })
    expect(Date.parse(widened.body.data.effective_from)).toBeGreaterThan(Date.parse(effective_from))
    expect((await call('GET', '?search=name:Yard')).body.data).toEqual([widened.body.data])
    expect((await call('DELETE', `/${id}`)).status).toBe(204)
    expect((await call('GET', `/${id}`)).status).toBe(404)
    const audited = await api.rows<{ action: string }>("SELECT action FROM audit_log WHERE object_type = 'geofence' ORDER BY id")
    expect(audited.map(({ action }) => action)).toEqual([
      'geofence.create',
      'geofence.update',
      'geofence.update',
      'geofence.delete',
    ])
  })

  it('of a business below is drawn by who manages above it, and by nobody without the right', async () => {
    const { status, body } = await call('POST', '', { ...TOWN, business_id: company })
    expect([status, body.data]).toEqual([200, expect.objectContaining({ business_name: 'Company', reach_m: null, west: 9.5 })])
    expect((await call('POST', '', TOWN, 'technician@x.example')).body).toMatchObject({ permission: 'manage:alerts' })
    expect((await call('GET', `/${body.data.id}`, undefined, 'technician@x.example')).status).toBe(200)
  })

  it.each([
    ['shape', 'geofences.ring-open', { ...TOWN, shape: { type: 'Polygon', coordinates: [corners.slice(0, 3)] } }],
    ['shape', 'geofences.not-degrees', { ...YARD, shape: { type: 'Point', coordinates: [9.5, 147.1] } }],
    ['shape', 'geofences.not-geojson', { ...YARD, kind: 'corridor' }],
    ['reach_m', 'geofences.no-reach', { ...TOWN, reach_m: 5 }],
    ['reach_m', 'field.not-number', { ...YARD, reach_m: null }],
    ['reach_m', 'field.too-great', { ...YARD, reach_m: 1e6 }],
  ])('says what is wrong with its %s: %s', async (name, code, body) => {
    const refused = await call('POST', '', body)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [name]])
    expect(JSON.stringify(refused.body.reasons)).toContain(code)
  })
})

describe('the map', () => {
  const onMap = async (bbox: string, email = MANAGER) =>
    api.call('GET', `/api/v1/map/geofences?bbox=${encodeURIComponent(bbox)}`, { email })
  const drawn = (circle: { name: string; longitude: number; reachM: number }) => ({
    name: circle.name,
    kind: 'circle',
    reach_m: circle.reachM,
    shape: { type: 'Point', coordinates: [circle.longitude, 46.9] },
  })

  it('is told the geofences that reach into what it shows, the largest first, of whom the caller sees', async () => {
    const stranger = await tenants.business('Stranger')
    await tenants.user('stranger@x.example', 'manager', stranger)
    const all = [drawn({ name: 'Small', longitude: 8, reachM: 100 }), drawn({ name: 'Large', longitude: 8.1, reachM: 20_000 })]
    for (const one of [...all, drawn({ name: 'Far', longitude: 3, reachM: 100 })]) await call('POST', '', one)
    await call('POST', '', drawn({ name: 'Theirs', longitude: 8, reachM: 100 }), 'stranger@x.example')
    const { body } = await onMap('7.9,46.8,8,47')
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Large', 'Small'])
    expect(body.data[1]).toMatchObject({ ...all[0], id: expect.any(Number) })
    expect((await onMap('7.9,46.8,8,47', 'technician@x.example')).body.data).toHaveLength(2)
    expect((await onMap('3.1,46.8,3.2,47')).body.data).toEqual([])
  })

  it('is told those across the 180th meridian on both sides of it, and nowhere else', async () => {
    const across = (west: number, east: number) => [[west, -17], [east, -17], [east, -16], [west, -17]] // prettier-ignore
    const make = (name: string, ring: number[][]) =>
      call('POST', '', { name, kind: 'polygon', shape: { type: 'Polygon', coordinates: [ring] } })
    await make('Taveuni', across(179.8, -179.8))
    await make('West', across(179, 179.5))
    await make('East', across(-179.5, -179))
    const names = async (bbox: string) => (await onMap(bbox)).body.data.map(({ name }: { name: string }) => name).sort()
    expect(await names('178,-18,179.9,-15')).toEqual(['Taveuni', 'West'])
    expect(await names('-179.9,-18,-178,-15')).toEqual(['East', 'Taveuni'])
    expect(await names('179.9,-18,-179.9,-15')).toEqual(['Taveuni'])
    expect(await names('179.4,-18,-179.4,-15')).toEqual(['East', 'Taveuni', 'West'])
    expect(await names('0,-18,10,-15')).toEqual([])
    expect(await names('-180,-18,180,-15')).toEqual(['East', 'Taveuni', 'West'])
    expect(await names('179.9,10,-179.9,20')).toEqual([])
  })

  it.each(['', '7,46,8', '7,46,8,x', '8,47,7,46', '181,46,8,47', '7,46,8,91'])(
    'says of %j that it is no part of a map',
    async (bbox) => {
      const { status, body } = await onMap(bbox)
      expect([status, body.errors]).toEqual([422, { bbox: [expect.stringContaining('9.4,47.0,9.7,47.3')] }])
    },
  )
})
