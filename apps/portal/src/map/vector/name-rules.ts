import type { LabelRule } from 'protomaps-leaflet'
import { countryNameIn } from '../country-names.js'
import type { GroundPalette } from './ground-palette.js'
import { LineLabel, type AlongStyle } from './line-label.js'
import type { Properties } from './paint.js'
import { PointLabel, type PointStyle } from './point-label.js'
import { detailOf, isMajor, isPath, kindOf } from './roads.js'

const FAMILY = '"Inter Variable", Inter, system-ui, sans-serif'
const POINT = 1
const LINE = 2
const CITY_RANK = 9
const TOWN_RANK = 7

/** Fonts of the names. They must be loaded before painting, because a tile is usually painted only once. */
export const NAME_FONTS = [`450 12px ${FAMILY}`, `italic 500 12px ${FAMILY}`]

const font = (weight: number, size: number, colour: string, halo: string, style = '') => ({
  font: `${style} ${weight} ${size}px ${FAMILY}`.trim(),
  size,
  colour,
  halo,
})

/** Zooms of a rule, and the features of its layer that it applies to. */
type Where = Pick<LabelRule, 'minzoom' | 'maxzoom'> & { matches: (props: Properties, zoom: number, geometry: number) => boolean }
const rule = (dataLayer: string, { matches, ...zooms }: Where, symbolizer: LabelRule['symbolizer']): LabelRule => ({
  dataLayer,
  ...zooms,
  filter: (zoom, { props, geomType }) => matches(props, zoom, Number(geomType)),
  symbolizer,
})

/** Returns a feature's name in the given language if the data has it, otherwise the local name. */
const nameIn = (language: string) => (props: Properties) => {
  const name = props[`name:${language}`] ?? props.name
  return typeof name === 'string' ? name : undefined
}
/** Returns a country's name in the given language, even if the data has the name in English only. */
function countryIn(language: string) {
  const [nameOf, countryOf] = [nameIn(language), countryNameIn(language)]
  return (props: Properties) => {
    const name = nameOf(props)
    return name === undefined || name !== props.name ? name : countryOf(name)
  }
}
const numberOf = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise)

/** Label rules, most important first: names of an earlier rule displace those of a later one. */
export function nameRules(palette: GroundPalette, language: string): LabelRule[] {
  const nameOf = nameIn(language)
  const at = (styleOf: (zoom: number, props: Properties) => PointStyle | undefined) => new PointLabel(nameOf, styleOf)
  const along = (styleOf: (zoom: number) => AlongStyle) => new LineLabel(nameOf, styleOf)
  const [places, roads, waters, pois] = [
    placeNames(palette, at, (styleOf) => new PointLabel(countryIn(language), styleOf)),
    roadNames(palette, along),
    waterNames(palette, at, along),
    poiNames(palette, at),
  ]
  return [...places.large, ...waters.large, ...roads.streets, ...pois, ...roads.paths, ...waters.small, ...places.small]
}

type At = (styleOf: (zoom: number, props: Properties) => PointStyle | undefined) => PointLabel
type Along = (styleOf: (zoom: number) => AlongStyle) => LineLabel

function placeNames({ text, halo }: GroundPalette, at: At, atCountry: At) {
  const place = (kinds: readonly string[], zooms: Pick<LabelRule, 'minzoom' | 'maxzoom'>, label: PointLabel) =>
    rule('places', { ...zooms, matches: (props) => kinds.includes(detailOf(props) || kindOf(props)) }, label)
  const country = atCountry((zoom, props) =>
    props.min_zoom && zoom > 9
      ? undefined
      : {
          ...font(600, zoom < 6 ? 11 : 12, zoom > 7 && !props.min_zoom ? text.neighbour : text.country, halo),
          spacing: 1.6,
          isUpper: true,
          padding: 6,
          once: 60,
        },
  )
  const town = at((zoom, props) => {
    const rank = numberOf(props.population_rank, 5)
    const isCity = rank >= CITY_RANK
    if (!isCity && zoom < numberOf(props.min_zoom, 0) + 1) return undefined
    const isTown = rank >= TOWN_RANK
    const size = Math.round((isCity ? 13.5 : isTown ? 12 : 11) + Math.min(3, Math.max(0, (zoom - 11) * 0.75)))
    return {
      ...font(isCity ? 650 : isTown ? 600 : 550, size, isCity ? text.capital : text.town, halo),
      haloWidth: 2.25,
      dot: zoom < 12 ? (isCity ? 3 : 2.2) : 0,
      padding: zoom < 12 ? 2 : 8,
      once: 80,
    }
  })
  const hamlet = at(() => ({ ...font(550, 11.5, text.hamlet, halo), padding: 6, once: 80 }))
  const quarter = at(() => ({ ...font(600, 10.5, text.quarter, halo), spacing: 1.1, isUpper: true, padding: 8, once: 80 }))
  const locality = at(() => ({ ...font(450, 10.5, text.hamlet, halo), padding: 8 }))
  return {
    large: [
      place(['country'], { maxzoom: 12 }, country),
      place(['city', 'town', 'village'], { minzoom: 8 }, town),
      place(['hamlet'], { minzoom: 13 }, hamlet),
      place(['suburb', 'neighbourhood', 'quarter'], { minzoom: 14 }, quarter),
    ],
    small: [place(['locality', 'isolated_dwelling'], { minzoom: 15 }, locality)],
  }
}

