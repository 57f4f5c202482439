import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { MAX_AREA_POINTS } from '@roadbook/geo'
import { type Found, isRefused } from './found-area.js'
import { NotReadable } from './not-readable.js'
import { readPlaces } from './read-places.js'

const READING = { locale: 'en' as const, latitudeFirst: false }
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
const EAST = RING.map(([x = 0, y = 0]) => [x + 1, y])
const read = (file: string | Uint8Array, reading = READING) => readPlaces(file, reading)
const geoJson = (value: unknown, reading = READING) => read(JSON.stringify(value), reading)
const feature = (geometry: unknown, properties: unknown = {}) => ({ type: 'Feature', geometry, properties })
const brief = (found: readonly Found[]) =>
  found.map((one) => [one.name, isRefused(one) ? one.problem : one.kind, isRefused(one) ? undefined : one.reachM])
const shapeOf = (found: readonly Found[], at = 0) => {
  const one = found[at]!
  return isRefused(one) ? one.problem : one.shape
}
const refusalOf = (file: string | Uint8Array): string => {
  try {
    read(file)
    return 'read'
  } catch (error) {
    return error instanceof NotReadable ? error.sentence.code : String(error)
  }
}

/** Returns an outline with this number of points, as if measured: a circle of 10 km with an edge that varies by a metre. */
const outline = (points: number, [x, y]: [number, number] = [9.5, 47.1], radius = 0.09) => {
  const corners = Array.from({ length: points }, (_, nth) => {
    const [turn, reach] = [(nth / points) * 2 * Math.PI, radius + (nth % 7) * 1e-6]
    return [x + reach * Math.cos(turn), y + reach * Math.sin(turn)]
  })
  return [...corners, corners[0]!]
}
const pointsOf = (shape: unknown) => JSON.stringify((shape as { coordinates: unknown }).coordinates).split('],[').length

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

  it('becomes one geofence of all areas of a place, and one of each of its points and lines', () => {
    const polygons = { type: 'MultiPolygon', coordinates: [[RING, HOLE], [EAST]] }
    const zone = geoJson(feature(polygons, { name: 'Zone' }))
    expect(brief(zone)).toEqual([['Zone', 'polygon', undefined]])
    expect(shapeOf(zone)).toEqual(polygons)
    const collection = {
      type: 'GeometryCollection',
      geometries: [{ type: 'Point', coordinates: [9.5, 47.1] }, polygons, { type: 'Polygon', coordinates: [HOLE] }],
    }
    expect(brief(geoJson(feature(collection, { name: 'Town' }))).map(([name, kind]) => [name, kind])).toEqual([
      ['Town 1', 'circle'],
      ['Town 2', 'polygon'],
    ])
    expect(brief(geoJson({ type: 'Point', coordinates: [9.5, 47.1] }))).toEqual([['', 'circle', undefined]])
  })

  it('is one geofence for each part where all are too much for one', () => {
    const far = RING.map(([x = 0, y = 0]) => [x + 60, y - 60])
    const zones = Array.from({ length: 30 }, (_, nth) => [outline(400, [9 + nth / 10, 47], 0.04)])
    const empire = feature({ type: 'MultiPolygon', coordinates: [[RING], [far]] }, { name: 'Empire' })
    expect(brief(geoJson(empire)).map(([name]) => name)).toEqual(['Empire 1', 'Empire 2'])
    const [one] = geoJson(feature({ type: 'MultiPolygon', coordinates: zones }, { name: 'Zones' }))
    expect(one).toMatchObject({ name: 'Zones', kind: 'polygon', thinned: { from: 30 * 401 } })
  })

  it('of very many points keeps those that the rule needs, and says how far its edge moved', () => {
    for (const points of [1_001, 5_000, 20_000]) {
      const [found] = geoJson(feature({ type: 'Polygon', coordinates: [outline(points)] }, { name: 'Town' }))
      expect(found).toMatchObject({ thinned: { from: points + 1 } })
      const { movedM, to } = (found as { thinned: { movedM: number; to: number } }).thinned
      expect(movedM).toBeLessThan(30)
      expect(to).toBeLessThanOrEqual(MAX_AREA_POINTS)
      expect(pointsOf(shapeOf([found!]))).toBe(to)
    }
    const road = Array.from({ length: 3_000 }, (_, nth) => [9 + nth / 10_000, 47 + Math.sin(nth / 50) / 100])
    expect(geoJson(feature({ type: 'LineString', coordinates: road }, { name: 'Road', width: 60 }))).toMatchObject([
      { kind: 'corridor', reachM: 30, thinned: { from: 3_000 } },
    ])
  })

  it('is closed where it misses its begin by the last digit, and a line that comes back is an area', () => {
    const open = RING.slice(0, 3)
    for (const last of [
      [9.5000001, 47.1],
      [9.50001, 47.10001],
      [9.5, 47.1001],
    ]) {
      expect(shapeOf(geoJson(feature({ type: 'Polygon', coordinates: [[...open, last]] })))).toMatchObject({
        coordinates: [RING],
      })
    }
    const line = { type: 'LineString', coordinates: RING }
    expect(brief(geoJson(feature(line, { name: 'Walk' })))).toEqual([['Walk', 'polygon', undefined]])
    expect(brief(geoJson(feature(line, { name: 'Round', width: 20 })))).toEqual([['Round', 'corridor', 10]])
    const there = { type: 'LineString', coordinates: [RING[0], RING[1], RING[2], RING[1], RING[0]] }
    expect(brief(geoJson(feature(there, { name: 'And back' })))).toEqual([['And back', 'corridor', undefined]])
  })

  it('goes on across the 180th meridian, whether it counts on to 181 or begins again at −180', () => {
    const across = (east: number) => [[179.5, -17], [east, -17], [east, -16], [179.5, -16], [179.5, -17]] // prettier-ignore
    const found = [180.5, -179.5].map((east) => shapeOf(geoJson(feature({ type: 'Polygon', coordinates: [across(east)] }))))
    expect(found[0]).toEqual({ type: 'Polygon', coordinates: [across(-179.5)] })
    expect(found[1]).toEqual(found[0])
    const cut = [[[[179, -17], [180, -17], [180, -16], [179, -17]]], [[[-180, -17], [-179, -17], [-180, -16], [-180, -17]]]] // prettier-ignore
    expect(brief(geoJson(feature({ type: 'MultiPolygon', coordinates: cut }, { name: 'Fiji' })))).toEqual([
      ['Fiji', 'polygon', undefined],
    ])
  })

  it('is read with latitude first where somebody says so', () => {
    const swapped = feature({ type: 'Point', coordinates: [47.14, 9.52, 455] })
    expect(shapeOf(geoJson(swapped, { ...READING, latitudeFirst: true }))).toEqual({ type: 'Point', coordinates: [9.52, 47.14] })
  })

  it('may be the zones of a GBFS feed, with their names in languages and their limits', () => {
    const zone = feature(
      { type: 'MultiPolygon', coordinates: [[RING], [EAST]] },
      {
        name: [
          { text: 'Innenstadt', language: 'de' },
          { text: 'Inner city', language: 'en' },
        ],
        rules: [{ ride_allowed: true, maximum_speed_kph: 20 }, { maximum_speed_kph: 12 }],
      },
    )
    const feed = { version: '3.0', data: { geofencing_zones: { type: 'FeatureCollection', features: [zone] } } }
    expect(geoJson(feed)).toMatchObject([{ name: 'Inner city', kind: 'polygon', limitKph: 12 }])
    expect(geoJson(feed, { ...READING, locale: 'de' as 'en' })).toMatchObject([{ name: 'Innenstadt' }])
  })

  it.each([
    ['not-degrees', { type: 'Point', coordinates: [200, 47] }],
    ['ring-open', { type: 'Polygon', coordinates: [RING.slice(0, 3).concat([[9.5, 47.2]])] }],
    ['crosses-itself', { type: 'Polygon', coordinates: [[RING[0], RING[2], RING[1], [9.5, 47.2], RING[0]]] }],
    ['hole-outside', { type: 'Polygon', coordinates: [HOLE, EAST] }],
    ['too-large', { type: 'Polygon', coordinates: [RING.map(([x = 0, y = 0]) => [(x - 9.5) * 300, y])] }],
    ['no-shape', { type: 'GeometryCollection', geometries: [] }],
    ['not-a-shape', { type: 'constructor', coordinates: [] }],
    ['not-degrees', { type: 'LineString', coordinates: [[1e308, 1e308], [0, 0]] }], // prettier-ignore
    ['not-geojson', { type: 'Polygon', coordinates: 'here' }],
    ['not-a-shape', { type: 'Circle', coordinates: [9, 47] }],
    ['no-shape', null],
    ['no-shape', { type: 'Polygon', coordinates: [] }],
  ])('says of a place that is none that it is %s, by its name', (problem, geometry) => {
    expect(geoJson(feature(geometry, { name: 'Odd' }))).toEqual([{ name: 'Odd', problem }])
  })

  it('is cured of a crossing that is noise, and says so, and of no larger one', () => {
    const step = (metres: number) => 9.5 + metres / 76_000
    const back = (metres: number) => [[9.5, 47.1], [step(2_000), 47.1], [step(2_000 - metres), 47.1], [step(4_000), 47.1], [step(4_000), 47.2], [9.5, 47.1]] // prettier-ignore
    expect(geoJson(feature({ type: 'Polygon', coordinates: [back(0.5)] }))).toMatchObject([
      { kind: 'polygon', thinned: { from: 6, movedM: expect.any(Number) } },
    ])
    const north = (metres: number) => 47.1 + metres / 111_000
    const loop = (m: number) => [[9.5, 47.1], [step(2_000), 47.1], [step(2_000), north(m)], [step(2_000 - m), north(m)], [step(2_000 - m), north(-m)], [step(4_000), north(-m)], [step(4_000), 47.2], [9.5, 47.1]] // prettier-ignore
    expect(brief(geoJson(feature({ type: 'Polygon', coordinates: [loop(0.5)] })))).toEqual([['', 'polygon', undefined]])
    expect(brief(geoJson(feature({ type: 'Polygon', coordinates: [loop(50)] })))).toEqual([['', 'crosses-itself', undefined]])
  })

  it('has radii and limits as people write them, and names with signs of their own', () => {
    const place = (radius: unknown, more: object = {}) =>
      feature({ type: 'Point', coordinates: [9.52, 47.14] }, { name: 'P', radius, ...more })
    const radii = ['250 m', '250,5', '0.25km', '1,500', 'wide']
    const found = geoJson({ type: 'FeatureCollection', features: radii.map((radius) => place(radius)) })
    expect(brief(found).map(([, , reach]) => reach)).toEqual([250, 250.5, 250, undefined, undefined])
    const limited = place(9, { name: 'Hof < 3 &amp; > 2', description: 'a<br/>b', speed_limit: '20 mph' })
    expect(geoJson(limited)).toMatchObject([{ name: 'Hof < 3 & > 2', description: 'a b', limitKph: expect.closeTo(32.19, 2) }])
  })

  it('may have a feature in each line, and name WGS84 with the version of its register', () => {
    const point = (name: string) => JSON.stringify(feature({ type: 'Point', coordinates: [9.52, 47.14] }, { name }))
    const names = (text: string) => read(text).map(({ name }) => name)
    expect(names(`${point('A')}\n${point('B')}\n`)).toEqual(['A', 'B'])
    expect(names(`\u001e${point('A')}\n\u001e${point('B')}\n`)).toEqual(['A', 'B'])
    expect(refusalOf(`${point('A')}\n${point('B').slice(0, 20)}`)).toBe('geofences.import-damaged')
    for (const name of ['urn:ogc:def:crs:EPSG:6.9:4326', 'EPSG:4258']) {
      const crs = { type: 'name', properties: { name } }
      expect(brief(geoJson({ type: 'Polygon', crs, coordinates: [RING] }))).toEqual([['', 'polygon', undefined]])
    }
  })

  it('names the part of a place that is wrong, and makes nothing of the others', () => {
    const bow = [RING[0], RING[2], RING[1], [9.5, 47.2], RING[0]]
    const found = geoJson(feature({ type: 'MultiPolygon', coordinates: [[EAST], [bow]] }, { name: 'Zone' }))
    expect(found).toEqual([{ name: 'Zone 2', problem: 'crosses-itself' }])
  })

  it('is refused, and breaks nothing, when it is something else', () => {
    expect(
      ['', ' \n', 'PK\u0003', '[]', '{}', '{"type":"Topology"}', '{"type":"Feature"}', 'null', '{"type":"Feature",'].map(
        refusalOf,
      ),
    ).toEqual(
      ['empty', 'empty', 'not-base64', ...Array.from({ length: 5 }, () => 'not-a-file'), 'damaged'].map(
        (code) => `geofences.import-${code}`,
      ),
    )
    expect(refusalOf('{"type":"FeatureCollection","features":[]}')).toBe('geofences.import-no-places')
    const dutch = {
      type: 'Polygon',
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::28992' } },
      coordinates: [RING],
    }
    expect(refusalOf(JSON.stringify(dutch))).toBe('geofences.import-other-coordinates')
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect(brief(read(`{"type":"Polygon","coordinates":${deep}}`))).toEqual([['', 'not-geojson', undefined]])
    const collections = Array.from({ length: 50 }).reduce<unknown>(
      (inner) => ({ type: 'GeometryCollection', geometries: [inner] }),
      { type: 'Point', coordinates: [9, 47] },
    )
    expect(brief(geoJson(collections))).toEqual([['', 'not-a-shape', undefined]])
  })
})

