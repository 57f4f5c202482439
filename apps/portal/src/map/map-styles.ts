import type { GlobalStylesProps } from '@mui/material/GlobalStyles'
import { mapPalette } from './map-palette.js'
import { motion } from '../theme/tokens.js'

const { base: lightBase } = mapPalette('light')
const { base: darkBase } = mapPalette('dark')

/** Styles of the map elements that Leaflet creates, which no component can style. */
export const mapStyles: Extract<GlobalStylesProps['styles'], (theme: never) => unknown> = ({ vars, palette }) => {
  const colours = (vars ?? { palette }).palette
  return {
    '.leaflet-container.leaflet-container': {
      fontFamily: 'inherit',
      fontSize: 13,
      background: lightBase.land,
      outlineOffset: -2,
    },
    '[data-map-mode=dark] .leaflet-container.leaflet-container': { background: darkBase.land },
    '.basemap-tiles-light': { filter: 'saturate(.35) brightness(1.04) contrast(.95)' },
    '.basemap-tiles-dark': { filter: 'invert(1) hue-rotate(180deg) saturate(.5) brightness(.9)' },
    '.map-attribution': {
      position: 'absolute',
      right: 'calc(8px + var(--map-inset-right, 0px))',
      bottom: 'calc(8px + var(--map-inset-bottom, 0px))',
      zIndex: 800,
      margin: 0,
      padding: '0 8px',
      borderRadius: 5,
      fontSize: 11,
      lineHeight: '20px',
      color: colours.text.secondary,
      '& a': { color: 'inherit' },
      backgroundColor: `color-mix(in srgb, ${colours.background.paper} 88%, transparent)`,
    },
    ...selectedMarker(colours),
    '.leaflet-tooltip.found-place': {
      padding: '0 8px',
      border: 0,
      borderRadius: 6,
      fontSize: 11.5,
      lineHeight: '22px',
      fontWeight: 600,
      color: colours.background.paper,
      backgroundColor: colours.text.primary,
      boxShadow: 'none',
      '&::before': { display: 'none' },
    },
    '.geofence-note .leaflet-popup-content-wrapper, .geofence-note .leaflet-popup-tip': {
      color: colours.text.primary,
      backgroundColor: colours.background.paper,
      boxShadow: colours.lift.pop,
    },
    '.geofence-note .leaflet-popup-content-wrapper': { borderRadius: 10 },
    '.geofence-note .leaflet-popup-content': { margin: '10px 14px 12px', fontSize: 13, lineHeight: '20px' },
    '.geofence-note .leaflet-popup-content p': { margin: 0 },
    '.geofence-note .leaflet-popup-content a': { color: colours.primary.main },
  }
}

/** Styles of the selected marker. It is the only marker that is an HTML element; all others are drawn on a canvas. */
const selectedMarker = (
  colours: Record<'primary' | 'accent', { main: string }> & { background: { paper: string }; text: { primary: string } },
) =>
  ({
    '.selected-marker': {
      background: 'none',
      border: 0,
      '&:focus-visible': { outline: `2px solid ${colours.primary.main}`, outlineOffset: 2, borderRadius: '50%' },
    },
    '.selected-marker-ring, .selected-marker-halo': {
      position: 'absolute',
      inset: 4,
      borderRadius: '50%',
      pointerEvents: 'none',
    },
    '.selected-marker-ring': {
      border: `3px solid ${colours.accent.main}`,
      boxShadow: `inset 0 0 0 1px color-mix(in srgb, ${colours.background.paper} 40%, transparent)`,
    },
    '.selected-marker-halo': {
      inset: -2, // The glyph is drawn below this element, so the element must not cover it.
      background: `radial-gradient(circle closest-side, transparent 58%, color-mix(in srgb, ${colours.accent.main} 24%, transparent) 60%)`,
    },
    '.is-live .selected-marker-halo': { animation: `selected-pulse 1600ms ${motion.easing} infinite` },
    '@keyframes selected-pulse': {
      '0%, 100%': { transform: 'scale(1)', opacity: 1 },
      '50%': { transform: 'scale(1.12)', opacity: 0.55 },
    },
    '.selected-marker-label': {
      position: 'absolute',
      left: '50%',
      bottom: 'calc(100% + 2px)',
      transform: 'translateX(-50%)',
      padding: '0 8px',
      borderRadius: 6,
      fontSize: 11.5,
      lineHeight: '22px',
      fontWeight: 600,
      whiteSpace: 'nowrap',
      width: 'max-content',
      maxWidth: 'min(220px, 56vw)',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      unicodeBidi: 'plaintext',
      color: colours.background.paper,
      backgroundColor: colours.text.primary,
    },
    // Shows a long name in full on hover or focus.
    '.selected-marker:hover .selected-marker-label, .selected-marker:focus-visible .selected-marker-label': {
      whiteSpace: 'normal',
      overflowWrap: 'anywhere',
    },
    '@media (prefers-reduced-motion: reduce)': { '.is-live .selected-marker-halo': { animation: 'none' } },
  }) as const
