import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import L from 'leaflet'
import { MemoryRouter } from 'react-router'
import { type ApiStub, problem, stubApi } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderPart } from '../../testing/render-app.js'
import { GeofenceLayer } from '../layers/geofence-layer.js'
import { MapView } from '../map-view.js'
import { claimPress } from '../presses/claimed-press.js'
import { SwitchedGeofences } from './geofences-shown.js'

const ON_MAP = 'GET /api/v1/map/geofences'
const yard = { id: 5, name: 'Depot', kind: 'circle', shape: { type: 'Point', coordinates: [9.5, 47.1] }, reach_m: 5_000 }

let api: ApiStub
beforeEach(() => {
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  jest.spyOn(L.Map.prototype, 'getSize').mockImplementation(() => L.point(1_000, 700))
  api = stubApi({
    [ON_MAP]: { data: [yard] },
    'GET /api/v1/geofences/5': { data: { ...yard, limit_kph: null, business_name: 'Rad' } },
  })
})
afterEach(() => jest.restoreAllMocks())

const aMap = (
  <MemoryRouter>
    <MapView label="Map" begin={{ latitude: 47.1, longitude: 9.5 }}>
      <SwitchedGeofences />
    </MapView>
  </MemoryRouter>
)
const ground = () => screen.getByRole('region', { name: 'Map' }).querySelector('.leaflet-container')!
const middle = { clientX: 500, clientY: 350 }
/** Waits until all click listeners have run. */
const heard = () => Promise.resolve()

describe('geofences of a map', () => {
  it('are read once, and no more once somebody has hidden them, on no map', async () => {
    const { actor, unmount } = await renderPart(aMap)
    await waitFor(() => expect(api.requestsTo(ON_MAP)).toHaveLength(1))
    const button = screen.getByRole('button', { name: 'Geofences' })
    expect(button).toHaveAttribute('aria-pressed', 'true')
    await actor.click(button)
    expect(button).toHaveAttribute('aria-pressed', 'false')
    unmount()
    await renderPart(aMap)
    expect(await screen.findByRole('button', { name: 'Geofences' })).toHaveAttribute('aria-pressed', 'false')
    expect(api.requestsTo(ON_MAP)).toHaveLength(1)
  })

  it('are neither read nor offered where somebody may not see the map', async () => {
    await renderPart(aMap, { user: aUser({ permissions: [] }) })
    expect(ground()).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Geofences' })).toBeNull()
    expect(api.requestsTo(ON_MAP)).toHaveLength(0)
  })

  it('say where they are pressed what they are, with the way to them for who may change them, and not under a vehicle', async () => {
    const drawn = jest.spyOn(GeofenceLayer.prototype, 'setAreas')
    const { actor } = await renderPart(aMap, { user: aUser({ permissions: ['read:map'] }) })
    await waitFor(() => expect(drawn).toHaveBeenCalled())
    const onVehicle = createEvent.click(ground(), middle)
    claimPress(onVehicle)
    fireEvent(ground(), onVehicle)
    await heard()
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(ground(), middle)
    expect(await screen.findByRole('dialog', { name: 'Depot' })).toBeInTheDocument()
    expect(await screen.findByText('No speed limit')).toBeInTheDocument()
    expect(screen.getByText('Circle · 5,000 m · Rad')).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Open geofence' })).toBeNull()
    await actor.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each([
    [404, 'This geofence no longer exists', 0],
    [403, 'Not for you', 1],
  ])('say so where the one that is pressed cannot be read: %s', async (status, words, links) => {
    api.answer({ 'GET /api/v1/geofences/5': () => problem(status, 'Not for you') })
    const drawn = jest.spyOn(GeofenceLayer.prototype, 'setAreas')
    await renderPart(aMap, { user: aUser({ permissions: ['read:map', 'manage:alerts'] }) })
    await waitFor(() => expect(drawn).toHaveBeenCalled())
    fireEvent.click(ground(), middle)
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(screen.queryByText('No speed limit')).toBeNull()
    expect(screen.queryAllByRole('link', { name: 'Open geofence' })).toHaveLength(links)
  })

  it('lead who may change them to their form', async () => {
    const drawn = jest.spyOn(GeofenceLayer.prototype, 'setAreas')
    await renderPart(aMap, { user: aUser({ permissions: ['read:map', 'manage:alerts'] }) })
    await waitFor(() => expect(drawn).toHaveBeenCalled())
    fireEvent.click(ground(), middle)
    const link = await screen.findByRole('link', { name: 'Open geofence' })
    expect(link).toHaveAttribute('href', '/geofences?dialog=edit:geofence&geofence=5')
  })
})
