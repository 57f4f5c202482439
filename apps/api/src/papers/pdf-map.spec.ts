import { drawMap } from './pdf-map.js'

const BOX = { x: 100, y: 50, width: 400, height: 200 }

describe('the map of a report', () => {
  it('R-133 has north above, east to the right, keeps proportions and stays in its frame', () => {
    // Ten kilometres to the north, five to the east.
    const drawing = drawMap(
      [
        [
          { latitude: 52, longitude: 5 },
          { latitude: 52.0899, longitude: 5.0731 },
        ],
      ],
      BOX,
    )
    const [[from, to] = []] = drawing?.lines ?? []
    const [east, north] = [(to?.[0] ?? 0) - (from?.[0] ?? 0), (from?.[1] ?? 0) - (to?.[1] ?? 0)]
    expect(north).toBeCloseTo(188, 0)
    expect(east / north).toBeCloseTo(0.5, 2)
    for (const [x = 0, y = 0] of [from ?? [], to ?? []]) {
      expect([x >= 100 && x <= 500, y >= 50 && y <= 250]).toEqual([true, true])
    }
    // Ten kilometres are 188 points long. The bar is at most a quarter of the width, so it is 5 km long.
    expect(drawing?.bar).toEqual({ metres: 5_000, width: expect.closeTo(94, 0) })
  })

  it('draws a trip across the 180th meridian as short as it is', () => {
    const trip = [179.95, 179.99, -179.99, -179.95].map((longitude) => ({
      latitude: -16.5,
      longitude,
    }))
    const drawing = drawMap([trip], BOX)
    expect(drawing?.bar.metres).toBeLessThanOrEqual(5_000)
    const xs = drawing!.lines[0]!.map(([x]) => x)
    expect([Math.min(...xs) >= 100, Math.max(...xs) <= 500, xs[0]! < xs.at(-1)!]).toEqual([true, true, true])
  })

  it('draws nothing of no trips, and no line of a single place', () => {
    expect(drawMap([[]], BOX)).toBeUndefined()
    expect(drawMap([[{ latitude: 52, longitude: 5 }]], BOX)?.lines).toEqual([])
  })
})
