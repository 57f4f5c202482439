import { distanceM } from '@roadbook/geo'

type Pair = [longitude: number, latitude: number]

/** Of a degree so much is kept: eleven centimetres, as the portal shows. */
const DIGITS = 1e6

/** Longitude and latitude alone, of what may be a line; anything else stays as it is, to be refused. */
export function lineOf(raw: unknown, latitudeFirst: boolean): unknown {
  if (!Array.isArray(raw) || !raw.every(isPosition)) return raw
  const pairs = (raw as number[][]).map(([x = Number.NaN, y = Number.NaN]): Pair => {
    const pair: Pair = [rounded(x), rounded(y)]
    return latitudeFirst ? [pair[1], pair[0]] : pair
  })
  return pairs.some(([x]) => Math.abs(x) <= 180) ? pairs.map(onGlobe) : pairs
}

const isPosition = (position: unknown) => Array.isArray(position) && position.length >= 2 && position.every(isNumberOrNone)
/** A height may be null. */
const isNumberOrNone = (value: unknown, at: number) => typeof value === 'number' || (at > 1 && value === null)
const rounded = (degrees: number) => Math.round(degrees * DIGITS) / DIGITS

/** A line across the 180th meridian goes on to 181 in many programs. */
const onGlobe = ([x, y]: Pair): Pair => [x > 180 && x < 360 ? rounded(x - 360) : x < -180 && x > -360 ? rounded(x + 360) : x, y]

/** What closes no farther apart, in metres or as a part of the line's length, is meant to close: it misses by the last digit. */
const APART_M = 5
const APART = 0.01

/** A line as a ring that ends where it begins; undefined where it does not, or where it is no line. */
export function closedLine(line: unknown): Pair[] | undefined {
  if (!Array.isArray(line) || line.length < 4 || !line.every((one) => isPosition(one))) return undefined
  const pairs = line as Pair[]
  const [first, last] = [pairs[0]!, pairs.at(-1)!]
  if (first[0] === last[0] && first[1] === last[1]) return pairs
  const length = pairs.slice(1).reduce((sum, pair, at) => sum + apartM(pairs[at]!, pair), 0)
  return apartM(first, last) <= Math.min(length / 20, Math.max(APART_M, length * APART))
    ? [...pairs.slice(0, -1), first]
    : undefined
}

const apartM = ([x, y]: Pair, [toX, toY]: Pair) => distanceM({ latitude: y, longitude: x }, { latitude: toY, longitude: toX })
