import { ClusterIndex, type ClusterPoints } from './cluster-index.js'
import { clusterPoints } from './cluster-points.js'
import { inlineClusterService } from './cluster-service.js'
import { fanOffsets } from './fan.js'
import { Glides, GLIDE_MS, shortestTurn, TURN_MS } from './glide.js'
import { labelRectangle, placeLabels } from './label-placement.js'
import { clusterArcs, clusterSize } from './sprites.js'

const somePoints = (places: readonly [id: number, latitude: number, longitude: number, state: number][]): ClusterPoints => ({
  entityIds: Int32Array.from(places, ([id]) => id),
  latitudes: Float64Array.from(places, ([, latitude]) => latitude),
  longitudes: Float64Array.from(places, ([, , longitude]) => longitude),
  states: Uint8Array.from(places, ([, , , state]) => state),
})
const heidelberg: [number, number, number, number] = [8.6, 49.3, 8.8, 49.5]

describe('clusters', () => {
  const index = new ClusterIndex(
    somePoints([
      [1, 49.41, 8.69, 0],
      [2, 49.4101, 8.6901, 1],
      [3, 49.4102, 8.6902, 3],
      [4, 49.44, 8.75, 2],
    ]),
  )

  it('count the vehicles of each state, so that the ring can be split', () => {
    const [cluster, single] = index.query(heidelberg, 12).sort((a, b) => a.kind.localeCompare(b.kind))
    expect(cluster).toMatchObject({ kind: 'cluster', count: 3, states: [1, 1, 0, 1] })
    expect(single).toMatchObject({ kind: 'single', entityId: 4 })
  })

  it('are one across the 180th meridian, wherever the view counts from, and one in the middle of the globe stays apart', () => {
    const across = new ClusterIndex(
      somePoints([
        [1, -16.5, 179.999, 0],
        [2, -16.5, -179.999, 1],
        [3, -16.5, -179.5, 1],
        [4, -16.5, 100, 1],
      ]),
    )
    const views: [number, number, number, number][] = [
      [179.9, -17, 180.1, -16],
      [-180.1, -17, -179.9, -16],
      [179.9, -17, -179.9, -16],
    ]
    for (const view of views) {
      const [cluster, ...others] = across.query(view, 10)
      expect([cluster, others]).toEqual([expect.objectContaining({ kind: 'cluster', count: 2 }), []])
      expect(Math.abs(cluster!.longitude)).toBeCloseTo(180, 3)
    }
    const all = across.query([-180, -85, 180, 85], 10)
    expect(all.flatMap((item) => (item.kind === 'single' ? [[item.entityId, item.longitude]] : []))).toEqual(
      expect.arrayContaining([
        [3, expect.closeTo(-179.5, 6)],
        [4, expect.closeTo(100, 6)],
      ]),
    )
  })

  it('fall apart when the map is near enough', () => {
    expect(index.query(heidelberg, 19).map(({ kind }) => kind)).toEqual(['single', 'single', 'single', 'single'])
  })

  it('open earlier where streets are told apart, and say who they are when they are few', () => {
    const [spot, apart] = [
      [49.41, 8.69],
      [49.41, 8.69 + (40 / 256 / 2 ** 15) * 360],
    ] as const
    const near = new ClusterIndex(
      somePoints([
        [1, ...spot, 0],
        [2, ...spot, 0],
        [3, ...apart, 1],
      ]),
    )
    expect(near.query(heidelberg, 13)).toEqual([expect.objectContaining({ kind: 'cluster', count: 3 })])
    const [pair, single] = near.query(heidelberg, 15).sort((a, b) => a.kind.localeCompare(b.kind))
    expect(pair).toMatchObject({ kind: 'cluster', count: 2, few: [1, 2] })
    expect(single).toMatchObject({ kind: 'single', entityId: 3 })
    expect(pair?.kind === 'cluster' && near.members(pair.key)).toEqual([1, 2])
  })

  it('G-40 name their vehicles, and none for a cluster of an older index', () => {
    const cluster = index.query(heidelberg, 12).find(({ kind }) => kind === 'cluster')
    expect(cluster?.kind === 'cluster' && index.members(cluster.key).sort()).toEqual([1, 2, 3])
    expect(index.members(999_999)).toEqual([])
  })

  it('answer the same beside the page as in it', async () => {
    const service = inlineClusterService()
    await service.load(somePoints([[7, 49.41, 8.69, 0]]))
    expect(await service.query(heidelberg, 12)).toEqual([expect.objectContaining({ kind: 'single', entityId: 7 })])
  })

  it('always show an arc for a missing vehicle, however many others there are', () => {
    const arcs = clusterArcs([400, 500, 99, 1])
    const missing = arcs.find(({ state }) => state === 'missing')!
    expect(missing.end - missing.start).toBeGreaterThan(0.25)
    expect(arcs.at(-1)!.end - arcs[0]!.start).toBeCloseTo(2 * Math.PI)
  })

  it('leave out states without a vehicle, and share the ring by proportion', () => {
    expect(clusterArcs([3, 1, 0, 0]).map(({ state, start, end }) => [state, (end - start) / (2 * Math.PI)])).toEqual([
      ['moving', expect.closeTo(0.75)],
      ['idle', expect.closeTo(0.25)],
    ])
  })

  it('are 40 to 54 px wide', () => {
    for (const count of [2, 10, 100, 1_000, 10_000]) {
      expect(clusterSize(count)).toBeGreaterThanOrEqual(40)
      expect(clusterSize(count)).toBeLessThanOrEqual(54)
    }
  })

  it('leave out the selected vehicle and those without a place', () => {
    const positions = new Map([
      [1, { entityId: 1, place: { latitude: 49.4, longitude: 8.7 }, isMoving: true, receivedAt: 1_000, isLocationHidden: false }],
      [2, { entityId: 2, place: { latitude: 49.4, longitude: 8.7 }, isMoving: true, receivedAt: 1_000, isLocationHidden: false }],
      [3, { entityId: 3, isMoving: false, isLocationHidden: true }],
    ])
    const installed = { lifecycle: 'installed' as const }
    const points = clusterPoints(new Map([1, 2, 3, 4].map((id) => [id, installed])), positions, 2, 2_000)
    expect([...points.entityIds]).toEqual([1])
    expect([...points.states]).toEqual([0])
  })
})

