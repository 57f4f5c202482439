import L from 'leaflet'
import { MapCamera } from './map-camera.js'
import type { PositionsStore } from '../../live/positions-store.js'
import { boundsOf, toWorld, unrolled } from '../../map/coordinates.js'
import { drawnOf } from '../../map/drawn-area.js'
import { GeofenceLayer } from '../../map/layers/geofence-layer.js'
import { containerProjection } from '../../map/layers/hit-test.js'
import { Poses } from '../../map/layers/poses.js'
import { Selection } from '../../map/layers/selected-marker.js'
import { TrackLayer } from '../../map/layers/track-layer.js'
import { mapPalette } from '../../map/map-palette.js'

/** Pixels by which a layer extends beyond the view on each side. */
const MARGIN = 160
const SIZE = { width: 1_000, height: 600 }
const at = (latitude: number, longitude: number) => ({ latitude, longitude })
/** Two cars 10 km apart. */
const CARS = [at(-16.5, 179.95), at(-16.5, -179.95)] as const

function openMap(middle: [number, number] = [-16.5, 179.9], zoom = 10) {
  const frame = document.createElement('div')
  Object.defineProperties(frame, { clientWidth: { value: SIZE.width }, clientHeight: { value: SIZE.height } })
  const map = L.map(frame, { zoomAnimation: false }).setView(middle, zoom)
  for (const pane of ['trip', 'geofences', 'selected']) map.createPane(pane)
  return map
}

type Line = [fromX: number, toX: number]

/** Records the line segments drawn on a canvas. Chevrons are left out, because they are drawn rotated about a point. */
function recorded() {
  const lines: Line[] = []
  let from = 0
  const state: Record<string, unknown> = {}
  const context = new Proxy(state, {
    get: (target, name: string) => {
      if (name === 'moveTo') return (x: number) => (from = x)
      if (name === 'lineTo')
        return (x: number) => {
          if (Math.abs(x) > 2) lines.push([from, x])
          from = x
        }
      if (name === 'measureText') return () => ({ width: 60 })
      return name in target ? target[name] : () => undefined
    },
    set: (target, name: string, value: unknown) => {
      target[name] = value
      return true
    },
  })
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as unknown as RenderingContext)
  return lines
}
afterEach(() => jest.restoreAllMocks())

/** Returns whether there are segments, whether none of them crosses much of the view, and whether all are in view. */
const told = (lines: readonly Line[]) => ({
  isDrawn: lines.length > 0,
  isWhole: lines.every(([from, to]) => Math.abs(to - from) < SIZE.width / 4),
  isInView: lines.flat().every((x) => x > 0 && x < SIZE.width + 2 * MARGIN),
})
const WHOLE = { isDrawn: true, isWhole: true, isInView: true }

describe('a map across the 180th meridian', () => {
  it('shows two cars beside one another, whichever of them comes first, and from wherever it looked before', () => {
    for (const places of [CARS, CARS.toReversed()]) {
      for (const longitude of [9.5, 170, -170, 540]) {
        const map = openMap([47, longitude], 3)
        new MapCamera(map).fit(places, true)
        expect(map.getZoom()).toBeGreaterThan(9)
        const xs = places.map((place) => containerProjection(map)(toWorld(place)).x)
        expect(xs.every((x) => x > 0 && x < SIZE.width)).toBe(true)
      }
    }
    expect(boundsOf([...CARS, at(-17, 178)])).toEqual([
      [-17, 178],
      [-16.5, 180.05],
    ])
    expect(boundsOf([at(47, 9), at(52, 5)])).toEqual([
      [47, 5],
      [52, 9],
    ])
  })

  it('follows a vehicle over it by a step, not around the globe', () => {
    const map = openMap([-16.5, 179.999], 15)
    const camera = new MapCamera(map)
    camera.follow(at(-16.5, -179.99))
    expect(map.getCenter().lng).toBeGreaterThan(179.99)
    expect(map.getCenter().lng).toBeLessThan(180.02)
    camera.reveal(at(-16.5, -179.95))
    camera.show(at(-16.5, -179.9), true)
    expect(map.getCenter().lng).toBeCloseTo(180.1, 1)
  })

  it('draws a track as one line, in view from either side', () => {
    const track = [179.9, 179.95, 179.99, -179.99, -179.95, -179.9].map((longitude) => at(-16.5, longitude))
    for (const longitude of [179.9, -179.9, 180.05]) {
      const lines = recorded()
      const layer = new TrackLayer(mapPalette('light'))
      layer.setTracks({ places: track, isOpen: true }, [track.toReversed()])
      openMap([-16.5, longitude]).addLayer(layer)
      expect(told(lines)).toEqual(WHOLE)
    }
    expect(unrolled(track).at(-1)).toEqual({ latitude: -16.5, longitude: expect.closeTo(180.1, 9) })
    expect(unrolled([at(0, -179), at(0, 179), at(0, -179)]).map(({ longitude }) => longitude)).toEqual([-179, -181, -179])
  })

  it('draws a geofence with its parts as one place, in view from either side', () => {
    const ring = (west: number, east: number) => [[west, -17], [east, -17], [east, -16.2], [west, -17]] // prettier-ignore
    const whole = { type: 'Polygon', coordinates: [ring(179.9, -179.9)] }
    const cut = { type: 'MultiPolygon', coordinates: [[ring(179.9, 180)], [ring(-180, -179.9)]] }
    for (const shape of [whole, cut]) {
      for (const longitude of [179.9, -179.9]) {
        const lines = recorded()
        const layer = new GeofenceLayer(mapPalette('light'))
        layer.setAreas([{ id: 1, name: 'Taveuni', ...drawnOf({ kind: 'polygon', shape: shape as never, reach_m: null }) }])
        openMap([-16.5, longitude]).addLayer(layer)
        expect(told(lines)).toEqual(WHOLE)
      }
    }
  })

  it('lets a vehicle glide over it on the shorter way, and its ring go with it', () => {
    let place: (typeof CARS)[number] = CARS[0]
    const positions = { get: () => ({ place, heading: 90 }) } as unknown as PositionsStore
    let now = 0
    const poses = new Poses(
      positions,
      () => false,
      () => now,
    )
    const before = poses.worldOf(1, now)!
    place = CARS[1]
    poses.move(1, now)
    now = 300
    const between = poses.poseOf(1)!.world
    expect(between[0]).toBeGreaterThan(before[0])
    expect(between[0] - before[0]).toBeLessThan(0.001)
    const map = openMap([-16.5, 179.9])
    const selection = new Selection(() => undefined)
    selection.select(1)
    selection.follow(map, CARS[1])
    const ring = map.getPane('selected')!.firstElementChild as HTMLElement
    expect(L.DomUtil.getPosition(ring).x).toBeGreaterThan(SIZE.width / 2)
    expect(L.DomUtil.getPosition(ring).x).toBeLessThan(SIZE.width)
  })
})
