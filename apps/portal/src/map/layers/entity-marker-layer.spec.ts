import L from 'leaflet'
import { createPositionsStore } from '../../live/positions-store.js'
import { forgetServerTime, learnServerTime } from '../../lib/server-clock.js'
import { MARKER_STATES } from '../entity-state.js'
import { mapPalette } from '../map-palette.js'
import type { ClusterPoints } from './cluster-index.js'
import { EntityMarkerLayer } from './entity-marker-layer.js'
import { Sprites } from './sprites.js'

describe('the markers of the map', () => {
  afterEach(() => {
    jest.restoreAllMocks()
    forgetServerTime()
  })

  it('have their states by the server’s clock, on a device whose own is hours wrong', () => {
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    const device = Date.now()
    const hour = 3_600_000
    learnServerTime(new Date(device - 5 * hour).toUTCString(), 10)
    const positions = createPositionsStore()
    const said = new Date(device - 5 * hour - 5_000).toISOString()
    positions.snapshot([
      {
        entity_id: 7,
        latitude: 47.1,
        longitude: 9.5,
        speed_kph: 30,
        heading: 90,
        moving: true,
        location_hidden: false,
        positioned_at: said,
        received_at: said,
        last_activity: said,
        external_battery_mv: null,
        open_trip_id: null,
      } as Parameters<typeof positions.snapshot>[0][number],
    ])
    const loaded: ClusterPoints[] = []
    const clusters = {
      load: async (points: ClusterPoints) => void loaded.push(points),
      query: async () => [],
      close: () => undefined,
    }
    const events = { onSelect: () => undefined, onSettle: () => undefined }
    const layer = new EntityMarkerLayer(
      positions,
      clusters as never,
      events,
      new Sprites(mapPalette('light'), 1),
      () => true,
      () => true,
    )
    layer.setMarkers(new Map([[7, { entityId: 7, name: 'Seven', lifecycle: 'installed' } as never]]))
    const map = L.map(document.createElement('div'), { center: [47.1, 9.5], zoom: 10 })
    layer.addTo(map)
    expect(loaded.map(({ states }) => [...states].map((state) => MARKER_STATES[state]))).toEqual([['moving']])
    map.remove()
  })
})
