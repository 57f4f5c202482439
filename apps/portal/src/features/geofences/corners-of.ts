import L from 'leaflet'
import type { Place } from '../../lib/place.js'
import { boundsOf, toLatLng } from '../../map/coordinates.js'
import type { Drawn } from '../../map/drawn-area.js'

/** Corners of what holds some geofences, their reach included; undefined for none. */
export const cornersOf = (places: readonly Drawn[]) =>
  boundsOf(places.flatMap(({ points, reachM }) => (reachM === 0 ? points : points.flatMap((point) => around(point, reachM)))))

function around(point: Place, metres: number): Place[] {
  const box = L.latLng(toLatLng(point)).toBounds(metres * 2)
  return [box.getSouthWest(), box.getNorthEast()].map(({ lat, lng }) => ({ latitude: lat, longitude: lng }))
}
