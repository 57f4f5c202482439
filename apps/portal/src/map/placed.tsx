import { type ComponentProps, useState } from 'react'
import { Circle, Marker, useMap, useMapEvents } from 'react-leaflet'
import type { Place } from '../lib/place.js'
import { type LatLngPair, toLatLngNear } from './coordinates.js'

/** The view is told in steps of so many degrees: nothing is placed anew by a small move. */
const STEP = 15

/** The longitude in the middle of the view, roughly. As the world repeats, what stands on a map is placed near it. */
export function useMiddle(): number {
  const map = useMap()
  const told = () => Math.round(map.getCenter().lng / STEP) * STEP
  const [middle, setMiddle] = useState(told)
  useMapEvents({ moveend: () => setMiddle(told()) })
  return middle
}

const useNear = (place: Place): LatLngPair => toLatLngNear(place, useMiddle())

/** A circle of metres around a place, on this side of the 180th meridian. */
export function PlaceCircle({ place, ...circle }: Omit<ComponentProps<typeof Circle>, 'center'> & { place: Place }) {
  return <Circle center={useNear(place)} {...circle} />
}

/** A sign at a place. */
export function PlaceMarker({ place, ...marker }: Omit<ComponentProps<typeof Marker>, 'position'> & { place: Place }) {
  return <Marker position={useNear(place)} {...marker} />
}
