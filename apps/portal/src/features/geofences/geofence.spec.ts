import { drawnOf } from '../../map/drawn-area.js'
import { betweens, inserted } from './editor/drawing.js'
import { foundPlaces } from './editor/found-places.js'
import { EMPTY_GEOFENCE, geofenceSchema, toGeofenceBody, toGeofenceForm, toPoints, toText, type Geofence } from './geofence.js'

const corners = '47.16, 9.5\n47.16, 9.52\n47.18, 9.52'
const geofence = (more: Partial<Geofence>) =>
  ({ name: 'Schaan', business_id: 1, description: null, limit_kph: 50, reach_m: null, ...more }) as Geofence

describe('a geofence as it is drawn', () => {
  it('is sent as GeoJSON, longitude first and closed, and comes back as the same points', () => {
    const body = toGeofenceBody({ ...EMPTY_GEOFENCE, name: 'Schaan', kind: 'polygon', points: corners, limit: '50' })
    const ring = [
      [9.5, 47.16],
      [9.52, 47.16],
      [9.52, 47.18],
      [9.5, 47.16],
    ]
    expect(body).toMatchObject({ shape: { type: 'Polygon', coordinates: [ring] }, reach_m: null, limit_kph: 50 })
    const again = toGeofenceForm(geofence({ kind: 'polygon', shape: body.shape }))
    expect(toPoints(again.points)).toEqual(toPoints(corners))
    expect(toGeofenceBody(again).shape).toEqual(body.shape)
  })

  it('keeps the holes that an import gave it', () => {
    const hole = [
      [9.515, 47.165],
      [9.517, 47.165],
      [9.517, 47.167],
      [9.515, 47.165],
    ]
    const outline = [
      [9.5, 47.16],
      [9.52, 47.16],
      [9.52, 47.18],
      [9.5, 47.16],
    ]
    const shape = { type: 'Polygon', coordinates: [outline, hole] } as Geofence['shape']
    expect(drawnOf({ kind: 'polygon', shape, reach_m: null }).holes).toHaveLength(1)
    expect(toGeofenceBody(toGeofenceForm(geofence({ kind: 'polygon', shape }))).shape).toEqual(shape)
  })

  it('keeps the other parts that an import gave it', () => {
    const ring = (west: number) => [[west, 47.16], [west + 0.02, 47.16], [west + 0.02, 47.18], [west, 47.16]] // prettier-ignore
    const shape = { type: 'MultiPolygon', coordinates: [[ring(9.5)], [ring(9.6)], [ring(9.7)]] } as Geofence['shape']
    const form = toGeofenceForm(geofence({ kind: 'polygon', shape }))
    expect(geofenceSchema.safeParse(form).success).toBe(true)
    expect(toGeofenceBody(form).shape).toEqual(shape)
    expect(toGeofenceBody({ ...form, kind: 'corridor' }).shape?.type).toBe('LineString')
  })

  it.each([
    ['errors.tooFew', { kind: 'circle', points: '' }],
    ['errors.onePoint', { kind: 'circle', points: corners }],
    ['errors.points', { kind: 'circle', points: 'Vaduz' }],
    ['errors.points', { kind: 'circle', points: '147.1, 9.5' }],
    ['errors.crosses', { kind: 'polygon', points: '47.1, 9.5\n47.2, 9.6\n47.1, 9.6\n47.2, 9.5' }],
    ['errors.reach', { kind: 'circle', points: '47.1, 9.5', reach: '2' }],
    ['errors.limit', { kind: 'circle', points: '47.1, 9.5', limit: '12.5' }],
  ] as const)('says before it is sent what is wrong: %s', (message, more) => {
    const judged = geofenceSchema.safeParse({ ...EMPTY_GEOFENCE, name: 'Yard', ...more })
    expect(judged.error?.issues.map((issue) => issue.message)).toContain(message)
  })

  it('reads coordinates as people write them', () => {
    const place = { latitude: 47.141, longitude: 9.521 }
    expect(toPoints('47.141, 9.521\n\n47.141;9.521\n47.141 9.521')).toEqual([place, place, place])
    expect(toText([place])).toBe('47.141000, 9.521000')
    expect(toPoints('47.141,9.521\n47.141 , 9.521;\n47.141 ,9.521')).toEqual([place, place, place])
  })

  it('reads decimal commas, and takes no number apart at its comma', () => {
    const place = { latitude: 47.141, longitude: -9.521 }
    expect(toPoints('47,141 -9,521\n47,141; -9,521\n47,141;-9,521\n47,141, -9,521')).toEqual([place, place, place, place])
    expect(toPoints('52, 5')).toEqual([{ latitude: 52, longitude: 5 }])
    for (const text of ['47,14', '47,141,9,521', '47', '47.1,9.5,3', '47.1.2, 9']) expect(toPoints(text)).toBeUndefined()
  })
})

