import type { Map as LeafletMap } from 'leaflet'
import L from 'leaflet'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMap, useMapEvents } from 'react-leaflet'
import { LIMITS } from '../../../config/limits.js'
import type { Place } from '../../../lib/place.js'
import { cornersNear, type LatLngPair, toLatLng } from '../../../map/coordinates.js'
import type { Drawn } from '../../../map/drawn-area.js'
import { prefersStillness } from '../../../map/motion.js'
import { MapView } from '../../../map/map-view.js'
import { cornersOf } from '../corners-of.js'
import { metresAPixel, Shape } from '../shape.js'
import { betweens, inserted, replaced } from './drawing.js'
import { Handle, rounded } from './handles.js'
import type { Drawing } from './use-drawing.js'

const LEAST_REACH_M = 5
/** Minimum radius in px of a circle. If the circle would be smaller and look like a dot, the map zooms in. */
const LEAST_SEEN_PX = 24
const NEAREST_FIT = 17
const ROUND_PX = 56
/**
 * Maximum distance in px between two presses that count as a double press. The second press of a double press adds no point.
 */
const SAME_PX = 6

interface DrawMapProps {
  drawing: Drawing
  /** Area to show at first. */
  beginWith: readonly [LatLngPair, LatLngPair] | null | undefined
  onReady: (map: LeafletMap) => void
  /** Layers below the drawing: vehicles and other geofences. */
  children?: ReactNode
}

/**
 * Map for drawing a geofence. A press on the map adds a point or sets the centre of a circle. Points can be dragged, and a press
 * on a point selects it.
 */
export function DrawMap({ drawing, beginWith, onReady, children }: DrawMapProps) {
  const { t } = useTranslation('geofences')
  const { drawn, isReadable, selected, select, setPoints, setReach } = drawing
  /** Shape while the user drags one of its points. */
  const [dragged, setDragged] = useState<Drawn>()
  const shown = dragged ?? drawn
  const { kind } = drawn
  // While the typed coordinates are invalid, there are no handles, because moving a handle would overwrite the typed text.
  const points = isReadable ? drawn.points : []
  const middle = isReadable ? shown.points[0] : undefined
  const drag = (next: Partial<Drawn>) => setDragged({ ...drawn, ...next })
  const letGo = (next: readonly Place[]) => {
    setDragged(undefined)
    setPoints(next)
  }
  return (
    <MapView label={t('form.map')} beginWith={beginWith} onReady={onReady}>
      {children}
      <Shape drawn={shown} />
      <Pencil drawing={drawing} />
      {points.map((point, at) => (
        <Handle
          // oxlint-disable-next-line react/no-array-index-key -- its index identifies a point, wherever the point lies
          key={at}
          kind={selected === at ? 'selected' : 'point'}
          point={point}
          label={t('form.handle', { number: at + 1 })}
          onDrag={(next) => drag({ points: replaced(points, at, next) })}
          onMove={(next) => letGo(replaced(points, at, next))}
          onPress={() => select(selected === at ? undefined : at)}
        />
      ))}
      {kind === 'circle' && middle && drawn.reachM >= LEAST_REACH_M && (
        <Handle
          kind="reach"
          // While the user drags the handle, a new value of `point` does not move it.
          point={edgeOf(middle, drawn.reachM)}
          label={t('form.resize')}
          onDrag={(next) => drag({ reachM: metresBetween(middle, next) })}
          onMove={(next) => {
            setDragged(undefined)
            setReach(metresBetween(middle, next))
          }}
        />
      )}
      {betweens({ kind, points }).map(({ at, place }) => (
        <Handle
          key={`between ${at} of ${points.length}`}
          kind="between"
          point={place}
          opacity={dragged ? 0 : 0.75}
          label={t('form.add')}
          onDrag={(next) => drag({ points: inserted(points, at, next) })}
          onMove={(next) => letGo(inserted(points, at, next))}
          onPress={() => {
            letGo(inserted(points, at, place))
            select(at)
          }}
        />
      ))}
    </MapView>
  )
}

const metresBetween = (a: Place, b: Place) => Math.max(LEAST_REACH_M, Math.round(L.latLng(toLatLng(a)).distanceTo(toLatLng(b))))
/** Returns the point on a circle's edge east of its centre. */
const edgeOf = ({ latitude, longitude }: Place, metres: number): Place => ({
  latitude,
  longitude: longitude + metres / 111_195 / Math.max(0.01, Math.cos((latitude * Math.PI) / 180)),
})

/** Fits the map to an area, on the shorter way around the globe. */
export function fitCorners(map: LeafletMap, corners: readonly [LatLngPair, LatLngPair] | undefined): void {
  if (!corners) return
  map.fitBounds(cornersNear(corners, map.getCenter().lng), {
    padding: [ROUND_PX, ROUND_PX],
    maxZoom: NEAREST_FIT,
    animate: !prefersStillness(),
  })
}

/** Adds points where the map is pressed, and moves the map to a shape whose coordinates are typed. */
function Pencil({ drawing }: { drawing: Drawing }) {
  const map = useMap()
  const { drawn, isTyped, isReadable, explain, select, setPoints } = drawing
  const { kind, points, reachM } = drawn
  useMapEvents({
    click: ({ latlng, containerPoint }) => {
      if (!isReadable) return explain()
      const last = points.at(-1)
      const isAgain = last && map.latLngToContainerPoint(toLatLng(last)).distanceTo(containerPoint) < SAME_PX
      if (isAgain) return
      const point = rounded(latlng.wrap())
      select(undefined)
      setPoints(kind === 'circle' ? [point] : [...points, point])
      const isDot = kind === 'circle' && reachM / metresAPixel(point.latitude, map.getZoom()) < LEAST_SEEN_PX
      if (isDot && points.length === 0) fitCorners(map, cornersOf([{ ...drawn, points: [point] }]))
    },
  })
  useEffect(() => {
    map.doubleClickZoom.disable()
  }, [map])
  const newest = useRef(drawn)
  useEffect(() => {
    newest.current = drawn
  })
  const typed = isTyped ? JSON.stringify([points, reachM]) : ''
  useEffect(() => {
    if (typed === '') return
    const timer = setTimeout(() => {
      const { kind: of, points: places, reachM: reach } = newest.current
      if (places.length > 0 && (of === 'polygon' || reach >= LEAST_REACH_M)) fitCorners(map, cornersOf([newest.current]))
    }, LIMITS.searchDelayMs)
    return () => clearTimeout(timer)
  }, [map, typed])
  return null
}
