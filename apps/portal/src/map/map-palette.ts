import { dark as darkTokens, light as lightTokens } from '../theme/tokens.js'
import type { MarkerState } from './entity-state.js'

/**
 * Colours for canvas drawing, because CSS variables are not available on a canvas. If a design token exists for a colour, the
 * token is used.
 */
export interface MapPalette {
  mode: 'light' | 'dark'
  surface: string
  text: string
  borderStrong: string
  shadow: string
  states: Record<MarkerState, string>
  /** Colour of the symbol inside a filled glyph. */
  onState: string
  trip: { casing: string; edge?: string; line: string; chevron: string; on: string }
  /** Colours of geofences below vehicles and trips: visible but discreet. */
  geofence: { line: string; fill: string; name: string; marked: string }
  /**
   * Lines of compared vehicles. Each has a contrast of 3:1 on the map's land, and a dash pattern that distinguishes it without
   * colour.
   */
  compared: readonly { colour: string; dash: readonly number[] }[]
  base: {
    land: string
    water: string
    border: string
    road: string
    majorRoad: string
    roadEdge: string
    path: string
    label: string
    labelHalo: string
  }
}

/** Colour of a trip's line, in both themes. */
export const TRIP_COLOUR = '#fd7e14'

/** Letters that name compared vehicles. */
export const LETTERS = ['A', 'B', 'C', 'D'] as const
const DASHES: readonly (readonly number[])[] = [[], [12, 6], [4, 5], [14, 5, 3, 5]]
/** @source Okabe and Ito, Color Universal Design; darkened or lightened to 3:1 on the land of the map */
const comparedIn = (...colours: string[]) => colours.map((colour, at) => ({ colour, dash: DASHES[at] ?? [] }))

const shared = (tokens: typeof lightTokens) => ({
  surface: tokens.surface,
  text: tokens.text,
  borderStrong: tokens.borderStrong,
  states: { moving: tokens.moving, idle: tokens.idle, offline: tokens.offline, missing: tokens.missing },
})

const light: MapPalette = {
  mode: 'light',
  ...shared(lightTokens),
  shadow: 'rgba(15,26,36,.18)',
  onState: lightTokens.surface,
  trip: {
    casing: lightTokens.surface,
    edge: lightTokens.accentText,
    line: TRIP_COLOUR,
    chevron: '#FFFFFF',
    on: lightTokens.onAccent,
  },
  geofence: { line: 'rgba(91,63,160,.55)', fill: 'rgba(91,63,160,.07)', name: '#5B3FA0', marked: 'rgba(91,63,160,.2)' },
  compared: comparedIn('#0072B2', '#B3501F', '#007A5A', '#9A4A80'),
  base: {
    land: '#E9EDF0',
    water: '#C4DCE8',
    border: '#B4C0CA',
    road: '#FFFFFF',
    majorRoad: '#FFFFFF',
    roadEdge: '#D3DBE2',
    path: '#DBE2E7',
    label: '#56657A',
    labelHalo: 'rgba(255,255,255,.9)',
  },
}

const dark: MapPalette = {
  mode: 'dark',
  ...shared(darkTokens),
  shadow: 'rgba(0,0,0,.5)',
  onState: darkTokens.bg,
  trip: { casing: darkTokens.bg, line: TRIP_COLOUR, chevron: '#FFFFFF', on: darkTokens.onAccent },
  geofence: { line: 'rgba(186,164,246,.5)', fill: 'rgba(186,164,246,.08)', name: '#BAA4F6', marked: 'rgba(186,164,246,.24)' },
  compared: comparedIn('#56B4E9', '#E69F00', '#2CC69A', '#DE9CC4'),
  base: {
    land: '#131C25',
    water: '#0D3145',
    border: '#32424F',
    road: '#243240',
    majorRoad: '#2F4050',
    roadEdge: '#131C25',
    path: '#1B2732',
    label: '#8796A5',
    labelHalo: 'rgba(11,17,23,.85)',
  },
}

export const mapPalette = (mode: 'light' | 'dark'): MapPalette => (mode === 'dark' ? dark : light)