describe('labels', () => {
  const wish = (entityId: number, x: number, y: number, lastActivity = 0) => ({ entityId, x, y, width: 80, lastActivity })

  it('stand right of their marker', () => {
    expect(placeLabels([wish(1, 100, 100)], [])).toEqual(new Map([[1, 'right']]))
    expect(labelRectangle({ x: 100, y: 100, width: 80 }, 'right')).toEqual({ left: 120, right: 200, top: 89, bottom: 111 })
  })

  it('move to the left side when the right one is taken', () => {
    const sides = placeLabels([wish(1, 100, 100, 2), wish(2, 160, 100, 1)], [])
    expect(sides.get(1)).toBe('left')
    expect(sides.get(2)).toBe('right')
  })

  it('hide the older of two that collide', () => {
    const sides = placeLabels([wish(1, 100, 100, 1_000), wish(2, 100, 114, 9_000)], [{ x: 30, y: 107, radius: 25 }])
    expect([...sides.keys()]).toEqual([2])
  })

  it('of a circle of a few stand under it, where nothing else does', () => {
    const names = { ...wish(1, 100, 100), below: 23 }
    const circle = { x: 100, y: 100, radius: 20 }
    expect(placeLabels([names], [circle])).toEqual(new Map([[1, 'below']]))
    expect(labelRectangle(names, 'below')).toEqual({ left: 60, right: 140, top: 123, bottom: 145 })
    expect(placeLabels([names, wish(2, 40, 134, 1)], [circle]).get(1)).toBeUndefined()
  })

  it('never cover a cluster', () => {
    expect(
      placeLabels(
        [wish(1, 100, 100)],
        [
          { x: 160, y: 100, radius: 25 },
          { x: 40, y: 100, radius: 25 },
        ],
      ),
    ).toEqual(new Map())
  })
})

describe('gliding markers', () => {
  it('arrive after a second, and turn by the shortest way within a fifth of it', () => {
    const glides = new Glides()
    glides.start(1, { world: [0, 0], heading: 350 }, { world: [1, 1], heading: 10 }, 0)
    expect(glides.pose(1, 0)).toEqual({ world: [0, 0], heading: 350 })
    expect(glides.pose(1, TURN_MS / 2)?.heading).toBeCloseTo(0)
    expect(glides.pose(1, TURN_MS)?.heading).toBeCloseTo(10)
    const halfway = glides.pose(1, GLIDE_MS / 2)!.world[0]
    expect(halfway).toBeGreaterThan(0.4)
    expect(halfway).toBeLessThan(0.8)
    expect(glides.pose(1, GLIDE_MS)).toBeUndefined()
    expect(glides.isRunning(1)).toBe(false)
  })

  it.each([
    [350, 10, 20],
    [10, 350, -20],
    [90, 90, 0],
    [0, 179, 179],
  ])('turn from %p to %p by %p degrees', (from, to, turn) => {
    expect(shortestTurn(from, to)).toBe(turn)
  })
})

describe('a fan of vehicles in one spot', () => {
  it.each([2, 5, 8, 9, 30])('G-40 keeps %p markers apart by their hit area', (count) => {
    const offsets = fanOffsets(count)
    expect(offsets).toHaveLength(count)
    offsets.forEach((a, index) =>
      offsets.slice(index + 1).forEach((b) => expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(38)),
    )
  })
})
