import { setImmediate } from 'node:timers/promises'
import { type Bounds, boundsOf, type Position } from '@roadbook/geo'
import type { RoadLine } from '../../roads/roads-file.js'
import type { PlaceIndex } from '../place-index.js'

/** A street in one town. */
export interface TownStreet {
  name: string
  /** Number of the town in the index of places. */
  town: number
  middle: Position
  bounds: Bounds
}

/** Number of lines that are processed without a break. Other work of the process runs in the breaks. */
const SLICE = 500

/** Joins the lines of the roads file to streets. Lines are one street if they have the same name and the same nearest town. */
export async function townStreets(roads: readonly RoadLine[], places: PlaceIndex): Promise<TownStreet[]> {
  const lines = new Map<string, { name: string; town: number; lines: Position[][] }>()
  for (const [nth, { name, places: line }] of roads.entries()) {
    if (nth % SLICE === 0) await setImmediate()
    const points = line.map(([longitude, latitude]) => ({ latitude, longitude }))
    const middle = points[points.length >> 1]
    const town = name && middle ? places.numberOf(middle) : undefined
    if (!name || town === undefined) continue
    const key = `${town} ${name}`
    const street = lines.get(key) ?? { name, town, lines: [] }
    street.lines.push(points)
    lines.set(key, street)
  }
  return [...lines.values()].flatMap(({ name, town, lines: all }) => {
    const bounds = boundsOf(all.flat())
    // The position of the street is a point on its longest line, because the middle of its box may lie beside the street.
    const longest = all.reduce((most, one) => (one.length > most.length ? one : most))
    const middle = longest[longest.length >> 1]
    return bounds && middle ? [{ name, town, middle, bounds }] : []
  })
}
