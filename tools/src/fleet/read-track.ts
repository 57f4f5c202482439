import type { Position } from '@roadbook/geo'

/** Point of a recorded track. If the recording has times, `at` is in ms since 1970 UTC. */
export interface TrackPoint extends Position {
  at?: number
}

/**
 * Reads a GPX 1.0/1.1 track or route, or the lines of a GeoJSON document (RFC 7946; times from the widespread `coordTimes` or
 * `times` property).
 * @throws Error when there are fewer than two points or one lies outside the globe.
 */
export function readTrack(text: string): TrackPoint[] {
  const points = text.trimStart().startsWith('<') ? readGpx(text) : readGeoJson(JSON.parse(text) as GeoJson)
  if (points.length < 2) throw new Error('a track needs at least two points')
  const wrong = points.find(({ latitude, longitude }) => !(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180))
  if (wrong) throw new Error(`not a position: ${wrong.latitude}, ${wrong.longitude}`)
  return points
}

const GPX_POINT = /<(?:\w+:)?(trkpt|rtept)\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?\1>)/g

function readGpx(text: string): TrackPoint[] {
  return [...text.matchAll(GPX_POINT)].map(([, , attributes = '', content = '']) => {
    const attribute = (name: string) => Number(new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1] || NaN)
    const time = /<(?:\w+:)?time>\s*([^<\s]+)\s*</.exec(content)?.[1]
    return withTime({ latitude: attribute('lat'), longitude: attribute('lon') }, time)
  })
}

interface GeoJson {
  type: string
  features?: GeoJson[]
  geometry?: GeoJson
  properties?: { coordTimes?: string[]; times?: string[] }
  coordinates?: unknown
}

function readGeoJson(document: GeoJson): TrackPoint[] {
  if (document.features) return document.features.flatMap(readGeoJson)
  const geometry = document.geometry ?? document
  const times = document.properties?.coordTimes ?? document.properties?.times ?? []
  return linesOf(geometry)
    .flat()
    .map(([longitude = NaN, latitude = NaN], at) => withTime({ latitude, longitude }, times[at]))
}

function linesOf({ type, coordinates }: GeoJson): number[][][] {
  if (type === 'LineString') return [coordinates as number[][]]
  return type === 'MultiLineString' ? (coordinates as number[][][]) : []
}

function withTime(position: Position, time: string | undefined): TrackPoint {
  const at = time === undefined ? NaN : Date.parse(time)
  return Number.isNaN(at) ? position : { ...position, at }
}
