import { tripFile } from './trip-file.js'
import type { TripRow, WaypointRow } from '../trip.row.js'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 2, 8, minute))
const trip = {
  id: 1,
  entity_id: 2,
  entity_name: 'Ferry',
  started_at: at(0),
  ended_at: at(4),
  is_open: false,
  distance_m: 4_000,
} as TripRow
const waypoint = (minute: number, longitude: number, latitude = -16.5) =>
  ({ validity: 0, longitude, latitude, altitude_m: null, positioned_at: at(minute), speed_kph: 20, heading: 90 }) as WaypointRow
const geoJson = (...waypoints: WaypointRow[]) => {
  const { content } = tripFile(trip, waypoints, { format: 'geojson', locale: 'en', timeZone: 'UTC' })
  return JSON.parse(String(content)).features[0]
}

describe('the line of a trip across the 180th meridian, as GeoJSON', () => {
  it('is cut there, as maps draw it across the world else, and knows when it was on both sides', () => {
    const { geometry, properties } = geoJson(waypoint(0, 179.98), waypoint(1, 179.99), waypoint(3, -179.97, -16.7))
    expect(geometry).toEqual({
      type: 'MultiLineString',
      coordinates: [
        [
          [179.98, -16.5],
          [179.99, -16.5],
          [180, -16.55],
        ],
        [
          [-180, -16.55],
          [-179.97, -16.7],
        ],
      ],
    })
    expect(properties.times).toEqual(
      [0, 1, 1.5, 1.5, 3].map((minute) => new Date(at(0).getTime() + minute * 60_000).toISOString()),
    )
    expect(properties.speeds_kph).toEqual([20, 20, null, null, 20])
  })

  it('is one line that only comes near to it, and there and back again three', () => {
    expect(geoJson(waypoint(0, 179.98), waypoint(1, 179.999)).geometry.type).toBe('LineString')
    const { coordinates } = geoJson(waypoint(0, -179.99), waypoint(1, 179.99), waypoint(2, -179.99)).geometry
    expect(coordinates.map((part: number[][]) => part.map(([longitude]) => longitude))).toEqual([
      [-179.99, -180],
      [180, 179.99, 180],
      [-180, -179.99],
    ])
  })
})
