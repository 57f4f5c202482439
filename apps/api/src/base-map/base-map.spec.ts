import path from 'node:path'
import type { ApiConfiguration } from '../configuration.js'
import { BaseMap } from './base-map.js'
import { readTile } from './vector-tile.js'

const FILE = path.resolve(import.meta.dirname, '../../../../data/liechtenstein.pmtiles')
const VADUZ = { south: 47.135, north: 47.145, west: 9.515, east: 9.53 }
const mapOf = (BASEMAP: string) => new BaseMap({ BASEMAP, TILE_URL: 'none' } as ApiConfiguration)

describe('the base map for papers', () => {
  const map = mapOf(FILE)

  it('T-07 knows the streets of a place with their names, where they are', async () => {
    const ground = await map.within(VADUZ)
    expect(ground?.ways.map(({ name }) => name)).toEqual(expect.arrayContaining(['Städtle', 'Äulestrasse']))
    const street = ground!.ways.filter(({ name }) => name === 'Äulestrasse').flatMap(({ line }) => line)
    for (const { latitude, longitude } of street) {
      expect(latitude).toBeGreaterThan(47.12)
      expect(latitude).toBeLessThan(47.16)
      expect(longitude).toBeGreaterThan(9.5)
      expect(longitude).toBeLessThan(9.54)
    }
    expect(new Set(ground!.areas.map(({ kind }) => kind))).toContain('water')
  })

  it('knows nothing of where its file has nothing, and of a view that is no picture of streets', async () => {
    expect(await map.within({ south: 52.09, north: 52.1, west: 5.1, east: 5.12 })).toBeUndefined()
    expect(await map.within({ south: -60, north: 60, west: 9.5, east: 9.51 })).toBeUndefined()
  })

  it('asks no address, whose owner would learn where vehicles are, and does without a file that is not there', async () => {
    for (const basemap of ['https://maps.example/world.pmtiles', 'none', '/nowhere/map.pmtiles'])
      expect(await mapOf(basemap).within(VADUZ)).toBeUndefined()
  })

  it('says so of a tile that is cut off', () => {
    expect(() => readTile(new Uint8Array([0x1a, 0x80]), new Set())).toThrow()
  })
})
