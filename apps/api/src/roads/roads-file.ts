import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { z } from 'zod'

const WORD = z.string().nullish()
type Place = readonly [longitude: number, latitude: number, ...more: number[]]
const isPlace = (value: unknown) => Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number'
/** The places are checked but not copied, because there are a hundred thousand of them. */
const PLACES = z.custom<readonly Place[]>((value) => Array.isArray(value) && value.every(isPlace))
const LINES = z.object({
  features: z.array(
    z.object({
      // Properties in the form of `osmium export`, or with the names of our own file.
      properties: z.object({
        name: WORD,
        class: WORD,
        highway: WORD,
        oneway: z.union([z.boolean(), z.string()]).nullish(),
        junction: WORD,
      }),
      geometry: z.object({ type: z.literal('LineString'), coordinates: PLACES }),
    }),
  ),
})

/**
 * Values of OpenStreetMap.
 * @source https://wiki.openstreetmap.org/wiki/Key:oneway
 */
const ONEWAY = new Set(['true', 'yes', '1'])
/** Kinds of roads that are one-way unless `oneway` has another value. */
const MOTORWAYS = new Set(['motorway', 'motorway_link'])

/** A centre line of a road. */
export interface RoadLine {
  name?: string
  /** The `highway` value of OpenStreetMap. */
  kind: string
  /** True when the road may be driven only from its first place to its last. */
  isOneway: boolean
  /** Places of the line. Two lines that meet have a place in common. */
  places: readonly Place[]
}

/**
 * Reads the roads of a region. The file (`ROADS_FILE`) is a gzipped GeoJSON of lines.
 * @returns undefined when there is no such file
 * @throws Error for an invalid file
 */
export async function readRoads(file: string): Promise<RoadLine[] | undefined> {
  const packed = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!packed) return undefined
  try {
    const { features } = LINES.parse(JSON.parse((await promisify(gunzip)(packed)).toString('utf8')))
    return features.map(({ properties, geometry }) => {
      const { name, class: own, highway, oneway, junction } = properties
      const kind = own ?? highway ?? ''
      const isOneway = ONEWAY.has(String(oneway ?? (junction === 'roundabout' || MOTORWAYS.has(kind))))
      return { ...(name && { name }), kind, isOneway, places: geometry.coordinates }
    })
  } catch (error) {
    throw new Error(`ROADS_FILE: ${file} is no gzipped GeoJSON of lines`, { cause: error })
  }
}
