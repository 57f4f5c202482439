import type { TrackPoint } from './track.js'

/** Speed of a trip over time as SVG paths in a box, in the box's own units. */
interface SpeedProfile {
  line: string
  area: string
}

/** Maximum number of points. More cannot be distinguished in the bar. */
const MOST_POINTS = 240

/**
 * Returns the profile as SVG paths. The fastest point touches the upper edge. If no point has a speed, the profile is a line
 * at the bottom.
 */
export function speedProfile(track: readonly TrackPoint[], width: number, height: number): SpeedProfile {
  const first = track[0]
  const last = track.at(-1)
  if (!first || !last) return { line: '', area: '' }
  const duration = Math.max(1, last.positionedAt - first.positionedAt)
  const fastest = Math.max(1, ...track.map(({ speedKph = 0 }) => speedKph))
  const points = thinned(track).map(({ positionedAt, speedKph = 0 }) => {
    const x = ((positionedAt - first.positionedAt) / duration) * width
    return `${x.toFixed(1)},${(height - (speedKph / fastest) * height).toFixed(1)}`
  })
  const line = `M${points.join(' L')}`
  return { line, area: `${line} L${width},${height} L0,${height} Z` }
}

/** Keeps the fastest point of each part, so that a short high speed stays visible. */
function thinned(track: readonly TrackPoint[]): readonly TrackPoint[] {
  if (track.length <= MOST_POINTS) return track
  const stretch = Math.ceil(track.length / MOST_POINTS)
  const kept: TrackPoint[] = []
  for (let start = 0; start < track.length; start += stretch)
    kept.push(track.slice(start, start + stretch).reduce((a, b) => ((b.speedKph ?? 0) > (a.speedKph ?? 0) ? b : a)))
  return [track[0]!, ...kept.slice(1), track.at(-1)!]
}

/** A period in which the vehicle stood, in milliseconds since 1970 UTC. */
export interface Stop {
  from: number
  till: number
}

/** Minimum duration of a stop in ms. A shorter stop is usually at a traffic light. */
const LEAST_STOP_MS = 60_000
/** Maximum speed in km/h of a standing vehicle. It is not zero, because the positions of a standing vehicle drift. */
const STANDING_KPH = 3

/** Returns the stops within a trip. They are found by the distance between points, because not every point has a speed. */
export function stopsOf(track: readonly TrackPoint[]): Stop[] {
  const stops: Stop[] = []
  let since: number | undefined
  track.forEach((point, index) => {
    const next = track[index + 1]
    const kph = next && (next.distanceM - point.distanceM) / Math.max(1, (next.positionedAt - point.positionedAt) / 3_600)
    if (kph !== undefined && kph < STANDING_KPH) since ??= point.positionedAt
    else if (since !== undefined) {
      if (point.positionedAt - since >= LEAST_STOP_MS) stops.push({ from: since, till: point.positionedAt })
      since = undefined
    }
  })
  return stops
}
