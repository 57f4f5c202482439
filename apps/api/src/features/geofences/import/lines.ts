import { distanceM } from '@roadbook/geo'

type Pair = [longitude: number, latitude: number]

/** Factor for rounding degrees to 6 decimals (11 centimetres). The portal shows the same number of decimals. */
const DIGITS = 1e6

/** Returns longitude and latitude of each position. Returns any other value unchanged, so that validation refuses it. */
export function lineOf(raw: unknown, latitudeFirst: boolean): unknown {
  if (!Array.isArray(raw) || !raw.every(isPosition)) return raw
  const pairs = (raw as number[][]).map(([x = Number.NaN, y = Number.NaN]): Pair => {
    const pair: Pair = [rounded(x), rounded(y)]
    return latitudeFirst ? [pair[1], pair[0]] : pair
  })
  return pairs.some(([x]) => Math.abs(x) <= 180) ? pairs.map(onGlobe) : pairs
}

const isPosition = (position: unknown) => Array.isArray(position) && position.length >= 2 && position.every(isNumberOrNone)
/** Returns whether a value in a position is a number. A height may also be null. */
const isNumberOrNone = (value: unknown, at: number) => typeof value === 'number' || (at > 1 && value === null)
const rounded = (degrees: number) => Math.round(degrees * DIGITS) / DIGITS

/** Moves longitudes beyond 180 back into range. Many programs continue a line across the 180th meridian to 181 and so on. */
const onGlobe = ([x, y]: Pair): Pair => [x > 180 && x < 360 ? rounded(x - 360) : x < -180 && x > -360 ? rounded(x + 360) : x, y]

/**
 * A line counts as closed if the gap between its ends is at most this many metres, or at most the fraction `APART` of its
 * length. In both cases, the gap must be at most a twentieth of the length. A gap of this size is a rounding error.
 */
const APART_M = 5
const APART = 0.01

/**
 * Returns a closed line as a ring that ends exactly where it begins. Returns undefined when the line's ends are too far apart,
 * or the value is not a line.
 */
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
