import type { GroundPalette } from './ground-palette.js'
import { growing, type Properties } from './paint.js'

/** Width of a road's body in pixels, by zoom. */
const WIDTHS: Readonly<Record<string, (zoom: number) => number>> = {
  motorway: growing([
    [6, 0.8],
    [10, 2],
    [12, 3],
    [14, 5.2],
    [16, 11],
    [18, 26],
  ]),
  trunk: growing([
    [7, 0.8],
    [10, 1.9],
    [12, 2.8],
    [14, 5],
    [16, 10.5],
    [18, 25],
  ]),
  primary: growing([
    [8, 0.7],
    [10, 1.7],
    [12, 2.7],
    [14, 4.8],
    [16, 10],
    [18, 24],
  ]),
  secondary: growing([
    [10, 1.1],
    [12, 2.1],
    [14, 4],
    [16, 9],
    [18, 22],
  ]),
  tertiary: growing([
    [11, 0.9],
    [12, 1.5],
    [14, 3.4],
    [16, 8],
    [18, 20],
  ]),
  residential: growing([
    [12, 0.55],
    [13, 1],
    [14, 2.1],
    [15, 3.6],
    [16, 6],
    [18, 17],
  ]),
  service: growing([
    [14, 0.6],
    [15, 1.4],
    [16, 2.9],
    [18, 9],
  ]),
  track: growing([
    [13, 0.5],
    [14, 0.8],
    [15, 1.1],
    [16, 1.7],
    [18, 4],
  ]),
  path: growing([
    [14, 0.5],
    [15, 0.8],
    [16, 1.2],
    [18, 2.6],
  ]),
  pedestrian: growing([
    [13, 0.6],
    [14, 1.2],
    [16, 4],
    [18, 12],
  ]),
  cycleway: growing([
    [13, 0.5],
    [14, 0.9],
    [16, 2],
    [18, 4.5],
  ]),
  rail: growing([
    [9, 0.6],
    [12, 1],
    [14, 1.5],
    [16, 2.4],
    [18, 4],
  ]),
}
const DRAWN_AS: Readonly<Record<string, string>> = {
  unclassified: 'residential',
  living_street: 'residential',
  road: 'residential',
  raceway: 'residential',
  footway: 'path',
  steps: 'path',
  bridleway: 'path',
}

/** Pixels by which a casing extends beyond the body on each side. */
export const casingWidth = growing(
  [
    [11, 0.35],
    [13, 0.6],
    [15, 0.9],
    [18, 1.3],
  ],
  1.2,
)

export const kindOf = ({ kind }: Properties): string => (typeof kind === 'string' ? kind : '')
export const detailOf = ({ kind_detail: detail }: Properties): string => (typeof detail === 'string' ? detail : '')
export const isMajor = (props: Properties): boolean => ['highway', 'major_road'].includes(kindOf(props))
export const isStreet = (props: Properties): boolean => isMajor(props) || kindOf(props) === 'minor_road'
export const isPath = (props: Properties): boolean => kindOf(props) === 'path'
export const isRail = (props: Properties): boolean => kindOf(props) === 'rail'

export function roadWidth(zoom: number, props: Properties): number {
  const detail = isRail(props) ? 'rail' : detailOf(props)
  const width = WIDTHS[DRAWN_AS[detail] ?? detail]?.(zoom) ?? 0
  return props.is_link ? width * 0.7 : width
}

export function bodyColour(road: GroundPalette['road'], zoom: number, props: Properties): string {
  if (kindOf(props) === 'highway') return road.highway
  if (isMajor(props)) return detailOf(props) === 'tertiary' ? road.tertiary : road.major
  if (detailOf(props) === 'service') return road.service
  return zoom < 14 ? road.minorFar : road.minor
}
