import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { toBox } from '../../../map/coordinates.js'
import { drawnOf } from '../../../map/drawn-area.js'
import { GeofenceLayer } from '../../../map/layers/geofence-layer.js'
import { mapPalette } from '../../../map/map-palette.js'
import { useMapMode } from '../../../map/use-map-mode.js'
import { shownBox } from './shown-box.js'

/** Geofences are seldom drawn anew while somebody looks at the map. */
const STALE_MS = 60_000

/** The geofences that reach into the view, under the vehicles. */
export function GeofencesOnMap() {
  const map = useMap()
  const palette = mapPalette(useMapMode())
  const [box, setBox] = useState(() => shownBox(toBox(map.getBounds())))
  const look = () => {
    const next = shownBox(toBox(map.getBounds()))
    setBox((before) => (next.every((degrees, at) => degrees === before[at]) ? before : next))
  }
  useMapEvents({ moveend: look })
  const { data } = useQuery({
    queryKey: ['geofences', 'on-map', box],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/map/geofences', { params: { query: { bbox: box.join(',') } }, signal })),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  })
  const [layer] = useState(() => new GeofenceLayer(palette))
  useEffect(() => {
    layer.addTo(map)
    return () => void layer.remove()
  }, [layer, map])
  useEffect(() => layer.setPalette(palette), [layer, palette])
  const areas = useMemo(() => data?.map((one) => ({ id: one.id, name: one.name, ...drawnOf(one) })), [data])
  useEffect(() => {
    if (areas) layer.setAreas(areas)
  }, [layer, areas])
  return null
}
