import { styled } from '@mui/material/styles'
import L from 'leaflet'
import { MapPinOff } from 'lucide-react'
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Tooltip } from 'react-leaflet'
import { Row } from '../components/layout/index.js'
import { type Place, toPlace, toPlaces } from '../lib/place.js'
import { boundsOf, toLatLngNear } from './coordinates.js'
import { glyphShapes } from './glyph-shapes.js'
import { TrackLine } from './layers/track-line.js'
import { mapPalette, type MapPalette, TRIP_COLOUR } from './map-palette.js'
import { MapView } from './map-view.js'
import { PlaceCircle, PlaceMarker } from './placed.js'
import { useMapMode } from './use-map-mode.js'
import { vars } from '../theme/components/vars.js'

/** Place where the vehicle often stood, with a text about it. */
export interface MarkedPlace extends Place {
  radius_m: number
  text: string
}

interface SeenMapProps {
  label: string
  /** Last known position. */
  position: (Place & { doubt_m: number; heading: number | null }) | null
  trail: readonly Place[]
  usualPlaces?: readonly MarkedPlace[]
  sign?: Sign
  /** Text over the map: the age of the data, or why there is none. */
  said: string
  /** Additional layers, for signed-in users. */
  children?: ReactNode
}

const CLOSE_ZOOM = 16
const MARKER_PX = 34
/** Minimum distance in pixels from the vehicle's marker to the map's edge or to the text over the map. */
const CLEAR_PX = 48
const SAID_TOP_PX = 16

const Cover = styled('div')(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  zIndex: 805,
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: theme.spacing(1),
  padding: theme.spacing(3),
  textAlign: 'center',
  color: vars(theme).text.secondary,
  backgroundColor: vars(theme).surface.subtle,
}))
const Said = styled(Row)({ position: 'absolute', top: SAID_TOP_PX, left: 16, maxWidth: 'calc(100% - 84px)', zIndex: 800 })

/** Marker of the vehicle: missing, or by its motion. */
export type Sign = 'missing' | 'moving' | 'idle'

const paths = ({ states, onState }: MapPalette): Record<Sign, string> => ({
  missing: `<path d="${glyphShapes.missingDiamond}" fill="${states.missing}"/><path d="${glyphShapes.missingMark}" fill="${onState}"/>`,
  moving: `<path d="${glyphShapes.movingPointer}" fill="${states.moving}"/><path d="${glyphShapes.movingArrow}" fill="${onState}"/>`,
  idle: `<path d="${glyphShapes.idleSquare}" fill="${states.idle}"/><path d="${glyphShapes.idleBars}" fill="${onState}"/>`,
})

/** Returns the vehicle's marker as on the fleet map. The marker of a moving vehicle points in its heading. */
export const signOf = (palette: MapPalette, sign: Sign, heading: number) =>
  L.divIcon({
    className: '',
    iconSize: [MARKER_PX, MARKER_PX],
    html: `<svg viewBox="-14 -14 28 28" width="${MARKER_PX}" height="${MARKER_PX}" aria-hidden="true"><g transform="rotate(${sign === 'moving' ? heading : 0})">${paths(palette)[sign]}</g></svg>`,
  })

/**
 * Map of where a vehicle was and may be now. It shows places but no data about people, because persons without an account see
 * it, too.
 */
export function SeenMap(props: SeenMapProps) {
  const { label, position, trail, usualPlaces = [], sign: kind = 'missing', said, children } = props
  const mode = useMapMode()
  const places = useMemo(() => toPlaces(trail), [trail])
  const place = position ? toPlace(position.latitude, position.longitude) : undefined
  const palette = mapPalette(mode)
  const heading = position?.heading ?? 0
  const sign = useMemo(() => signOf(mapPalette(mode), kind, heading), [mode, kind, heading])
  const track = useMemo(() => (places.length > 1 ? { places, isOpen: true } : undefined), [places])
  const saidBox = useRef<HTMLDivElement>(null)
  const onReady = useFollow(place, places, saidBox)
  if (!place && places.length === 0 && usualPlaces.length === 0)
    return (
      <Cover>
        <MapPinOff size={20} />
        {said}
      </Cover>
    )
  return (
    <>
      <MapView label={label} beginWith={boundsOf([...places, ...(place ? [place] : []), ...usualPlaces])} onReady={onReady}>
        {children}
        {usualPlaces.map(({ radius_m: radius, text, ...usual }) => (
          <PlaceCircle
            key={`${usual.latitude},${usual.longitude}`}
            place={usual}
            radius={Math.max(radius, 30)}
            pane="selected"
            pathOptions={{ color: palette.states.idle, weight: 1.5, fillOpacity: 0.12 }}
          >
            <Tooltip>{text}</Tooltip>
          </PlaceCircle>
        ))}
        {place && position && position.doubt_m > 0 && (
          <PlaceCircle
            place={place}
            radius={position.doubt_m}
            pane="trip"
            interactive={false}
            pathOptions={{ color: TRIP_COLOUR, weight: 1.5, dashArray: '4 4', fillOpacity: 0.1 }}
          />
        )}
        <TrackLine selected={track} />
        {place && <PlaceMarker place={place} icon={sign} pane="selected" interactive={false} keyboard={false} />}
      </MapView>
      <Said ref={saidBox} ground="floating" pad={[1, 1.5]} size="dense" weight="medium" role="status">
        {said}
      </Said>
    </>
  )
}

/** Shows the whole trail at first, and then follows the vehicle, so that the text over the map never covers it. */
function useFollow(place: Place | undefined, trail: readonly Place[], said: RefObject<HTMLElement | null>) {
  const [map, setMap] = useState<L.Map>()
  const isFitted = useRef(false)
  const { latitude, longitude } = place ?? {}
  useEffect(() => {
    if (!map) return
    const corners = boundsOf([...trail, ...(place ? [place] : [])])
    if (!corners) return
    const below = SAID_TOP_PX + (said.current?.offsetHeight ?? 0) + MARKER_PX
    const clear = {
      paddingTopLeft: L.point(CLEAR_PX, Math.max(CLEAR_PX, below)),
      paddingBottomRight: L.point(CLEAR_PX, CLEAR_PX),
    }
    if (!isFitted.current) map.fitBounds(L.latLngBounds(corners), { ...clear, maxZoom: CLOSE_ZOOM, animate: false })
    else if (place) map.panInside(toLatLngNear(place, map.getCenter().lng), clear)
    isFitted.current = true
    // oxlint-disable-next-line react/exhaustive-deps -- the map moves when the vehicle moves, not with every reading
  }, [map, latitude, longitude])
  return useCallback((ready: L.Map) => setMap((held) => held ?? ready), [])
}
