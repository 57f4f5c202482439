/**
 * Makes `public/basemap/` from its sources: the streets of the demo area and the outline of the world, for places where map
 * tiles cannot be loaded. Run after a change of a source:
 *
 *   node apps/portal/basemap/build.mjs path/to/heidelberg-roads.geojson.gz
 *
 * Streets: © OpenStreetMap contributors, ODbL 1.0. Outline: Natural Earth, public domain, from the package world-atlas.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

/** What is drawn alike; the order is the order of drawing, minor streets first. */
const RANKS = [
  ['path', 'track', 'cycleway', 'footway', 'steps'],
  ['service', 'pedestrian', 'living_street'],
  ['residential', 'unclassified'],
  ['tertiary', 'tertiary_link'],
  ['secondary', 'secondary_link', 'primary_link'],
  ['primary', 'trunk_link', 'motorway_link'],
  ['trunk', 'motorway'],
]
/** Five decimals of a degree: about one metre. */
const SCALE = 100_000

const source = process.argv[2]
if (!source) throw new Error('Name the file with the streets: node apps/portal/basemap/build.mjs <roads.geojson.gz>')
const target = join(dirname(fileURLToPath(import.meta.url)), '../public/basemap')
mkdirSync(target, { recursive: true })

const { features } = JSON.parse(gunzipSync(readFileSync(source)).toString('utf8'))
const names = [...new Set(features.map(({ properties }) => properties.name).filter(Boolean))].sort()
const nameIndex = new Map(names.map((name, index) => [name, index]))

/** One street: its name or −1, then longitude and latitude of the first point, then steps from point to point. */
const streetsOf = (classes) =>
  features
    .filter(({ properties }) => classes.includes(properties.class))
    .map(({ properties, geometry }) => {
      let [x, y] = [0, 0]
      const steps = geometry.coordinates.flatMap(([longitude, latitude]) => {
        const [nextX, nextY] = [Math.round(longitude * SCALE), Math.round(latitude * SCALE)]
        const step = [nextX - x, nextY - y]
        ;[x, y] = [nextX, nextY]
        return step
      })
      return [nameIndex.get(properties.name) ?? -1, ...steps]
    })

writeFileSync(
  join(target, 'streets.json'),
  JSON.stringify({
    attribution: '© OpenStreetMap contributors',
    licence: 'Open Database License 1.0, https://opendatacommons.org/licenses/odbl/1-0/',
    scale: SCALE,
    names,
    ranks: RANKS.map(streetsOf),
  }),
)

const atlas = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json')
writeFileSync(join(target, 'world.json'), readFileSync(atlas))
