import { bearing, destination, normalizeDegrees, toHeading, turnDegrees } from './bearing.js'
import { boundsOf, isInside } from './bounds.js'
import { distanceM, lengthM } from './distance.js'
import { simplifyLine } from './simplify-line.js'
import { knotsToKph, kphToMps, mpsToKph } from './units.js'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })
const heidelberg = at(49.4094, 8.6947)
const amsterdam = at(52.3728, 4.8936)

describe('distances and directions', () => {
  it('measures the great circle', () => {
    expect(distanceM(at(60, 8), at(60, 9))).toBeCloseTo(55_597, -1)
    expect(distanceM(heidelberg, heidelberg)).toBe(0)
    expect(distanceM(at(0, 0), at(1, 0))).toBeCloseTo(111_195, 0)
    expect(distanceM(at(0, 0), at(0, 180))).toBeCloseTo(Math.PI * 6_371_008.8, 0)
  })

  it('measures across the 180th meridian', () => {
    expect(distanceM(at(0, 179.5), at(0, -179.5))).toBeCloseTo(111_195, 0)
  })

  it('adds up the pieces of a line', () => {
    expect(lengthM([at(0, 0), at(1, 0), at(0, 0)])).toBeCloseTo(222_390, 0)
    expect(lengthM([])).toBe(0)
  })

  it('points to the four quarters', () => {
    expect(bearing(at(0, 0), at(1, 0))).toBe(0)
    expect(bearing(at(0, 0), at(0, 1))).toBe(90)
    expect(bearing(at(1, 0), at(0, 0))).toBe(180)
    expect(bearing(at(0, 1), at(0, 0))).toBe(270)
  })

  it('keeps headings between 0 and 359', () => {
    expect(toHeading(359.6)).toBe(0)
    expect(toHeading(-90)).toBe(270)
    expect(normalizeDegrees(720)).toBe(0)
    expect(turnDegrees(350, 10)).toBe(20)
    expect(turnDegrees(10, 190)).toBe(180)
  })

  it('arrives where distance and bearing say', () => {
    const there = destination(heidelberg, 321, 5_000)
    expect(distanceM(heidelberg, there)).toBeCloseTo(5_000, 3)
    expect(bearing(heidelberg, there)).toBeCloseTo(321, 6)
    expect(destination(at(0, 179.9), 90, 50_000).longitude).toBeCloseTo(-179.65, 2)
  })

  it('converts speeds', () => {
    expect(knotsToKph(10)).toBeCloseTo(18.52)
    expect(mpsToKph(kphToMps(50))).toBeCloseTo(50)
  })
})

describe('bounds', () => {
  it('surround all positions', () => {
    const bounds = boundsOf([heidelberg, amsterdam])
    expect(bounds).toEqual({ south: 49.4094, west: 4.8936, north: 52.3728, east: 8.6947 })
    expect(isInside(bounds!, at(50, 6))).toBe(true)
    expect(isInside(bounds!, heidelberg)).toBe(true)
    expect(isInside(bounds!, at(49, 6))).toBe(false)
  })

  it('are the smallest, on whichever side of the 180th meridian', () => {
    expect(boundsOf([at(-17, 179.95), at(-16, -179.95)])).toEqual({ south: -17, west: 179.95, north: -16, east: -179.95 })
    expect(boundsOf([at(0, 174), at(0, -120), at(0, -172)])).toMatchObject({ west: 174, east: -120 })
    expect(boundsOf([at(0, -170), at(0, 10), at(0, 170)])).toMatchObject({ west: 10, east: -170 })
    expect(boundsOf([at(0, 180), at(0, -180)])).toMatchObject({ west: 180, east: 180 })
    expect(boundsOf([at(0, 179), at(0, 180)])).toMatchObject({ west: 179, east: 180 })
    const bounds = boundsOf([at(-17, 179.95), at(-16, -179.95)])!
    expect([180, -180, 179.96, -179.96, 179.9, 0].map((east) => isInside(bounds, at(-16.5, east)))).toEqual([
      ...[true, true, true, true, false, false],
    ])
  })

  it('do not exist around nothing', () => {
    expect(boundsOf([])).toBeUndefined()
  })
})

describe('the simplified line', () => {
  const straight = Array.from({ length: 101 }, (_, step) => at(49.4, 8.6 + step / 1000))

  it('drops what lies on the way and keeps both ends', () => {
    expect(simplifyLine(straight, 1)).toEqual([straight[0], straight[100]])
  })

  it('keeps a corner that lies farther off than the tolerance, and drops a nearer one', () => {
    const corner = at(49.4 + 20 / 111_195, 8.65)
    const line = [straight[0]!, corner, straight[100]!]
    expect(simplifyLine(line, 19)).toEqual(line)
    expect(simplifyLine(line, 21)).toEqual([line[0], line[2]])
  })

  it('keeps a there-and-back although start and end are the same place', () => {
    const line = [heidelberg, at(49.42, 8.6947), heidelberg]
    expect(simplifyLine(line, 50)).toEqual(line)
  })

  it('returns the whole line without a tolerance', () => {
    expect(simplifyLine(straight, 0)).toEqual(straight)
  })

  it('keeps every turn of a zigzag', () => {
    const zigzag = Array.from({ length: 3_000 }, (_, step) => at(49 + (step % 2) / 1000, 8 + step / 1000))
    expect(simplifyLine(zigzag, 10)).toHaveLength(3_000)
    expect(simplifyLine([...straight, ...straight], 1).length).toBeLessThan(6)
  })
})
