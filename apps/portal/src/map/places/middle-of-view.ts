import type { Map as LeafletMap } from 'leaflet'
import type { Place } from '../../lib/place.js'

/** Returns the middle of a map's view, on the globe. */
export function middleOfView(map: LeafletMap): Place {
  const { lat, lng } = map.getCenter().wrap()
  return { latitude: Math.min(90, Math.max(-90, lat)), longitude: lng }
}
