import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests()
const MANAGER = 'manager@x.example'
const load = (file: unknown, more: object = {}, email = MANAGER) =>
  api.call('POST', '/api/v1/geofences/imports', {
    ...{ email, headers: { 'accept-language': 'de' } },
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
      created: [{ name: 'Depot', kind: 'circle', shape: { type: 'Point', coordinates: [9.52, 47.14] }, reach_m: 250 }],
      failed: [
        { nth: 2, name: '', message: expect.stringMatching(/Reichweite/) },
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

  it.each([
    ['no map', 'PK\u0003\u0004'],
    ['a bomb of entities', '<!DOCTYPE kml [<!ENTITY a "aa">]><kml><Placemark><name>&a;</name></Placemark></kml>'],
    ['more than two thousand places', { type: 'MultiPoint', coordinates: Array.from({ length: 2_001 }, () => [9, 47]) }],
  ])('are refused as a whole where the file is %s', async (_what, file) => {
    const { status, body } = await load(file)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['file']])
  })
})
