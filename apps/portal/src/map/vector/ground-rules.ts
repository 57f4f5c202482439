import type { PaintRule } from 'protomaps-leaflet'
import type { GroundPalette } from './ground-palette.js'
import { Fill, growing, Stroke, type LineStyle, type Properties } from './paint.js'
import { bodyColour, casingWidth, detailOf, isMajor, isPath, isRail, isStreet, kindOf, roadWidth } from './roads.js'

const POLYGON = 3
const LINE = 2
const RIVER = growing([
  [8, 0.8],
  [10, 1.6],
  [12, 2.6],
  [14, 5],
  [16, 12],
  [18, 30],
])
const STREAM = growing([
  [12, 0.5],
  [14, 0.9],
  [16, 1.8],
  [18, 4],
])
const COUNTRY = 2
const MUNICIPALITY = 8

type LineOf = (zoom: number, properties: Properties) => LineStyle | undefined
const line = (dataLayer: string, matches: (properties: Properties) => boolean, styleOf: LineOf): PaintRule => ({
  dataLayer,
  filter: (_zoom, { props }) => matches(props),
  symbolizer: new Stroke(styleOf),
})

/**
 * Paint rules of the ground, from bottom to top. Borders are below water, so that a river along a border is drawn as a river.
 */
export const groundRules = (palette: GroundPalette): PaintRule[] => [
  ...surfaces(palette),
  ...borders(palette),
  ...waters(palette),
  {
    dataLayer: 'buildings',
    minzoom: 15,
    symbolizer: new Fill((zoom) => (zoom < 16 ? palette.buildingFar : palette.building), {
      colour: palette.buildingEdge,
      widthAt: (zoom) => (zoom < 17 ? 0 : 0.75),
    }),
  },
  ...ways(palette),
  ...streets(palette),
  ...rails(palette),
  ...bridges(palette),
]

/** Paint rules for the world beyond the region: land and sea. */
export const outlineRules = (palette: GroundPalette): PaintRule[] => [
  { dataLayer: 'earth', symbolizer: new Fill(() => palette.outside) },
  {
    dataLayer: 'water',
    filter: (_zoom, { geomType }) => Number(geomType) === POLYGON,
    symbolizer: new Fill(() => palette.water),
  },
]

/** Paint rules for land, vegetation and built areas. Small areas such as pitches are painted above large ones. */
const surfaces = (palette: GroundPalette): PaintRule[] => [
  { dataLayer: 'earth', symbolizer: new Fill(() => palette.land) },
  { dataLayer: 'landcover', maxzoom: 10, symbolizer: new Fill((_zoom, props) => palette.cover[kindOf(props)]) },
  {
    dataLayer: 'landuse',
    minzoom: 9,
    filter: (zoom, { props }) => zoom > 10 || palette.cover[kindOf(props)] !== undefined,
    symbolizer: new Fill((zoom, props) => {
      if (kindOf(props) !== 'residential') return palette.use[kindOf(props)]
      if (zoom < 11) return undefined
      return zoom < 15 ? palette.use.residential : palette.settlementNear
    }),
  },
  { dataLayer: 'landuse', minzoom: 13, symbolizer: new Fill((_zoom, props) => palette.useTop[kindOf(props)]) },
]

const borders = ({ border }: GroundPalette): PaintRule[] => {
  const isLevel = (level: number) => (props: Properties) => Number(props.kind_detail) === level
  return [
    line('boundaries', isLevel(MUNICIPALITY), (zoom) =>
      zoom < 13 ? undefined : { colour: border.local, width: zoom < 14 ? 0.7 : 1, dash: [1.5, 4] },
    ),
    line('boundaries', isLevel(COUNTRY), (zoom) =>
      zoom < 8 ? undefined : { colour: border.halo, width: zoom < 13 ? 4 : 6, cap: 'butt' },
    ),
    line('boundaries', isLevel(COUNTRY), (zoom) =>
      zoom < 8
        ? { colour: border.country, width: 0.7, cap: 'butt' }
        : { colour: border.country, width: zoom < 13 ? 1 : 1.2, dash: [9, 3, 2, 3], cap: 'butt' },
    ),
  ]
}

