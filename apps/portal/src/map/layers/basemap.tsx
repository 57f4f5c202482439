import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TileLayer, useMap } from 'react-leaflet'
import { mapPalette } from '../map-palette.js'
import type { VectorLayer } from '../vector/vector-layer.js'
import { OutlineLayer } from './outline-layer.js'
import { readCountries, type WorldFile } from './world-outline.js'

/** If this number of tiles fail before any tile has loaded, the tile server counts as unreachable. */
const FAILURES_UNTIL_FALLBACK = 3

interface BasemapProps {
  mode: 'light' | 'dark'
  /** `{z}/{x}/{y}` URL of raster tiles. Null if there are none. */
  tileUrl: string | null
  /** URL of a PMTiles file of vector tiles. Null if there is none. */
  vectorUrl: string | null
  maxZoom: number
}

/**
 * Base layer of the map: raster tiles in muted colours, or our own vector tiles. If the tiles do not load, shows the bundled
 * outline of the world.
 */
export function Basemap({ mode, tileUrl, vectorUrl, maxZoom }: BasemapProps) {
  const [failures, setFailures] = useState(0)
  const [isReached, setReached] = useState(true)
  const isWithoutTiles = tileUrl === null ? vectorUrl === null || !isReached : failures >= FAILURES_UNTIL_FALLBACK
  return (
    <>
      {tileUrl !== null && (
        <TileLayer
          url={tileUrl}
          maxZoom={maxZoom}
          className={`basemap-tiles basemap-tiles-${mode}`}
          eventHandlers={{ tileerror: () => setFailures((count) => count + 1), tileload: () => setFailures(0) }}
        />
      )}
      {tileUrl === null && vectorUrl !== null && <VectorMap url={vectorUrl} mode={mode} onReach={setReached} />}
      {isWithoutTiles && <WorldOutline mode={mode} />}
    </>
  )
}

interface VectorMapProps {
  url: string
  mode: 'light' | 'dark'
  onReach: (isReached: boolean) => void
}

/**
 * Vector tiles. The drawing code is loaded when the first map opens. When the theme or language changes, the tiles are
 * painted again.
 */
function VectorMap({ url, mode, onReach }: VectorMapProps) {
  const map = useMap()
  const { i18n } = useTranslation()
  const language = i18n.language
  const [layer, setLayer] = useState<VectorLayer>()
  useEffect(() => {
    let isLeft = false
    let made: VectorLayer | undefined
    import('../vector/vector-layer.js').then(
      ({ VectorLayer: Layer }) => {
        if (isLeft) return
        made = new Layer(url, { mode: 'light', language: 'en' }, onReach)
        setLayer(made)
      },
      () => onReach(false),
    )
    return () => {
      isLeft = true
      made?.close()
    }
  }, [url, onReach])
  // Runs before the layer is added to the map, so that tiles are requested with the right look.
  useEffect(() => layer?.show({ mode, language }), [layer, mode, language])
  useEffect(() => {
    layer?.addTo(map)
    return () => void layer?.remove()
  }, [map, layer])
  return null
}

/**
 * The outline is loaded once and kept for later maps. If even the outline does not load, the markers are shown on a plain
 * background.
 */
const outlineQuery = queryOptions({
  queryKey: ['world-outline'],
  queryFn: ({ signal }) => readOutline(signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})

function WorldOutline({ mode }: { mode: 'light' | 'dark' }) {
  const map = useMap()
  const { language } = useTranslation().i18n
  const { data } = useQuery(outlineQuery)
  const layer = useMemo(() => data && new OutlineLayer(data, mapPalette('light')), [data])
  useEffect(() => {
    layer?.addTo(map)
    return () => void layer?.remove()
  }, [map, layer])
  useEffect(() => layer?.setPalette(mapPalette(mode)), [layer, mode])
  useEffect(() => layer?.setLanguage(language), [layer, language])
  return null
}

async function readOutline(signal: AbortSignal) {
  const response = await fetch(new URL('/basemap/world.json', window.location.origin), { signal })
  if (!response.ok) throw new Error(`/basemap/world.json answered ${response.status}`)
  return readCountries((await response.json()) as WorldFile)
}
