import { type Found, isRefused } from './found-area.js'
import { NotGeoJson, readGeoJson } from './read-geojson.js'
import { NotKml, readKml } from './read-kml.js'

const RING = [
  [9.5, 47.1],
  [9.6, 47.1],
  [9.6, 47.2],
  [9.5, 47.1],
]
const HOLE = [
  [9.57, 47.12],
  [9.58, 47.12],
  [9.58, 47.13],
  [9.57, 47.12],
]
const geoJson = (value: unknown) => readGeoJson(JSON.stringify(value))
const feature = (geometry: unknown, properties: unknown = {}) => ({ type: 'Feature', geometry, properties })
const brief = (found: readonly Found[]) =>
  found.map((one) => [one.name, isRefused(one) ? one.problem : one.kind, isRefused(one) ? undefined : one.reachM])

describe('a GeoJSON file', () => {
  it('becomes a geofence for each place, with what other programs write of it', () => {
    const found = geoJson({
      type: 'FeatureCollection',
      features: [
        feature({ type: 'Polygon', coordinates: [RING, HOLE] }, { name: ' Yard \n north ', description: 'Gate 3', radius: 9 }),
        feature({ type: 'Point', coordinates: [9.52, 47.14, 455] }, { title: 'Depot', radius: '250', speed_limit: 30 }),
        feature({ type: 'LineString', coordinates: RING.slice(0, 3) }, { Name: 'Road', width: 40 }),
      ],
    })
    expect(brief(found)).toEqual([
      ['Yard north', 'polygon', undefined],
      ['Depot', 'circle', 250],
      ['Road', 'corridor', 20],
    ])
    expect(found[1]).toMatchObject({ limitKph: 30, shape: { type: 'Point', coordinates: [9.52, 47.14] } })
  })

  it('becomes one for each part of a place in several parts, each with its number', () => {
    const polygons = { type: 'MultiPolygon', coordinates: [[RING], [RING]] }
    const collection = { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [9.5, 47.1] }, polygons] }
    expect(brief(geoJson(feature(collection, { name: 'Town' }))).map(([name, kind]) => [name, kind])).toEqual([
      ['Town 1', 'circle'],
      ['Town 2 1', 'polygon'],
      ['Town 2 2', 'polygon'],
    ])
    expect(brief(geoJson({ type: 'Point', coordinates: [9.5, 47.1] }))).toEqual([['', 'circle', undefined]])
  })

  it.each([
    ['not-degrees', { type: 'Point', coordinates: [200, 47] }],
    ['ring-open', { type: 'Polygon', coordinates: [RING.slice(0, 3).concat([[9.5, 47.2]])] }],
    ['not-geojson', { type: 'Polygon', coordinates: 'here' }],
    ['not-a-shape', { type: 'Circle', coordinates: [9, 47] }],
    ['no-shape', null],
  ])('says of a place that is none that it is %s, by its name', (problem, geometry) => {
    expect(geoJson(feature(geometry, { name: 'Odd' }))).toEqual([{ name: 'Odd', problem }])
  })

  it('is refused, and breaks nothing, when it is something else', () => {
    for (const text of ['', 'PK\u0003', '[]', '{}', '{"type":"Topology"}', '{"type":"Feature"}', 'null']) {
      expect(() => readGeoJson(text)).toThrow(NotGeoJson)
    }
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect(brief(readGeoJson(`{"type":"Polygon","coordinates":${deep}}`))).toEqual([['', 'not-geojson', undefined]])
    const collections = Array.from({ length: 50 }).reduce<unknown>(
      (inner) => ({ type: 'GeometryCollection', geometries: [inner] }),
      { type: 'Point', coordinates: [9, 47] },
    )
    expect(brief(geoJson(collections))).toEqual([['', 'not-a-shape', undefined]])
  })
})

const kml = (body: string, head = '') =>
  readKml(
    `<?xml version="1.0"?>${head}<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>All</name>${body}</Document></kml>`,
  )
const positions = (ring: readonly number[][]) => ring.map((position) => `${position.join(',')},0`).join('\n ')

describe('a KML file', () => {
  it('becomes a geofence for each place, its outline first, whatever order it stands in', () => {
    const found = kml(`<Folder><name>Yards</name><Placemark><name>Yard &amp; gate</name>
        <description><![CDATA[<b>Gate</b> 3]]></description><Polygon>
        <innerBoundaryIs><LinearRing><coordinates>${positions(HOLE)}</coordinates></LinearRing></innerBoundaryIs>
        <outerBoundaryIs><LinearRing><coordinates>${positions(RING)}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Folder>
      <Placemark><name>Ways</name><MultiGeometry><Point><coordinates>9.52,47.14</coordinates></Point>
        <LineString><coordinates>${positions(RING.slice(0, 3))}</coordinates></LineString></MultiGeometry></Placemark>`)
    expect(brief(found)).toEqual([
      ['Yard & gate', 'polygon', undefined],
      ['Ways 1', 'circle', undefined],
      ['Ways 2', 'corridor', undefined],
    ])
    expect(found[0]).toMatchObject({ description: 'Gate 3', shape: { coordinates: [RING, HOLE] } })
  })

  it('says of a place without a shape, or with letters for numbers, what is wrong with it', () => {
    const none = '<Placemark><name>Nothing</name></Placemark>'
    const odd = '<Placemark><name>Odd</name><Point><coordinates>here,there</coordinates></Point></Placemark>'
    expect(brief(kml(none + odd)).map(([name, problem]) => [name, problem])).toEqual([
      ['Nothing', 'no-shape'],
      ['Odd', expect.stringMatching(/^not-/)],
    ])
  })

  it('is refused when it is something else, or uses what it declares itself', () => {
    for (const text of ['', '{}', '<html></html>', '<kml><Placemark></kml>', `<kml>${'<Folder>'.repeat(100_000)}`]) {
      expect(() => readKml(text)).toThrow(NotKml)
    }
    const bomb = '<!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    expect(() => kml('<Placemark><name>&b;</name></Placemark>', bomb)).toThrow(NotKml)
    const outside = '<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    expect(() => kml('<Placemark><name>&x;</name></Placemark>', outside)).toThrow(NotKml)
  })
})
