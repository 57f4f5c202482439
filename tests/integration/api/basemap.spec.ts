import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ApiUnderTest } from '../../support/api/api-server.js'

const FILE = readFileSync(path.resolve(__dirname, '../../../data/liechtenstein.pmtiles'))
const MAP = '/basemap.pmtiles'

describe('a basemap of our own', () => {
  let api: ApiUnderTest
  const ask = (headers: Record<string, string> = {}, address = MAP) => fetch(`${api.url}${address}`, { headers })

  beforeAll(async () => (api = await ApiUnderTest.start({ PORTAL_DIR: '/nowhere' })))
  afterAll(() => api.stop())

  it('is there from the first start, told to the portal, and asks no other host', async () => {
    const { tiles } = (await (await ask({}, '/config.json')).json()) as { tiles: Record<string, unknown> }
    expect(tiles).toMatchObject({ url: null, vector_url: MAP, attribution: '© OpenStreetMap contributors' })
    expect((await ask()).headers.get('content-security-policy')).toContain(`connect-src 'self' ${api.issuer.url};`)
  })

  it('comes in the ranges that are asked for, as it lies, whatever packing the reader takes', async () => {
    const answer = await ask({ range: 'bytes=127-1150', 'accept-encoding': 'br, gzip' })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(answer.headers.get('content-range')).toBe(`bytes 127-1150/${FILE.length}`)
    expect(Buffer.from(await answer.arrayBuffer()).equals(FILE.subarray(127, 1151))).toBe(true)
  })

  it('says what a range beyond its end is, and when nothing has changed', async () => {
    expect((await ask({ range: `bytes=${FILE.length}-` })).status).toBe(416)
    const whole = await ask()
    expect(whole.headers.get('cache-control')).toBe('public, max-age=86400')
    const etag = whole.headers.get('etag') ?? ''
    expect((await ask({ 'if-none-match': etag, 'cache-control': 'max-age=0' })).status).toBe(304)
  })

  it.each(['bytes=0-1,5-6', 'bytes=0-,0-', 'bytes=0-1, -1', `bytes=${Array(500).fill('0-').join()}`])(
    'L9 sends no whole file to who asks for several ranges at once: %s',
    async (range) => {
      const answer = await ask({ range })
      expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${FILE.length}`])
      expect((await answer.arrayBuffer()).byteLength).toBe(0)
    },
  )

  it.each(['/basemap.pmtiles/../README.md', '/basemap.pmtiles/..%2fREADME.md', '/README.md', '/liechtenstein-roads.geojson.gz'])(
    'opens no other file of its folder: %s',
    async (address) => {
      expect((await ask({}, address)).status).toBeGreaterThanOrEqual(400)
    },
  )
})

describe.each([
  ['none', { BASEMAP: 'none' }, null],
  ['raster tiles instead', { TILE_URL: 'https://tiles.example/{z}/{x}/{y}.png' }, null],
  ['a file elsewhere', { BASEMAP: 'https://maps.example/region.pmtiles' }, 'https://maps.example/region.pmtiles'],
])('with %s', (_, environment, expected) => {
  it('the product serves no file, and the portal knows', async () => {
    const api = await ApiUnderTest.start(environment)
    try {
      const config = (await (await fetch(`${api.url}/config.json`)).json()) as { tiles: { vector_url: unknown } }
      expect(config.tiles.vector_url).toBe(expected)
      expect((await fetch(`${api.url}${MAP}`)).status).toBe(404)
    } finally {
      await api.stop()
    }
  })
})
