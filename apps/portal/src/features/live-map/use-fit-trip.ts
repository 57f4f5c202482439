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
  /** Where to look while its playback is followed. */
  followed?: { subscribe: (listener: () => void) => () => void; current: () => Place | undefined; stop: () => void }
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

/** Keeps the place of a playback in the middle of the free part, from frame to frame, until the user moves the map. */
export function useFollowTrip(camera: MapCamera | undefined, { followed }: ShownTrip): void {
  useEffect(() => {
    if (!camera || !followed) return
    const follow = () => {
      const place = followed.current()
      if (place) camera.follow(place)
    }
    const [forget, letGo] = [followed.subscribe(follow), camera.onDrag(() => followed.stop())]
    return () => {
      forget()
      letGo()
    }
  }, [camera, followed])
}
