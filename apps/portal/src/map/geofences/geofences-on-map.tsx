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

/** Geofences that overlap the view, below the vehicles. Pressing one opens a note about it. */
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
  /** Geofence that is left out because something else draws it, such as the editor. */
  exceptId?: number
  highlightedId?: number
  /** Opens a note about a pressed geofence. */
  hasNotes?: boolean
  /** Draws a dot for a geofence that would be too small to see. */
  areSpecksShown?: boolean
}

/** Given geofences on a map. */
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
      // If a vehicle is above the geofence, the press belongs to the vehicle. The vehicle's click listener may run after this
      // one, so the check waits for all listeners.
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
  // Each press gets a new key and thus a new note, because the map has closed the previous note.
  return <GeofenceNote key={`${area.id} ${place.latitude} ${place.longitude}`} {...noted} onClose={() => setNoted(undefined)} />
}
