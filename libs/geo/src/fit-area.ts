import {
  acrossM,
  type AreaKind,
  type AreaProblem,
  areaProblem,
  type AreaShape,
  MAX_AREA_POINTS,
  partsOf,
  pointsIn,
} from './area.js'
import type { Position } from './position.js'
import { simplifyLine } from './simplify-line.js'

/** An area that can be stored, and the changes that were necessary for this. */
export interface FittedArea {
  shape: AreaShape
  /** Absent if no points were left out. */
  thinned?: { from: number; to: number; movedM: number }
}

/** Maximum distance in metres by which an edge may move. More precision is useless, because receivers are not more precise. */
const RULE_M = 30
/** An outline that crosses itself by less than this number of metres is repaired. The cause is measurement or rounding. */
const NOISE_M = 2
const LEAST_M = 0.25
/**
 * Number of points in a piece of a line. Each piece is simplified separately, so that the work grows in proportion to the
 * number of points and not to its square.
 */
const PIECE = 1_000

/**
 * Reduces an area to the maximum number of points. Leaves out the points that change its edge least. The edge moves by at
 * most `RULE_M` metres, or by a thousandth of the area's size if that is more. Self-crossings below `NOISE_M` are removed in
 * the same way.
 * @returns the problem if the shape is not an area
 */
export function fitArea(kind: AreaKind, shape: unknown): FittedArea | AreaProblem {
  const problem = areaProblem(kind, shape)
  if (!problem) return { shape: shape as AreaShape }
  if (problem !== 'too-many-points' && problem !== 'crosses-itself') return problem
  const parts = partsOf(kind, shape)
  if (typeof parts === 'string') return parts
  const across = acrossM(parts)
  const mostM =
    problem === 'crosses-itself' ? Math.min(NOISE_M, across / 200) : Math.max(Math.min(RULE_M, across / 200), across / 1_000)
  let last: AreaProblem = problem
  for (let movedM = Math.min(LEAST_M, mostM); movedM <= mostM; movedM = movedM < mostM ? Math.min(2 * movedM, mostM) : Infinity) {
    const thinner = parts.map((lines) => lines.map((line) => thinned(line, movedM, kind === 'polygon' ? 4 : 2)))
    const to = pointsIn(thinner)
    if (to > MAX_AREA_POINTS) continue
    const fitted = shapeOf(shape as AreaShape, thinner)
    const left = areaProblem(kind, fitted)
    if (!left) return { shape: fitted, thinned: { from: pointsIn(parts), to, movedM } }
    last = left
  }
  return last
}

/** @param least minimum number of points to keep, because fewer points do not form a shape */
function thinned(line: readonly Position[], movedM: number, least: number): readonly Position[] {
  for (let byM = movedM; byM > 0.01; byM /= 2) {
    const left = inPieces(line, byM)
    if (left.length >= least) return left
  }
  return line
}

function inPieces(line: readonly Position[], byM: number): Position[] {
  const left: Position[] = line.slice(0, 1)
  for (let from = 0; from < line.length - 1; from += PIECE) {
    left.push(...simplifyLine(line.slice(from, from + PIECE + 1), byM).slice(1))
  }
  return left
}

const toPairs = (line: readonly Position[]) => line.map(({ latitude, longitude }) => [longitude, latitude])

function shapeOf({ type }: AreaShape, parts: readonly (readonly (readonly Position[])[])[]): AreaShape {
  const coordinates = parts.map((lines) => lines.map(toPairs))
  if (type === 'MultiPolygon') return { type, coordinates }
  return { type, coordinates: type === 'Polygon' ? coordinates[0] : coordinates[0]?.[0] }
}