function waterNames({ text, halo, waterHalo }: GroundPalette, at: At, along: Along) {
  const isRiver = (props: Properties) => kindOf(props) === 'river'
  const river = along((zoom) => ({
    ...font(500, zoom < 14 ? 11.5 : 13, text.water, zoom < 15 ? halo : waterHalo, 'italic'),
    spacing: 1.2,
    repeat: 700,
    mostBend: 0.3,
  }))
  const lake = at(() => ({ ...font(500, 10.5, text.water, halo, 'italic'), mostLetters: 12 }))
  const stream = along(() => ({ ...font(450, 10.5, text.water, halo, 'italic'), repeat: 480, spacing: 0.4, mostBend: 0.3 }))
  return {
    large: [
      rule('water', { minzoom: 11, matches: (props, _zoom, shape) => shape === LINE && isRiver(props) }, river),
      rule('water', { minzoom: 13, matches: (_props, _zoom, shape) => shape === POINT }, lake),
    ],
    small: [rule('water', { minzoom: 14, matches: (props, _zoom, shape) => shape === LINE && !isRiver(props) }, stream)],
  }
}

function roadNames({ text, halo, streetHalo }: GroundPalette, along: Along) {
  const major = along((zoom) => ({
    ...font(500, zoom < 15 ? 10.5 : zoom < 17 ? 11.5 : 12.5, text.street, streetHalo),
    repeat: zoom < 15 ? 360 : 420,
    spacing: 0.15,
  }))
  const minor = along((zoom) => ({
    ...font(450, zoom < 17 ? 10.5 : 12, text.streetMinor, streetHalo),
    repeat: zoom < 16 ? 300 : 380,
    spacing: 0.1,
  }))
  const path = along((zoom) => ({ ...font(450, zoom < 17 ? 10 : 11, text.path, halo), repeat: 420 }))
  const isAbove = (props: Properties) => !props.is_tunnel
  return {
    streets: [
      rule('roads', { minzoom: 13, matches: (props) => isMajor(props) && !props.is_link && isAbove(props) }, major),
      rule('roads', { minzoom: 15, matches: (props) => kindOf(props) === 'minor_road' && isAbove(props) }, minor),
    ],
    paths: [rule('roads', { minzoom: 16, matches: (props) => isPath(props) && isAbove(props) }, path)],
  }
}

const LANDMARKS = ['station', 'halt', 'castle', 'hospital']
const GREENS = ['park', 'nature_reserve', 'cemetery', 'stadium', 'sports_centre']
/** Height in metres from which a peak is shown at lower zooms. */
const HIGH_M = 1_900

const poiNames = ({ text, halo }: GroundPalette, at: At): LabelRule[] => [
  rule(
    'pois',
    {
      minzoom: 13,
      matches: (props, zoom) => kindOf(props) === 'peak' && (zoom >= 14 || numberOf(props.elevation, 0) > HIGH_M),
    },
    at((_zoom, { name, elevation }) => ({
      ...font(500, 10.5, text.peak, halo),
      dot: 1.6,
      mostLetters: 14,
      padding: 5,
      ...(typeof name === 'string' && typeof elevation === 'number' && { text: `${name} ${elevation}` }),
    })),
  ),
  rule(
    'pois',
    { minzoom: 14, matches: (props) => LANDMARKS.includes(kindOf(props)) },
    at(() => ({ ...font(550, 10.5, text.poi, halo), dot: 2, padding: 4 })),
  ),
  rule(
    'pois',
    { minzoom: 15, matches: (props) => GREENS.includes(kindOf(props)) },
    at(() => ({ ...font(500, 10.5, text.park, halo), mostLetters: 12, padding: 4 })),
  ),
]
