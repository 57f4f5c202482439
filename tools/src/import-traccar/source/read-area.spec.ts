import { readArea } from './read-area.js'

describe('the area of a Traccar geofence', () => {
  it('has its latitude first there, and its longitude first here', () => {
    expect(readArea('CIRCLE (47.14 9.52, 250)')).toEqual({
      kind: 'circle',
      shape: { type: 'Point', coordinates: [9.52, 47.14] },
      reach_m: 250,
    })
  })

  it('is a polygon whose ring is closed, also where Traccar left it open', () => {
    const ring = [
      [9.5, 47.1],
      [9.6, 47.1],
      [9.6, 47.2],
      [9.5, 47.1],
    ]
    const polygon = { kind: 'polygon', shape: { type: 'Polygon', coordinates: [ring] } }
    expect(readArea('POLYGON ((47.1 9.5, 47.1 9.6, 47.2 9.6, 47.1 9.5))')).toEqual(polygon)
    expect(readArea('POLYGON((47.1 9.5,47.1 9.6,47.2 9.6))')).toEqual(polygon)
  })

  it('is a corridor along a line, 25 m to either side unless the geofence says another distance', () => {
    const line = [
      [0.48, 1.05],
      [-0.5, -1.1],
    ]
    const corridor = { kind: 'corridor', shape: { type: 'LineString', coordinates: line } }
    expect(readArea('LINESTRING (1.05 0.48, -1.1 -0.5)')).toEqual({ ...corridor, reach_m: 25 })
    expect(readArea('LINESTRING (1.05 0.48, -1.1 -0.5)', 1)).toEqual({ ...corridor, reach_m: 5 })
  })

  it.each([
    ['CIRCLE (47.14 9.52, 0)', 'it has no radius'],
    ['CIRCLE (147.14 9.52, 9)', 'the circle has no centre'],
    ['CIRCLE (47.14 9.52)', 'the circle has no centre'],
    ['CIRCLE (47.14 9.52, 600000)', 'it reaches 600000 m, and at most 500000 m are possible'],
    ['POLYGON ((0 0, 1 1, 0 1, 1 0))', 'its outline crosses itself'],
    ['LINESTRING (0 0, 20 0)', 'it is larger than 1000 km'],
    ['POLYGON ((47.1 9.5, 47.1 9.6))', 'the polygon has fewer than three corners'],
    ['POLYGON ((47.1 9.5, 47.1 x, 47.2 9.6))', 'the polygon has coordinates that cannot be read'],
    ['POLYGON ((0 0, 0 3, 3 3), (1 1, 1 2, 2 2))', 'the polygon has holes, which Traccar itself does not read'],
    ['LINESTRING (47.05 9.48)', 'the line has fewer than two points, or one that cannot be read'],
    ['MULTIPOLYGON (((0 0, 0 1, 1 1)))', 'its area is neither CIRCLE, POLYGON nor LINESTRING'],
    ['', 'its area is neither CIRCLE, POLYGON nor LINESTRING'],
  ])('is refused with the reason: %s', (wkt, reason) => {
    expect(readArea(wkt)).toBe(reason)
  })
})
