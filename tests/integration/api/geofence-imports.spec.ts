import { strToU8, zipSync } from 'fflate'
import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
const MANAGER = 'manager@x.example'
const load = (file: unknown, more: object = {}, email = MANAGER) =>
  api.call('POST', '/api/v1/geofences/imports', {
    email,
    headers: { 'accept-language': 'de' },
    body: { file: typeof file === 'string' ? file : JSON.stringify(file), ...more },
  })
const names = async (email = MANAGER) =>
  (await api.get('/geofences?orderBy=name&sortedBy=asc', email)).body.data.map(({ name }: { name: string }) => name)
const feature = (geometry: unknown, properties: unknown = {}) => ({ type: 'Feature', geometry, properties })
const FILE = {
  type: 'FeatureCollection',
  features: [
    feature({ type: 'Point', coordinates: [9.52, 47.14] }, { name: 'Depot', radius: 250 }),
    feature({ type: 'Point', coordinates: [9.52, 47.15] }),
    feature({ type: 'Point', coordinates: [9.52, 97] }, { name: 'Moon' }),
  ],
}

beforeAll(async () => {
  const vendor = await tenants.business('Vendor')
  await tenants.user(MANAGER, 'manager', vendor, { locale: 'de' })
  await tenants.user('manager@other.example', 'manager', await tenants.business('Other'))
})

