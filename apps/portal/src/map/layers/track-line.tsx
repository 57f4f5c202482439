import { useEffect, useState } from 'react'
import { useMap } from 'react-leaflet'
import type { Place } from '../../lib/place.js'
import { mapPalette } from '../map-palette.js'
import { useMapMode } from '../use-map-mode.js'
import { type ComparedTrack, type TrackHead, TrackHeadLayer, TrackLayer, type TrackOfTrip } from './track-layer.js'

const none: readonly (readonly Place[])[] = []
const alone: readonly ComparedTrack[] = []

interface TrackLineProps {
  selected: TrackOfTrip | undefined
  /** Other trips of the day, drawn thin. */
  others?: readonly (readonly Place[])[]
  /** Trips of several vehicles, each in its own colour. */
  compared?: readonly ComparedTrack[]
  /**
   * Head of a playback, which shows the vehicle's position. The layer subscribes to the position itself, so that React need
   * not render in every frame.
   */
  head?: { subscribe: (listener: () => void) => () => void; current: () => TrackHead | undefined }
}

/** Line of a trip on the map. */
export function TrackLine({ selected, others = none, compared = alone, head }: TrackLineProps) {
  const mode = useMapMode()
  const map = useMap()
  const [layer] = useState(() => new TrackLayer(mapPalette(mode)))
  const [headLayer] = useState(() => new TrackHeadLayer(mapPalette(mode)))
  useEffect(() => {
    layer.addTo(map)
    headLayer.addTo(map)
    return () => {
      layer.remove()
      headLayer.remove()
    }
  }, [map, layer, headLayer])
  useEffect(() => {
    layer.setPalette(mapPalette(mode))
    headLayer.setPalette(mapPalette(mode))
  }, [layer, headLayer, mode])
  useEffect(() => layer.setTracks(selected, others), [layer, selected, others])
  useEffect(() => layer.setCompared(compared), [layer, compared])
  useEffect(() => {
    const follow = () => {
      layer.setHead(head?.current())
      headLayer.setHead(head?.current())
    }
    follow()
    return head?.subscribe(follow)
  }, [layer, headLayer, head])
  return null
}