describe('the small handles between points', () => {
  const points = [
    { latitude: 47, longitude: 9 },
    { latitude: 47, longitude: 10 },
    { latitude: 48, longitude: 10 },
  ]

  it('stand in the middle of each side of an outline, and add a corner there', () => {
    const [first, , last] = betweens({ kind: 'polygon', points })
    expect([first, last]).toEqual([
      { at: 1, place: { latitude: 47, longitude: 9.5 } },
      { at: 3, place: { latitude: 47.5, longitude: 9.5 } },
    ])
    expect(inserted(points, 1, first!.place)).toEqual([points[0], first!.place, points[1], points[2]])
    expect(betweens({ kind: 'corridor', points })).toHaveLength(2)
    expect(betweens({ kind: 'circle', points: points.slice(0, 1) })).toEqual([])
  })

  it('go the shorter way around the globe', () => {
    const across = [
      { latitude: 0, longitude: 179 },
      { latitude: 0, longitude: -177 },
    ]
    expect(betweens({ kind: 'corridor', points: across })[0]?.place.longitude).toBe(-179)
  })
})

describe('the search for a place on the map', () => {
  const vehicle = (id: number, name: string, businessName: string, latitude: number) => ({
    id,
    name,
    businessName,
    place: { latitude, longitude: 9.5 },
    isMoving: false,
  })
  const vehicles = [
    vehicle(1, 'Schaan van', 'Hof AG', 47.1),
    vehicle(2, 'Bike 2', 'Hof AG', 47.2),
    vehicle(3, 'Bike 3', 'Rad', 47.3),
  ]
  const yard = { kind: 'circle' as const, points: [{ latitude: 47.16, longitude: 9.51 }], holes: [], others: [], reachM: 300 }
  const areas = [{ id: 9, name: 'Hof Schaan', ...yard }]
  const find = (typed: string, foundIds?: ReadonlySet<number>) =>
    foundPlaces(typed, { vehicles, areas, foundIds }).map(({ kind, name }) => `${kind} ${name}`)

  it('finds geofences, vehicles, and where a business has its vehicles', () => {
    expect(find('schaan')).toEqual(['geofence Hof Schaan', 'vehicle Schaan van'])
    expect(find('hof')).toEqual(['geofence Hof Schaan', 'business Hof AG'])
    const [, business] = foundPlaces('hof', { vehicles, areas })
    expect(business?.corners).toEqual([
      [47.1, 9.5],
      [47.2, 9.5],
    ])
    expect(find('FL 12', new Set([3]))).toEqual(['vehicle Bike 3'])
    expect(find('  ')).toEqual([])
  })

  it('goes to coordinates as they are typed', () => {
    expect(foundPlaces('47.141, 9.521', { vehicles, areas })).toMatchObject([
      {
        kind: 'coordinates',
        corners: [
          [47.141, 9.521],
          [47.141, 9.521],
        ],
      },
    ])
    expect(foundPlaces('47,141 9,521', { vehicles, areas })).toMatchObject([{ corners: [[47.141, 9.521], [47.141, 9.521]] }]) // prettier-ignore
    expect(foundPlaces('47,14', { vehicles, areas })).toEqual([])
  })
})