describe('geofences of another system', () => {
  it('are tried before anything is written, and each refusal says which and why, in the reader’s language', async () => {
    const { body } = await load(FILE, { dry_run: true })
    expect(body.data).toEqual({
      dry_run: true,
      created: [
        { name: 'Depot', kind: 'circle', shape: { type: 'Point', coordinates: [9.52, 47.14] }, reach_m: 250, thinned: null },
      ],
      failed: [
        { nth: 2, name: '', message: expect.stringMatching(/Radius/) },
        { nth: 3, name: 'Moon', message: expect.stringMatching(/Grad/) },
      ],
    })
    expect(await names()).toEqual([])
  })

  it('are made in one act, named where the file does not, and noted in the history', async () => {
    const { status, body } = await load(FILE, { reach_m: 80 })
    expect([status, body.data.created.map(({ name, reach_m }: { name: string; reach_m: number }) => [name, reach_m])]).toEqual([
      200,
      [
        ['Depot', 250],
        ['Ort 2', 80],
      ],
    ])
    expect(await names()).toEqual(['Depot', 'Ort 2'])
    expect(await names('manager@other.example')).toEqual([])
    expect(await api.rows("SELECT after FROM audit_log WHERE action = 'geofence.import'")).toEqual([{ after: { created: 2 } }])
  })

  it('of several parts are one geofence, from KMZ, GPX and GBFS alike', async () => {
    const ring = (west: number, east: number) => [[west, 47.1], [east, 47.1], [east, 47.2], [west, 47.1]] // prettier-ignore
    const shape = { type: 'MultiPolygon', coordinates: [[ring(9.5, 9.6)], [ring(9.7, 9.8)]] }
    const gbfs = { data: { geofencing_zones: { type: 'FeatureCollection', features: [feature(shape, { name: 'Zone' })] } } }
    expect((await load(gbfs)).body.data.created).toEqual([{ name: 'Zone', kind: 'polygon', shape, reach_m: null, thinned: null }])
    const { data } = (await api.get('/geofences?search=name:Zone', MANAGER)).body
    expect(data).toMatchObject([{ shape, west: 9.5, east: 9.8 }])
    const { id, name, kind } = data[0]
    const again = await api.call('PUT', `/api/v1/geofences/${id}`, { email: MANAGER, body: { name, kind, shape } })
    expect(again.body.data).toMatchObject({ shape })
    const corners = (west: number, east: number) =>
      ring(west, east)
        .map((pair) => `${pair.join()},0`)
        .join(' ')
    const polygon = (west: number, east: number) =>
      `<Polygon><outerBoundaryIs><LinearRing><coordinates>${corners(west, east)}</coordinates></LinearRing></outerBoundaryIs></Polygon>`
    const kml = `<kml><Placemark><name>Füssen</name><MultiGeometry>${polygon(9.5, 9.6)}${polygon(9.7, 9.8)}</MultiGeometry></Placemark></kml>`
    const bytes = (file: Uint8Array, more: object = {}) =>
      api.call('POST', '/api/v1/geofences/imports', {
        email: MANAGER,
        body: { content: Buffer.from(file).toString('base64'), dry_run: true, ...more },
      })
    const kmz = await bytes(zipSync({ 'doc.kml': strToU8(kml) }))
    expect(kmz.body.data.created).toEqual([{ name: 'Füssen', kind: 'polygon', shape, reach_m: null, thinned: null }])
    const gpx = `<gpx><trk><name>Yard</name><trkseg>${ring(9.5, 9.6)
      .map(([x, y]) => `<trkpt lat="${y}" lon="${x}"/>`)
      .join('')}</trkseg></trk></gpx>`
    expect((await bytes(Buffer.from(`\uFEFF${gpx}`, 'utf16le'))).body.data.created).toMatchObject([
      { name: 'Yard', kind: 'polygon' },
    ])
    const refused = await bytes(zipSync({ 'doc.kml': new Uint8Array(8_000_000) }))
    expect([refused.status, refused.body.errors]).toEqual([422, { content: [expect.stringContaining('5 MB')] }])
  })

  it('have names that can be stored and read, whatever stands in the file', async () => {
    const point = { type: 'Point', coordinates: [9.52, 47.14] }
    const names = [
      'a\u0000b',
      'Gate\u202egpj',
      '\u200b\u200b',
      'x'.repeat(300),
      `${'y'.repeat(99)}🚲🚲`,
      'Gate \ud800',
      'רכב 12 (א)',
    ]
    const file = { type: 'FeatureCollection', features: names.map((name) => feature(point, { name, description: name })) }
    const { status, body } = await load(file, { reach_m: 50 })
    expect([status, body.data.created.map(({ name }: { name: string }) => name)]).toEqual([
      200,
      ['a b', 'Gate gpj', 'Ort 3', 'x'.repeat(100), 'y'.repeat(99), 'Gate', 'רכב 12 (א)'],
    ])
  })

  it('of very many points are thinned, and it is said what that moved', async () => {
    const turn = (nth: number) => (nth / 6_000) * 2 * Math.PI
    const corners = Array.from({ length: 6_000 }, (_, nth) => [9.5 + Math.cos(turn(nth)) / 10, 47 + Math.sin(turn(nth)) / 10])
    const town = feature({ type: 'Polygon', coordinates: [[...corners, corners[0]]] }, { name: 'Town' })
    const [made] = (await load(town)).body.data.created
    expect(made.thinned).toMatchObject({ points_before: 6_001, points: made.shape.coordinates[0].length })
    expect(made.thinned.points).toBeLessThanOrEqual(1_000)
    expect(made.thinned.moved_m).toBeLessThan(30)
  })

  it.each([{}, { file: '', content: null }, { file: '{}', content: 'e30=' }, { content: 'no base64!' }])(
    'are asked for in words where a request has none: %j',
    async (body) => {
      const { status, body: answer } = await api.call('POST', '/api/v1/geofences/imports', { email: MANAGER, body })
      expect([status, Object.values(answer.errors).flat().length]).toEqual([422, 1])
    },
  )

  it.each([
    ['no map', 'PK\u0003\u0004'],
    ['a bomb of entities', '<!DOCTYPE kml [<!ENTITY a "aa">]><kml><Placemark><name>&a;</name></Placemark></kml>'],
    ['more than two thousand places', { type: 'MultiPoint', coordinates: Array.from({ length: 2_001 }, () => [9, 47]) }],
  ])('are refused as a whole where the file is %s', async (_what, file) => {
    const { status, body } = await load(file)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['file']])
  })
})
