import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type City, type RoadFeature, buildCity } from './city.js'

/** Reads a GeoJSON file of roads, gzipped or not. Building the graph of a city takes about a second. */
export function loadCity(file: string): City {
  const bytes = readFileSync(file)
  const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b
  const text = (isZipped ? gunzipSync(bytes) : bytes).toString('utf8')
  const { features } = JSON.parse(text) as { features: RoadFeature[] }
  return buildCity(features)
}
