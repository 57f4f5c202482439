import { type ReactNode, useEffect, useRef } from 'react'
import type { Place } from '../../lib/place.js'
import type { MapCamera } from './map-camera.js'

/** The selected trip of a vehicle, as far as the map has to do with it. */
export interface ShownTrip {
  id: number | undefined
  /** Drawn under the vehicles. */
  layers: ReactNode
  /** Its line, to be fitted when it is selected. */
  places: readonly Place[] | undefined
  /** What stands at the lower edge: the playback. */
  bar?: ReactNode
}

/** Fits a trip once when it is selected; a trip that goes on grows without moving the view. */
export function useFitTrip(camera: MapCamera | undefined, { id, places }: ShownTrip): void {
  const fitted = useRef<number>(undefined)
  useEffect(() => {
    if (id === undefined) fitted.current = undefined
    if (!camera || !places || id === undefined || fitted.current === id) return
    fitted.current = id
    camera.fit(places)
  }, [camera, id, places])
}
