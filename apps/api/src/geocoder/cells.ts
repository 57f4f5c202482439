import type { Point } from './geocoder.js'

/** A tenth of a thousandth of a degree, about 11 m: two ends of trips before one door are one cell. */
const PER_DEGREE = 10_000

/** Its middle, in whole ten-thousandths of a degree. */
export type Cell = Pick<Point, 'latitude' | 'longitude'>

export const cellOf = ({ latitude, longitude }: Point): Cell => ({
  latitude: Math.round(latitude * PER_DEGREE),
  longitude: Math.round(longitude * PER_DEGREE),
})

export const middleOf = ({ latitude, longitude }: Cell): Cell => ({
  latitude: latitude / PER_DEGREE,
  longitude: longitude / PER_DEGREE,
})

export const keyOf = ({ latitude, longitude }: Cell): string => `${latitude},${longitude}`

/** Each once. */
export const distinctCells = (points: readonly Point[]): Cell[] => [
  ...new Map(points.map((point) => [keyOf(cellOf(point)), cellOf(point)])).values(),
]