const kmlText = (body: string, head = '') =>
  `<?xml version="1.0"?>${head}<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>All</name>${body}</Document></kml>`
const kml = (body: string, head = '') => read(kmlText(body, head))
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

  it.each([
    ['not-geojson', '9,5,47,1,0'],
    ['not-geojson', '9,5 47,1'],
    ['not-degrees', '9.5,,0'],
    ['no-shape', ' '],
  ])('of a point says that it is %s, and not another place: %j', (problem, coordinates) => {
    const point = `<Placemark><name>Odd</name><Point><coordinates>${coordinates}</coordinates></Point></Placemark>`
    expect(kml(point)).toEqual([{ name: 'Odd', problem }])
  })

  it('may have long runs of blanks, of zeros and of tags without an end', () => {
    const [blanks, zeros] = [' '.repeat(200_000), '\0'.repeat(200_000)]
    const point = `<Point><coordinates>9.52${blanks},${blanks}47.14${blanks}</coordinates></Point>`
    const tags = `<![CDATA[Depot <a <b>north</b> ${'<a'.repeat(200_000)}]]>`
    const [found] = kml(`<Placemark><name>${tags}</name>${point}</Placemark>`)
    expect(found?.name).toMatch(/^Depot <a north <a/)
    expect(refusalOf(`x${zeros}x`)).toBe('geofences.import-not-a-file')
    expect(brief(read(`${kmlText(`<Placemark><name>Yard</name>${point}</Placemark>`)}${zeros}`))).toEqual([
      ['Yard', 'circle', undefined],
    ])
  })

  it('has its areas of several parts, data, tracks, and spaces behind commas read, and links named', () => {
    const ring = (corners: readonly number[][]) =>
      `<Polygon><outerBoundaryIs><LinearRing><coordinates>${positions(corners)}</coordinates></LinearRing></outerBoundaryIs></Polygon>`
    const found = kml(`<Placemark><name>Zone</name><MultiGeometry>${ring(RING)}${ring(EAST)}</MultiGeometry></Placemark>
      <Placemark><ExtendedData><Data name="NAME"><value>Depot</value></Data><Data name="radius"><value>80</value></Data></ExtendedData>
        <Point><coordinates> 9.52, 47.14, 0 </coordinates></Point></Placemark>
      <Placemark><name>Walk</name><gx:Track><gx:coord>9.5 47.1 0</gx:coord><gx:coord>9.6 47.1 0</gx:coord></gx:Track></Placemark>
      <NetworkLink><name>More</name><Link><href>https://maps.example/yards.kml</href></Link></NetworkLink>`)
    expect(brief(found)).toEqual([
      ['Zone', 'polygon', undefined],
      ['Depot', 'circle', 80],
      ['Walk', 'corridor', undefined],
      ['More', 'network-link', undefined],
    ])
    expect(shapeOf(found)).toEqual({ type: 'MultiPolygon', coordinates: [[RING], [EAST]] })
  })

  it('is refused when it is something else, or uses what it declares itself', () => {
    const codes = [
      '<html></html>',
      '<constructor/>',
      '<__proto__/>',
      '<kml><Placemark></kml>',
      `<kml>${'<Folder>'.repeat(100_000)}`,
      kmlText(''),
    ].map(refusalOf)
    expect(codes).toEqual(
      ['not-a-file', 'not-a-file', 'not-a-file', 'damaged', 'damaged', 'no-places'].map((code) => `geofences.import-${code}`),
    )
    const bomb = '<!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    expect(refusalOf(kmlText('<Placemark><name>&b;</name></Placemark>', bomb))).toBe('geofences.import-damaged')
    const outside = '<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    expect(refusalOf(kmlText('<Placemark><name>&x;</name></Placemark>', outside))).toBe('geofences.import-damaged')
  })
})