const waters = (palette: GroundPalette): PaintRule[] => [
  {
    dataLayer: 'water',
    filter: (_zoom, { geomType }) => Number(geomType) === LINE,
    symbolizer: new Stroke((zoom, props) =>
      kindOf(props) === 'river'
        ? { colour: palette.water, width: RIVER(zoom) * (zoom < 12 ? 1 : 0.6) }
        : { colour: palette.stream, width: STREAM(zoom) * (detailOf(props) === 'canal' ? 2 : 1) },
    ),
  },
  {
    dataLayer: 'water',
    filter: (_zoom, { geomType }) => Number(geomType) === POLYGON,
    symbolizer: new Fill(() => palette.water, { colour: palette.waterEdge, widthAt: (zoom) => (zoom < 12 ? 0 : 0.8) }),
  },
]

const isPathLike = new Set(['steps', 'footway', 'path', 'bridleway'])
const isWideWay = new Set(['track', 'cycleway', 'pedestrian'])

/**
 * Paint rules for tunnels, which are drawn as faint roads, and for paths and tracks, which are drawn as lines finer than a
 * street.
 */
const ways = ({ road }: GroundPalette): PaintRule[] => [
  line(
    'roads',
    (props) => Boolean(props.is_tunnel) && (isStreet(props) || isRail(props)),
    (zoom, props) => ({ colour: road.tunnel, width: Math.max(1, roadWidth(zoom, props)), dash: [4, 4], cap: 'butt' }),
  ),
  line(
    'roads',
    (props) => isPath(props) && !props.is_tunnel,
    (zoom, props) => {
      const detail = detailOf(props)
      if (zoom < (isWideWay.has(detail) ? 14 : 15)) return undefined
      const width = roadWidth(zoom, props)
      if (detail === 'pedestrian') return { colour: road.pedestrian, width }
      if (!isPathLike.has(detail)) return { colour: road.track, width }
      return { colour: road.path, width, dash: [Math.max(1.5, width * 2), Math.max(1.8, width * 1.8)], cap: 'butt' }
    },
  ),
]

/**
 * Paint rules for streets. All casings of a rank are below all bodies of that rank, so that no casing crosses a street at a
 * junction.
 */
function streets({ road }: GroundPalette): PaintRule[] {
  const casing: LineOf = (zoom, props) => {
    if (zoom < (isMajor(props) ? 11 : 14)) return undefined
    if (detailOf(props) === 'service' && zoom < 15) return undefined
    return {
      colour: isMajor(props) ? road.majorCasing : road.casing,
      width: roadWidth(zoom, props) + 2 * casingWidth(zoom),
      cap: props.is_bridge ? 'butt' : 'round',
    }
  }
  const body: LineOf = (zoom, props) => ({ colour: bodyColour(road, zoom, props), width: roadWidth(zoom, props) })
  const isMinorAbove = (props: Properties) => isStreet(props) && !isMajor(props) && !props.is_tunnel
  const isMajorAbove = (props: Properties) => isMajor(props) && !props.is_tunnel
  return [
    line('roads', isMinorAbove, casing),
    line('roads', isMajorAbove, casing),
    line('roads', isMinorAbove, body),
    line('roads', isMajorAbove, body),
  ]
}

const rails = ({ road }: GroundPalette): PaintRule[] => {
  const isAbove = (props: Properties) => isRail(props) && !props.is_tunnel
  return [
    line('roads', isAbove, (zoom, props) => ({
      colour: road.rail,
      width: roadWidth(zoom, props) * (props.service ? 0.6 : 1),
      cap: 'butt',
    })),
    line(
      'roads',
      (props) => isAbove(props) && !props.service,
      (zoom, props) =>
        zoom < 13
          ? undefined
          : { colour: road.railGap, width: Math.max(0.6, roadWidth(zoom, props) - 1), dash: [6, 6], cap: 'butt' },
    ),
    line(
      'roads',
      (props) => kindOf(props) === 'aerialway',
      (zoom) => (zoom < 14 ? undefined : { colour: road.aerialway, width: 0.9, dash: [6, 3] }),
    ),
  ]
}

const bridges = ({ road }: GroundPalette): PaintRule[] => {
  const isBridge = (props: Properties) => isStreet(props) && Boolean(props.is_bridge)
  return [
    line('roads', isBridge, (zoom, props) =>
      zoom < 14 ? undefined : { colour: road.bridge, width: roadWidth(zoom, props) + 2.6 * casingWidth(zoom), cap: 'butt' },
    ),
    line('roads', isBridge, (zoom, props) =>
      zoom < 14 ? undefined : { colour: bodyColour(road, zoom, props), width: roadWidth(zoom, props), cap: 'butt' },
    ),
  ]
}
