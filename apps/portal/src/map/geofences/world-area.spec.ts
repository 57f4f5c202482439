import { toWorld } from '../coordinates.js'
import type { Drawn } from '../drawn-area.js'
import { areaAt, worldAreaOf } from './world-area.js'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })
const ring = (south: number, west: number, size: number) => [
  at(south, west),
  at(south, west + size),
  at(south + size, west + size),
  at(south + size, west),
]
const area = (id: number, drawn: Partial<Drawn>) =>
  worldAreaOf({ id, name: `Area ${id}`, kind: 'polygon', points: [], holes: [], others: [], reachM: 0, ...drawn })

const TOWN = area(1, { points: ring(47.1, 9.5, 0.1), holes: [ring(47.18, 9.58, 0.01)], others: [[ring(47.3, 9.5, 0.05)]] })
const YARD = area(2, { kind: 'circle', points: [at(47.14, 9.52)], reachM: 300 })
const ROAD = area(3, { kind: 'corridor', points: [at(47.25, 9.5), at(47.25, 9.6)], reachM: 50 })
const FIJI = area(4, { points: [at(-17, 179.9), at(-17, -179.9), at(-16, -179.9), at(-16, 179.9)] })

describe('a press on the map', () => {
  const pressed = (latitude: number, longitude: number) =>
    areaAt([TOWN, YARD, ROAD, FIJI], toWorld(at(latitude, longitude)), 1e-7)?.id

  it.each([
    ['the town, where only the town is', 47.11, 9.51, 1],
    ['the other part of the town', 47.32, 9.52, 1],
    ['nothing in its hole', 47.185, 9.585, undefined],
    ['the yard within the town', 47.141, 9.521, 2],
    ['the town beside the yard', 47.144, 9.52, 1],
    ['the road along its length', 47.2503, 9.55, 3],
    ['nothing beside the road', 47.252, 9.55, undefined],
    ['what lies across the 180th meridian, from either side', -16.5, 179.95, 4],
    ['what lies across the 180th meridian, from the other side', -16.5, -179.95, 4],
    ['the same on a map that was moved once around the globe', 47.141, 369.521, 2],
  ])('means %s', (_what, latitude, longitude, id) => {
    expect(pressed(latitude, longitude)).toBe(id)
  })
})