describe('a GPX file', () => {
  const points = (name: string, corners: readonly number[][]) =>
    corners.map(([x, y]) => `<${name} lat="${y}" lon="${x}"><ele>455</ele><name>no</name></${name}>`).join('')

  it('becomes a geofence for each track, route and waypoint; a track that comes back is an area', () => {
    const found =
      read(`<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><metadata><name>File</name></metadata>
      <wpt lat="47.14" lon="9.52"><name>Depot</name></wpt>
      <rte><name>Route</name>${points('rtept', RING.slice(0, 3))}</rte>
      <trk><name>Yard</name><desc>Round it</desc><trkseg>${points('trkpt', RING)}</trkseg></trk>
      <trk><name>Trip</name><trkseg>${points('trkpt', RING.slice(0, 2))}</trkseg><trkseg>${points('trkpt', EAST.slice(0, 2))}</trkseg></trk>
      <trk><name>Nothing</name></trk></gpx>`)
    expect(brief(found).map(([name, kind]) => [name, kind])).toEqual([
      ['Depot', 'circle'],
      ['Route', 'corridor'],
      ['Yard', 'polygon'],
      ['Trip 1', 'corridor'],
      ['Trip 2', 'corridor'],
      ['Nothing', 'no-shape'],
    ])
    expect(found[2]).toMatchObject({ description: 'Round it', shape: { coordinates: [RING] } })
  })
})

