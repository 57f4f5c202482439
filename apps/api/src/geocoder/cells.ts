import type { Point } from './geocoder.js'

/** Cells per degree. A cell has a side of about 11 m, so that two trip ends at one door are in the same cell. */
const PER_DEGREE = 10_000

/** Middle of a cell. Each coordinate is in whole ten-thousandths of a degree. */
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

/** Returns each cell once. */
export const distinctCells = (points: readonly Point[]): Cell[] => [
  ...new Map(points.map((point) => [keyOf(cellOf(point)), cellOf(point)])).values(),
]
