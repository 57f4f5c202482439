import L from 'leaflet'
import { MapCamera } from './map-camera.js'

const START = { latitude: 52, longitude: 5 }
const SIZE = { width: 1_000, height: 600 }

/** Opens a map in a frame with a size, as jsdom has no layout. */
function openMap() {
  const frame = document.createElement('div')
  Object.defineProperties(frame, { clientWidth: { value: SIZE.width }, clientHeight: { value: SIZE.height } })
  const map = L.map(frame, { zoomAnimation: false }).setView([START.latitude, START.longitude], 15)
  const camera = new MapCamera(map)
  camera.setInsets({ top: 100, right: 400, bottom: 100, left: 0 })
  const placeAt = (x: number, y: number) => {
    const { lat, lng } = map.containerPointToLatLng([x, y])
    return { latitude: lat, longitude: lng }
  }
  const shownAt = ({ latitude, longitude }: typeof START) => map.latLngToContainerPoint([latitude, longitude])
  return { map, camera, placeAt, shownAt }
}

describe('a map that follows a place (T-11)', () => {
  it('stays where it is while the place is in the middle of what nothing covers, and moves just as far as it leaves that', () => {
    const { camera, placeAt, shownAt } = openMap()
    const inTheMiddle = placeAt(300, 300)
    camera.follow(inTheMiddle)
    expect(shownAt(inTheMiddle)).toMatchObject({ x: 300, y: 300 })
    const underTheDrawer = placeAt(900, 250)
    camera.follow(underTheDrawer)
    expect(shownAt(underTheDrawer)).toMatchObject({ x: 450, y: 250 })
  })

  it('tells when the user moves it, until nobody listens any more', () => {
    const { map, camera } = openMap()
    const listener = jest.fn()
    const forget = camera.onDrag(listener)
    map.fire('dragstart')
    forget()
    map.fire('dragstart')
    expect(listener).toHaveBeenCalledTimes(1)
  })
})

describe('a view that is to show all of them', () => {
  // Makes Leaflet assume CSS transforms, which jsdom does not have but every supported browser does. Without them, Leaflet
  // uses only whole zoom levels.
  beforeAll(() => void Object.assign(L.Browser, { any3d: true }))
  afterAll(() => void Object.assign(L.Browser, { any3d: false }))

  /** Returns two places whose distance is a share of the free height at a whole zoom level. */
  const apart = ({ map, placeAt }: ReturnType<typeof openMap>, share: number) => {
    const free = SIZE.height - 200
    const places = [placeAt(300, 100), placeAt(300, 100 + free * share)]
    map.setView([START.latitude + 1, START.longitude], 9, { animate: false })
    return places
  }

  it.each([
    [0.9, 15.15],
    [0.8, 15.3],
    [0.6, 15.45],
    [0.45, 16],
  ])(
    'fills it with what would fill %f of it at a whole zoom, where the map need not be enlarged by half: zoom %f',
    (share, zoom) => {
      const opened = openMap()
      opened.camera.fit(apart(opened, share), true)
      expect(opened.map.getZoom()).toBeCloseTo(zoom, 5)
    },
  )

  it('goes on from there in whole steps', () => {
    const opened = openMap()
    opened.camera.fit(apart(opened, 0.6), true)
    opened.camera.zoom(1)
    expect(opened.map.getZoom()).toBe(16)
    opened.camera.zoom(-1)
    expect(opened.map.getZoom()).toBe(15)
  })
})
