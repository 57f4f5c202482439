import GlobalStyles from '@mui/material/GlobalStyles'
import { styled } from '@mui/material/styles'
import type { Map as LeafletMap } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { type ReactNode, useState } from 'react'
import { MapContainer, useMap } from 'react-leaflet'
import { useRuntimeConfig } from '../config/runtime-config.js'
import type { Place } from '../lib/place.js'
import { type LatLngPair, toLatLng } from './coordinates.js'
import { lastArea } from './fleet/last-area.js'
import { Basemap } from './layers/basemap.js'
import { mapStyles } from './map-styles.js'
import { prefersStillness } from './motion.js'
import { useMapMode } from './use-map-mode.js'

/** Z-indexes of the map panes, from the bottom. Controls are at 800, the page's own bars from 1100 on. */
const PANES = { outline: 150, geofences: 350, trip: 400, markers: 600, selected: 650 } as const
const MAX_ZOOM = 19
const STREET_ZOOM = 15
const HOUSE_ZOOM = 16
/** Centre of the map if no other centre is known: the middle of Europe. */
const MIDDLE: LatLngPair = [50.2, 9.2]

interface MapViewProps {
  label: string
  /** Shows the tiles of this installation, if it has any. */
  hasTiles?: boolean
  /** Initial centre, at street zoom. */
  begin?: Place
  /**
   * Initial corners, fitted at most at house zoom. Without `begin` and `beginWith`, the map opens with the last known area of
   * the fleet.
   */
  beginWith?: readonly [LatLngPair, LatLngPair] | null
  onReady?: (map: LeafletMap) => void
  children?: ReactNode
}

const Frame = styled('div')({
  position: 'absolute',
  inset: 0,
  isolation: 'isolate',
  '& .leaflet-container': { width: '100%', height: '100%' },
})

/** Map with its base layer, panes and attribution. Layers are its children, which add and remove themselves. */
export function MapView({ label, hasTiles = true, begin, beginWith, onReady, children }: MapViewProps) {
  const { tiles } = useRuntimeConfig()
  const mode = useMapMode()
  const isStill = prefersStillness()
  const [corners] = useState(() => beginWith ?? (begin ? undefined : lastArea()))
  return (
    <Frame role="region" aria-label={label} data-map-mode={mode}>
      <GlobalStyles styles={mapStyles} />
      <MapContainer
        {...(corners
          ? { bounds: [...corners], boundsOptions: { padding: [24, 24], maxZoom: HOUSE_ZOOM } }
          : { center: begin ? toLatLng(begin) : MIDDLE, zoom: begin ? STREET_ZOOM : 5 })}
        minZoom={2}
        maxZoom={Math.max(MAX_ZOOM, tiles.max_zoom)}
        zoomControl={false}
        attributionControl={false}
        zoomAnimation={!isStill}
        // Tiles do not fade in, because the browser would compose the whole map again in each step.
        fadeAnimation={false}
        markerZoomAnimation={!isStill}
        worldCopyJump
        ref={(map) => {
          if (map) onReady?.(map)
        }}
      >
        <Panes>
          <Basemap
            mode={mode}
            tileUrl={hasTiles ? tiles.url : null}
            vectorUrl={hasTiles ? tiles.vector_url : null}
            maxZoom={tiles.max_zoom}
          />
          {children}
        </Panes>
      </MapContainer>
      <p className="map-attribution">
        <Attribution text={tiles.attribution} />
      </p>
    </Frame>
  )
}

const OPENSTREETMAP = '© OpenStreetMap contributors'

/** Attribution text. The licence requires OpenStreetMap's name to be a link. */
function Attribution({ text }: { text: string }) {
  if (!text.includes(OPENSTREETMAP)) return text
  const [before, after] = text.split(OPENSTREETMAP)
  return (
    <>
      {before}
      <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
        {OPENSTREETMAP}
      </a>
      {after}
    </>
  )
}

/** Creates the panes before any layer uses them. */
function Panes({ children }: { children: ReactNode }) {
  const map = useMap()
  useState(() => {
    for (const [name, zIndex] of Object.entries(PANES)) {
      const pane = map.getPane(name) ?? map.createPane(name)
      pane.style.zIndex = String(zIndex)
      // Only elements of the pane `selected` react to presses. In all other panes, presses go to the map.
      if (name !== 'selected') pane.style.pointerEvents = 'none'
    }
  })
  return children
}
