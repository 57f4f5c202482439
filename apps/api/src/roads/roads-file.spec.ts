import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { readRoads } from './roads-file.js'

describe('the file of a region’s roads', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'roads-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const read = async (content: string | Buffer) => {
    const file = path.join(folder, 'roads.geojson.gz')
    await writeFile(file, content)
    return readRoads(file)
  }
  const line = {
    type: 'Feature',
    properties: { class: 'primary', name: 'Landstrasse', oneway: true, maxspeed: '50' },
    geometry: {
      type: 'LineString',
      coordinates: [
        [9.5, 47.1],
        [9.51, 47.1],
      ],
    },
  }

  it('is its lines, with name, class and direction', async () => {
    const roads = await read(gzipSync(JSON.stringify({ type: 'FeatureCollection', features: [line] })))
    expect(roads).toEqual([
      {
        name: 'Landstrasse',
        kind: 'primary',
        isOneway: true,
        places: [
          [9.5, 47.1],
          [9.51, 47.1],
        ],
      },
    ])
  })

  it('may be one that osmium exported', async () => {
    const properties = { highway: 'residential', name: null, oneway: 'yes', surface: 'asphalt' }
    const geometry = {
      ...line.geometry,
      coordinates: [
        [9.5, 47.1, 455],
        [9.51, 47.1, 460],
      ],
    }
    const exported = (more: object) => ({ ...line, properties: { ...properties, ...more }, geometry })
    const roads = await read(
      gzipSync(JSON.stringify({ features: [exported({}), exported({ oneway: 'no' }), exported({ oneway: '-1' })] })),
    )
    expect(roads?.map(({ name, kind, isOneway }) => [name, kind, isOneway])).toEqual([
      [undefined, 'residential', true],
      [undefined, 'residential', false],
      [undefined, 'residential', false],
    ])
    expect(roads?.[0]?.places).toEqual([
      [9.5, 47.1, 455],
      [9.51, 47.1, 460],
    ])
  })

  it('may be missing', async () => expect(await readRoads(path.join(folder, 'nowhere.gz'))).toBeUndefined())

  it.each([
    ['is not packed', JSON.stringify({ features: [line] })],
    ['is no JSON', gzipSync('roads')],
    ['has no lines', gzipSync('{"type":"FeatureCollection"}')],
    ['has areas', gzipSync(JSON.stringify({ features: [{ ...line, geometry: { type: 'Polygon', coordinates: [] } }] }))],
  ])('is refused by its name where it %s', async (_, content) => {
    await expect(read(content)).rejects.toThrow(/^ROADS_FILE: .*roads\.geojson\.gz is no gzipped GeoJSON of lines$/)
  })
})
