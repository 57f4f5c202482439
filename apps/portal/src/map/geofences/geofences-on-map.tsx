import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import type { Place } from '../../lib/place.js'
import { toBox, toWorld } from '../coordinates.js'
import { GeofenceLayer } from '../layers/geofence-layer.js'
import { mapPalette } from '../map-palette.js'
import { isClaimed } from '../presses/claimed-press.js'
import { useMapMode } from '../use-map-mode.js'
import { areasQuery } from './geofence-query.js'
import { GeofenceNote } from './geofence-note.js'
import { shownBox } from './shown-box.js'
import type { NamedArea } from './world-area.js'

/** The geofences that reach into the view, under the vehicles. A press on one says what it is. */
export function GeofencesOnMap() {
  const map = useMap()
  const [box, setBox] = useState(() => shownBox(toBox(map.getBounds())))
  const look = () => {
    const next = shownBox(toBox(map.getBounds()))
    setBox((before) => (next.every((degrees, at) => degrees === before[at]) ? before : next))
  }
  useMapEvents({ moveend: look })
  const { data } = useQuery({ ...areasQuery(box), placeholderData: keepPreviousData })
  return <GeofenceAreas areas={data} hasNotes />
}

interface GeofenceAreasProps {
  areas: readonly NamedArea[] | undefined
  /** One that is drawn by somebody else, as while it is changed. */
  exceptId?: number
  highlightedId?: number
  /** A press on one says what it is. */
  hasNotes?: boolean
  /** What is too small to be seen gets a dot. */
  areSpecksShown?: boolean
}

/** Some geofences on a map. */
export function GeofenceAreas({ areas, exceptId, highlightedId, hasNotes = false, areSpecksShown }: GeofenceAreasProps) {
  const map = useMap()
  const palette = mapPalette(useMapMode())
  const [layer] = useState(() => new GeofenceLayer(palette, areSpecksShown))
  const [noted, setNoted] = useState<{ area: NamedArea; place: Place }>()
  useEffect(() => {
    layer.addTo(map)
    return () => void layer.remove()
  }, [layer, map])
  useEffect(() => layer.setPalette(palette), [layer, palette])
  const shown = useMemo(() => areas?.filter(({ id }) => id !== exceptId), [areas, exceptId])
  useEffect(() => {
    if (shown) layer.setAreas(shown)
  }, [layer, shown])
  useEffect(() => layer.highlight(highlightedId ?? noted?.area.id), [layer, highlightedId, noted])
  useMapEvents({
    click: ({ latlng, originalEvent }) => {
      if (!hasNotes) return
      // A vehicle over it goes first, whichever of the two hears of the press first.
      queueMicrotask(() => {
        if (isClaimed(originalEvent)) return
        const place = { latitude: latlng.lat, longitude: latlng.lng }
        const id = layer.at(toWorld(place))
        const area = shown?.find((one) => one.id === id)
        if (area) setNoted({ area, place })
      })
    },
  })
  if (!noted) return null
  const { area, place } = noted
  // Another press is another note: the map has closed the one before.
  return <GeofenceNote key={`${area.id} ${place.latitude} ${place.longitude}`} {...noted} onClose={() => setNoted(undefined)} />
}
