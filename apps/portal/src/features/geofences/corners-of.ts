import L from 'leaflet'
import type { Place } from '../../lib/place.js'
import { boundsOf, toLatLng } from '../../map/coordinates.js'
import { type Drawn, ringsOf } from '../../map/drawn-area.js'

/** Returns the corners of a box around geofences, including the reach of circles and lines. Undefined if there are none. */
export const cornersOf = (places: readonly Drawn[]) =>
  boundsOf(
    places.flatMap((drawn) => {
      const points = ringsOf(drawn).flat(2)
      return drawn.reachM === 0 ? points : points.flatMap((point) => around(point, drawn.reachM))
    }),
  )

function around(point: Place, metres: number): Place[] {
  const box = L.latLng(toLatLng(point)).toBounds(metres * 2)
  return [box.getSouthWest(), box.getNorthEast()].map(({ lat, lng }) => ({ latitude: lat, longitude: lng }))
}
