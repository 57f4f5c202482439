import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { z } from 'zod'

const WORD = z.string().nullish()
type Place = readonly [longitude: number, latitude: number, ...more: number[]]
const isPlace = (value: unknown) => Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number'
/** Looked at and not copied: there are a hundred thousand of them. */
const PLACES = z.custom<readonly Place[]>((value) => Array.isArray(value) && value.every(isPlace))
const LINES = z.object({
  features: z.array(
    z.object({
      // As `osmium export` writes them, or under the names of our own file.
      properties: z.object({ name: WORD, class: WORD, highway: WORD, oneway: z.union([z.boolean(), z.string()]).nullish() }),
      geometry: z.object({ type: z.literal('LineString'), coordinates: PLACES }),
    }),
  ),
})

/** A centre line of a road. */
export interface RoadLine {
  name?: string
  /** The `highway` value of OpenStreetMap. */
  kind: string
  /** It may be driven from its first place to its last one only. */
  isOneway: boolean
  /** Lines that meet share a place. */
  places: readonly Place[]
}

/**
 * The roads of a region: a gzipped GeoJSON of lines (`ROADS_FILE`).
 * @returns undefined where there is no such file
 * @throws Error for a file that is something else
 */
export async function readRoads(file: string): Promise<RoadLine[] | undefined> {
  const packed = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!packed) return undefined
  try {
    const { features } = LINES.parse(JSON.parse((await promisify(gunzip)(packed)).toString('utf8')))
    return features.map(({ properties: { name, class: kind, highway, oneway }, geometry }) => ({
      ...(name && { name }),
      kind: kind ?? highway ?? '',
      isOneway: oneway === true || oneway === 'yes',
      places: geometry.coordinates,
    }))
  } catch (error) {
    throw new Error(`ROADS_FILE: ${file} is no gzipped GeoJSON of lines`, { cause: error })
  }
}
