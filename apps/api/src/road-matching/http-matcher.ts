import type { VehicleType } from '@roadbook/contracts'
import { SourceFailure, askOutside } from '../outside/ask-outside.js'
import { byRoadM, type Matched, offRoad, readMatch } from './read-match.js'
import type { RoadMatcher, TracePoint } from './road-matcher.js'

/** Maximum time in milliseconds from a request to the last byte of its answer. */
const TIMEOUT_MS = 30_000
/** Maximum size of an answer in bytes. An answer has some hundred bytes per point, because no line is requested. */
const MAX_BYTES = 8 * 1024 * 1024
/** Minimum seconds between points. More points would not improve the match, but would need more requests. */
const APART_S = 5

type Kind = 'valhalla' | 'osrm'

/** Maximum number of points in a request, and the service's codes for too much input and for no match. */
interface Limits {
  points: number
  tooMuch: readonly (string | number)[]
  nothing: readonly (string | number)[]
}

/**
 * Limits by service. By default, OSRM accepts at most 100 points (`--max-matching-size`), and Valhalla 16 000 points and
 * 200 km. A long trip is split into pieces. The pieces for Valhalla are smaller than its limit, so that a failed piece
 * wastes little work.
 * @source https://project-osrm.org/docs/v5.24.0/api/#match-service;
 * https://valhalla.github.io/valhalla/api/turn-by-turn/api-reference/#http-status-codes-and-conditions
 */
const LIMITS: Readonly<Record<Kind, Limits>> = {
  osrm: { points: 100, tooMuch: ['TooBig'], nothing: ['NoMatch', 'NoSegment', 'NoTrips'] },
  valhalla: { points: 1_000, tooMuch: [153, 154], nothing: [171, 442, 443, 444] },
}

const COSTING: Readonly<Record<VehicleType, string>> = {
  eBike: 'bicycle',
  eCargoBike: 'bicycle',
  speedPedelec: 'bicycle',
  eMoped: 'motor_scooter',
  moped: 'motor_scooter',
  automobile: 'auto',
  other: 'auto',
  unregistered: 'auto',
}
const BICYCLE = 'bicycle'

/** Matches points with Valhalla or OSRM at the configured address. */
export class HttpMatcher implements RoadMatcher {
  constructor(
    private readonly kind: Kind,
    private readonly base: string,
    readonly rate: number,
  ) {}

  async match(points: readonly TracePoint[], vehicleType: VehicleType, turn: () => Promise<boolean>, signal: AbortSignal) {
    const pieces = piecesOf(apart(points), LIMITS[this.kind].points)
    let [distance, away] = [0, 0]
    for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
      if (!(await turn())) return null
      const matched = await this.ask(piece, vehicleType, signal)
      if (matched === 'too much') pieces.unshift(...piecesOf(piece, Math.ceil(piece.length / 2) + 1))
      else {
        distance += matched.distanceM
        away += matched.offRoadM
      }
    }
    return byRoadM({ distanceM: distance, offRoadM: away })
  }

  private async ask(points: readonly TracePoint[], vehicleType: VehicleType, signal: AbortSignal): Promise<Matched | 'too much'> {
    const { status, body } = await askOutside(this.urlOf(points, vehicleType), {
      name: 'the road matcher',
      headers: { 'user-agent': 'Roadbook' },
      ...(this.kind === 'valhalla' && { body: traceOf(points, vehicleType) }),
      maxBytes: MAX_BYTES,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      isAnswer: (code) => code === 400,
    })
    const answer = parsed(body)
    if (status === 400) return this.refusal(points, answer)
    const matched = readMatch(points, answer)
    if (!matched) throw new SourceFailure('the road matcher answered what is no match')
    return matched
  }

  /** Interprets a refusal. OSRM returns the reason as a word, and Valhalla returns it as a number. */
  private refusal(points: readonly TracePoint[], answer: unknown): Matched | 'too much' {
    const { code, error_code: number } = (answer ?? {}) as { code?: unknown; error_code?: unknown }
    const why = (this.kind === 'osrm' ? code : number) as string | number
    const { tooMuch, nothing } = LIMITS[this.kind]
    if (nothing.includes(why)) return offRoad(points)
    // Two points cannot be split further. If the service still reports too much input, its limit is too low, or the points
    // are too far apart. They then count as off the road.
    if (tooMuch.includes(why)) return points.length > 2 ? 'too much' : offRoad(points)
    throw new SourceFailure('the road matcher answered 400')
  }

  private urlOf(points: readonly TracePoint[], vehicleType: VehicleType): URL {
    const url = new URL(this.base)
    const path = url.pathname.replace(/\/+$/, '')
    if (this.kind === 'valhalla') url.pathname = `${path}/trace_route`
    else {
      const profile = COSTING[vehicleType] === BICYCLE ? 'cycling' : 'driving'
      const coordinates = points.map(({ latitude, longitude }) => `${longitude.toFixed(6)},${latitude.toFixed(6)}`).join(';')
      url.pathname = `${path}/match/v1/${profile}/${coordinates}`
      const timestamps = points.map(({ timeS }) => timeS).join(';')
      for (const [key, value] of Object.entries({ overview: 'false', gaps: 'split', timestamps }))
        url.searchParams.set(key, value)
    }
    return url
  }
}

const traceOf = (points: readonly TracePoint[], vehicleType: VehicleType) => ({
  shape: points.map(({ latitude, longitude, timeS }) => ({
    lat: Number(latitude.toFixed(6)),
    lon: Number(longitude.toFixed(6)),
    time: timeS,
  })),
  costing: COSTING[vehicleType],
  shape_match: 'map_snap',
  format: 'osrm',
  units: 'kilometers',
  directions_type: 'none',
})

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (error) {
    throw new SourceFailure('the road matcher answered what is no JSON', undefined, { cause: error })
  }
}

/** Returns points with a minimum number of seconds between them. Always includes the first and the last point. */
function apart(points: readonly TracePoint[]): TracePoint[] {
  const kept: TracePoint[] = []
  points.forEach((point, at) => {
    const last = kept.at(-1)
    if (!last || point.timeS - last.timeS >= APART_S) kept.push(point)
    else if (at === points.length - 1) kept[kept.length > 1 ? kept.length - 1 : kept.length] = point
  })
  return kept
}

/** Splits points into pieces. Each piece begins with the last point of the piece before. */
function piecesOf(points: readonly TracePoint[], most: number): TracePoint[][] {
  const pieces: TracePoint[][] = []
  for (let from = 0; from + 1 < points.length; from += most - 1) pieces.push(points.slice(from, from + most))
  return pieces
}
