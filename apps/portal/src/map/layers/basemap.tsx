import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { TileLayer, useMap } from 'react-leaflet'
import { mapPalette } from '../map-palette.js'
import { OutlineLayer } from './outline-layer.js'
import { StreetLayer } from './street-layer.js'
import { readStreets, type StreetFile } from './street-map.js'
import { readCountries, type WorldFile } from './world-outline.js'

/** Without one tile after this many failures the tile server is taken as unreachable. */
const FAILURES_UNTIL_FALLBACK = 3

interface BasemapProps {
  mode: 'light' | 'dark'
  /** `{z}/{x}/{y}` address of raster tiles; null for none. */
  tileUrl: string | null
  maxZoom: number
}

/** Muted raster tiles; where none can be loaded, the bundled outline of the world and the streets of the demo area. */
export function Basemap({ mode, tileUrl, maxZoom }: BasemapProps) {
  const [failures, setFailures] = useState(0)
  const isWithoutTiles = tileUrl === null || failures >= FAILURES_UNTIL_FALLBACK
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
      {isWithoutTiles && <BundledMap mode={mode} />}
    </>
  )
}

/** Read once, kept for the next time a map is opened. Where even this cannot be loaded, markers stand on the plain background. */
const bundledMapQuery = queryOptions({
  queryKey: ['bundled-map'],
  queryFn: ({ signal }) => readBundledMap(signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})

function BundledMap({ mode }: { mode: 'light' | 'dark' }) {
  const map = useMap()
  const { data } = useQuery(bundledMapQuery)
  const layers = useMemo(
    () =>
      data ? [new OutlineLayer(data.countries, mapPalette('light')), new StreetLayer(data.streets, mapPalette('light'))] : [],
    [data],
  )
  useEffect(() => {
    layers.forEach((layer) => layer.addTo(map))
    return () => layers.forEach((layer) => layer.remove())
  }, [map, layers])
  useEffect(() => layers.forEach((layer) => layer.setPalette(mapPalette(mode))), [layers, mode])
  return null
}

async function readBundledMap(signal: AbortSignal) {
  const read = async <Content,>(name: string) => {
    const response = await fetch(new URL(`/basemap/${name}`, window.location.origin), { signal })
    if (!response.ok) throw new Error(`/basemap/${name} answered ${response.status}`)
    return (await response.json()) as Content
  }
  const [world, streets] = await Promise.all([read<WorldFile>('world.json'), read<StreetFile>('streets.json')])
  return { countries: readCountries(world), streets: readStreets(streets) }
}
