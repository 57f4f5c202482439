import { useEffect, useRef } from 'react'
import type { Place } from '../../lib/place.js'
import type { MapCamera } from './map-camera.js'

/** Fits a trip once when it is selected; a trip that goes on grows without moving the view. */
export function useFitTrip(
  camera: MapCamera | undefined,
  tripId: number | undefined,
  places: readonly Place[] | undefined,
): void {
  const fitted = useRef<number>(undefined)
  useEffect(() => {
    if (tripId === undefined) fitted.current = undefined
    if (!camera || !places || tripId === undefined || fitted.current === tripId) return
    fitted.current = tripId
    camera.fit(places)
  }, [camera, tripId, places])
}
