import { type ReactNode, useEffect, useRef } from 'react'
import type { Place } from '../../lib/place.js'
import type { MapCamera } from './map-camera.js'

/** The parts of a vehicle's selected trip that concern the map. */
export interface ShownTrip {
  id: number | undefined
  /** Layers below the vehicles. */
  layers: ReactNode
  /** Line of the trip, fitted when it is selected. */
  places: readonly Place[] | undefined
  /** Position to follow during playback. */
  followed?: { subscribe: (listener: () => void) => () => void; current: () => Place | undefined; stop: () => void }
  /** Playback bar at the lower edge. */
  bar?: ReactNode
}

/** Fits a trip once when it is selected. If the line of an open trip becomes longer, the view does not move again. */
export function useFitTrip(camera: MapCamera | undefined, { id, places }: ShownTrip): void {
  const fitted = useRef<number>(undefined)
  useEffect(() => {
    if (id === undefined) fitted.current = undefined
    if (!camera || !places || id === undefined || fitted.current === id) return
    fitted.current = id
    camera.fit(places)
  }, [camera, id, places])
}

/** Keeps the playback's position in the middle of the uncovered part, frame by frame, until the user drags the map. */
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
