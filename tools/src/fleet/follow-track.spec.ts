import { FixValidity } from '@roadbook/contracts'
import { followTrack } from './follow-track.js'
import { readTrack } from './read-track.js'

const START = Date.UTC(2026, 0, 1)
const vehicle = { imei: '356307042441013', vehicleType: 'automobile' as const }

const gpx = `<?xml version="1.0"?><gpx version="1.1"><trk><trkseg>
  <trkpt lat="49.40" lon="8.60"><ele>110</ele><time>2025-06-01T10:00:00Z</time></trkpt>
  <trkpt lon='8.61' lat='49.40'><time>2025-06-01T10:01:00Z</time></trkpt>
  <trkpt lat="49.41" lon="8.61"><time>2025-06-01T10:03:00Z</time></trkpt>
</trkseg></trk></gpx>`

const line = {
  type: 'LineString',
  coordinates: [
    [8.6, 49.4],
    [8.61, 49.4, 110],
  ],
}

describe('a track', () => {
  it('is read from GPX with its times', () => {
    expect(readTrack(gpx)).toEqual([
      { latitude: 49.4, longitude: 8.6, at: Date.UTC(2025, 5, 1, 10) },
      { latitude: 49.4, longitude: 8.61, at: Date.UTC(2025, 5, 1, 10, 1) },
      { latitude: 49.41, longitude: 8.61, at: Date.UTC(2025, 5, 1, 10, 3) },
    ])
  })

  it('is read from GPX points that close themselves and from a route', () => {
    expect(readTrack('<gpx><rte><rtept lat="1" lon="2"/><rtept lat="3" lon="4"/></rte></gpx>')).toEqual([
      { latitude: 1, longitude: 2 },
      { latitude: 3, longitude: 4 },
    ])
  })

  it('is read from a GeoJSON line, feature or collection', () => {
    const points = [
      { latitude: 49.4, longitude: 8.6 },
      { latitude: 49.4, longitude: 8.61 },
    ]
    expect(readTrack(JSON.stringify(line))).toEqual(points)
    const feature = { type: 'Feature', properties: { coordTimes: ['2025-06-01T10:00:00Z'] }, geometry: line }
    expect(readTrack(JSON.stringify({ type: 'FeatureCollection', features: [feature] }))).toEqual([
      { ...points[0], at: Date.UTC(2025, 5, 1, 10) },
      points[1],
    ])
  })

  it.each([
    ['without points', '<gpx></gpx>', 'at least two'],
    ['off the globe', '{"type":"LineString","coordinates":[[8,49],[8,91]]}', 'not a position'],
    ['without coordinates', '<gpx><trkpt lat="49"/><trkpt lat="49"/></gpx>', 'not a position'],
  ])('%s is refused', (_, text, reason) => {
    expect(() => readTrack(text)).toThrow(reason)
  })

  it('with times is driven at its own pace, from the start that is given', () => {
    const fixes = followTrack(readTrack(gpx), vehicle, { startAt: START })
    expect(
      fixes.map(({ positionedAt, latitude, longitude, ignition }) => [positionedAt - START, latitude, longitude, ignition]),
    ).toEqual([
      [0, 49.4, 8.6, true],
      [60_000, 49.4, 8.61, true],
      [180_000, 49.41, 8.61, false],
    ])
    expect(fixes[1]).toMatchObject({ speedKph: 43, heading: 0, validity: FixValidity.valid })
    expect(fixes[0]?.heading).toBe(90)
    expect(fixes[2]?.odometerM).toBe(1_836)
  })

  it('without times is driven at the speed that is given', () => {
    const fixes = followTrack(readTrack(JSON.stringify(line)), vehicle, { startAt: START, speedKph: 36, intervalS: 5 })
    expect(Math.max(...fixes.map(({ speedKph }) => speedKph!))).toBe(36)
    const seconds = (fixes.at(-1)!.positionedAt - START) / 1000
    expect(seconds).toBeGreaterThan(72)
    expect(seconds).toBeLessThan(85)
    expect(fixes.at(-1)).toMatchObject({ ignition: false, odometerM: 724 })
  })
})