describe('the bytes of a file', () => {
  const place = (name: string) =>
    `<Placemark><name>${name}</name><Point><coordinates>9.52,47.14</coordinates></Point></Placemark>`
  const nameIn = (bytes: Uint8Array) => read(bytes).map(({ name }) => name)
  const utf16 = (text: string, mark: boolean) => Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le')

  it('are read in the encoding that they have', () => {
    const text = kmlText(place('Füssen Łódź'))
    expect(nameIn(Buffer.from(text))).toEqual(['Füssen Łódź'])
    expect(nameIn(Buffer.from(`\uFEFF${text}`))).toEqual(['Füssen Łódź'])
    expect(nameIn(utf16(text, true))).toEqual(['Füssen Łódź'])
    expect(nameIn(utf16(text, false))).toEqual(['Füssen Łódź'])
    expect(nameIn(utf16(text, true).swap16())).toEqual(['Füssen Łódź'])
    const declared = kmlText(place('Füssen')).replace('?>', ' encoding="ISO-8859-1"?>')
    expect(nameIn(Buffer.from(declared, 'latin1'))).toEqual(['Füssen'])
    const json = JSON.stringify(feature({ type: 'Point', coordinates: [9.52, 47.14] }, { name: 'Füssen' }))
    expect([nameIn(utf16(json, true)), nameIn(Buffer.from(json, 'latin1')), nameIn(gzipSync(json))]).toEqual([
      ['Füssen'],
      ['Füssen'],
      ['Füssen'],
    ])
  })

  it('may be packed as KMZ, whatever else is in it', () => {
    const files = { 'files/photo.png': new Uint8Array(5_000), 'doc.kml': strToU8(kmlText(place('Depot'))) }
    expect(nameIn(zipSync(files))).toEqual(['Depot'])
    expect(nameIn(zipSync(files, { level: 0 }))).toEqual(['Depot'])
    expect(nameIn(zipSync({ 'a.gpx': strToU8('<gpx><wpt lat="47" lon="9"><name>A</name></wpt></gpx>'), ...files }))).toEqual([
      'A',
      'Depot',
    ])
  })

  it('may be packed more than once: the portal packs a large KMZ again, and people put one into a ZIP', () => {
    const kmz = zipSync({ 'doc.kml': strToU8(kmlText(place('Depot'))) })
    expect(nameIn(gzipSync(kmz))).toEqual(['Depot'])
    expect(nameIn(gzipSync(zipSync({ 'a.kmz': kmz, 'b.kmz': kmz })))).toEqual(['Depot', 'Depot'])
    const large = zipSync({ 'doc.kml': new Uint8Array(3_000_000) })
    expect(refusalOf(zipSync({ 'a.kmz': large, 'b.kmz': large }))).toBe('geofences.import-too-much')
    const deep = [1, 2, 3, 4].reduce((inner) => zipSync({ 'a.kmz': inner }), kmz)
    expect(refusalOf(deep)).toBe('geofences.import-nothing-packed')
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, nth) => [`${nth}.kml`, new Uint8Array([32])]))
    expect(refusalOf(zipSync(many))).toBe('geofences.import-too-many-files')
  })

  it('are refused where they are empty, packed without places, cut off, something else, or a bomb', () => {
    const kmz = zipSync({ 'doc.kml': strToU8(kmlText(place('Depot').repeat(500))) })
    const zeros = new Uint8Array(12_000_000)
    const bombs = [zipSync({ 'doc.kml': zeros }), gzipSync(zeros)]
    const files = [
      new Uint8Array(0),
      zipSync({ 'yards.shp': new Uint8Array(10) }),
      kmz.subarray(0, kmz.length / 2),
      Buffer.from('%PDF-1.7'),
    ]
    expect([...files, Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...bombs].map(refusalOf)).toEqual(
      ['empty', 'nothing-packed', 'damaged', 'not-a-file', 'not-a-file', 'too-much', 'too-much'].map(
        (code) => `geofences.import-${code}`,
      ),
    )
  })
})
