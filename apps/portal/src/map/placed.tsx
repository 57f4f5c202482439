import { type ComponentProps, useMemo, useState } from 'react'
import { Circle, CircleMarker, Marker, useMap, useMapEvents } from 'react-leaflet'
import type { Place } from '../lib/place.js'
import { type LatLngPair, toLatLngNear } from './coordinates.js'

/** Step in degrees to which the middle of the view is rounded, so that a small move does not reposition items. */
const STEP = 15

/**
 * Returns the rounded longitude of the middle of the view. Items are placed on the copy of the world nearest to this
 * longitude, because Leaflet shows copies of the world side by side.
 */
export function useMiddle(): number {
  const map = useMap()
  const told = () => Math.round(map.getCenter().lng / STEP) * STEP
  const [middle, setMiddle] = useState(told)
  useMapEvents({ moveend: () => setMiddle(told()) })
  return middle
}

/** Returns the same pair as long as nothing changes, because a new pair would make a marker that is being dragged jump back. */
function useNear({ latitude, longitude }: Place): LatLngPair {
  const middle = useMiddle()
  return useMemo(() => toLatLngNear({ latitude, longitude }, middle), [latitude, longitude, middle])
}

/** Circle in metres around a place, on the copy of the world in view. */
export function PlaceCircle({ place, ...circle }: Omit<ComponentProps<typeof Circle>, 'center'> & { place: Place }) {
  return <Circle center={useNear(place)} {...circle} />
}

/** Circle in pixels at a place. */
export function PlaceDot({ place, ...dot }: Omit<ComponentProps<typeof CircleMarker>, 'center'> & { place: Place }) {
  return <CircleMarker center={useNear(place)} {...dot} />
}

/** Marker at a place. */
export function PlaceMarker({ place, ...marker }: Omit<ComponentProps<typeof Marker>, 'position'> & { place: Place }) {
  return <Marker position={useNear(place)} {...marker} />
}
