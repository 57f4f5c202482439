import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import L from 'leaflet'
import { GeofenceLayer } from '../../map/layers/geofence-layer.js'
import { type ApiStub, problem, stubApi } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp, type RenderOptions } from '../../testing/render-app.js'

const POST = 'POST /api/v1/geofences'
const yard = {
  id: 5,
  name: 'Depot Vaduz',
  description: null,
  business_id: 3,
  business_name: 'Domstad Mobiliteit',
  kind: 'polygon',
  reach_m: null,
  limit_kph: 30,
  south: 47.1,
  west: 9.5,
  north: 47.2,
  east: 9.6,
  shape: { type: 'Polygon', coordinates: [[[9.5, 47.1], [9.6, 47.1], [9.6, 47.2], [9.5, 47.1]]] }, // prettier-ignore
  effective_from: '2025-01-01T00:00:00Z',
  created_at: '2025-01-01T00:00:00Z',
  updated_at: '2025-01-01T00:00:00Z',
}
const markers = {
  generated_at: '2025-10-30T08:12:00Z',
  count: 1,
  columns: {
    entity_id: [1],
    name: ['Cargo 042'],
    business_name: ['Domstad Mobiliteit'],
    moving: [false],
    latitude: [47.14],
    longitude: [9.52],
  },
}
const manager = { permissions: ['read:map' as const, 'manage:alerts' as const] }

let api: ApiStub
let fit: jest.SpyInstance
beforeEach(() => {
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  jest.spyOn(L.Map.prototype, 'getSize').mockImplementation(() => L.point(1_000, 700))
  fit = jest.spyOn(L.Map.prototype, 'fitBounds')
  api = stubApi({
    'GET /api/v1/geofences': { data: [yard], meta: { current_page: 1, last_page: 1, per_page: 15, total: 1 } },
    'GET /api/v1/geofences/5': { data: yard },
    'GET /api/v1/map/geofences': { data: [yard] },
    'GET /api/v1/map/markers': { data: markers },
    'GET /api/v1/businesses/tree': { data: [] },
    [POST]: { data: { ...yard, id: 6, name: 'Hof' } },
  })
})
afterEach(() => jest.restoreAllMocks())

const open = (address: string, user: Parameters<typeof aUser>[0] = {}, options: RenderOptions = {}) =>
  renderApp(address, { ...options, user: aUser({ ...manager, ...user }) })
const drawMap = async () => (await screen.findByRole('region', { name: 'Map to draw on' })).querySelector('.leaflet-container')!
const press = (map: Element, x: number, y: number) => fireEvent.click(map, { clientX: x, clientY: y })
const points = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Coordinates/ })
const lines = () => points().value.split('\n').filter(Boolean)
const shownBounds = () => (fit.mock.calls.at(-1) as [L.LatLngBoundsExpression] | undefined)?.[0]

describe('a geofence under the pencil', () => {
  it('is drawn on a map of the whole page, where the fleet is, by presses that can be taken back', async () => {
    const { actor, address } = await open('/geofences')
    await actor.click(await screen.findByRole('button', { name: 'New geofence' }))
    expect(decodeURIComponent(address())).toBe('/geofences?dialog=create:geofence')
    expect(screen.queryByRole('grid')).toBeNull()
    const map = await drawMap()
    expect(shownBounds()).toEqual([
      [47.14, 9.52],
      [47.14, 9.52],
    ])
    press(map, 500, 350)
    expect(lines()).toEqual([expect.stringMatching(/^47\.1[34]\d+, 9\.5[12]\d+$/)])
    await actor.click(screen.getByRole('combobox', { name: /^Shape/ }))
    await actor.click(await screen.findByRole('option', { name: 'Polygon' }))
    press(map, 600, 350)
    press(map, 600, 450)
    // Second half of a double press.
    press(map, 601, 450)
    expect(lines()).toHaveLength(3)
    const undo = screen.getByRole('button', { name: 'Undo' })
    await actor.click(undo)
    expect(lines()).toHaveLength(2)
    fireEvent.keyDown(map, { key: 'z', ctrlKey: true })
    expect(lines()).toHaveLength(1)
    // Escape undoes nothing.
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(screen.getByRole('combobox', { name: /^Shape/ })).toHaveTextContent('Polygon')
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
    expect(screen.getByRole('combobox', { name: /^Shape/ })).toHaveTextContent('Circle')
    await actor.click(undo)
    expect(lines()).toEqual([])
    expect(undo).toHaveAttribute('aria-disabled', 'true')
    expect(undo).toHaveFocus()
  })

  it('takes all that is typed between two presses back at once', async () => {
    const { actor } = await open('/geofences?dialog=edit:geofence&geofence=5')
    const map = await drawMap()
    await waitFor(() => expect(lines()).toHaveLength(3))
    const first = points().value
    await actor.type(points(), '\n47.3, 9.4')
    press(map, 500, 350)
    expect(lines()).toHaveLength(5)
    const undo = screen.getByRole('button', { name: 'Undo' })
    await actor.click(undo)
    expect(lines()).toHaveLength(4)
    await actor.click(undo)
    expect(points().value).toBe(first)
    expect(undo).toHaveAttribute('aria-disabled', 'true')
  })

  it('keeps what is typed until it can be read: a press changes nothing, and the field says why', async () => {
    const { actor } = await open('/geofences?dialog=edit:geofence&geofence=5')
    const map = await drawMap()
    await waitFor(() => expect(lines()).toHaveLength(3))
    const outline = () => map.querySelector('.leaflet-trip-pane path')?.getAttribute('d')
    const drawn = outline()
    expect(drawn).toMatch(/^M/)
    await actor.type(points(), '\n47,3')
    const typed = points().value
    expect(outline()).toBe(drawn)
    press(map, 500, 350)
    expect(points().value).toBe(typed)
    expect(await screen.findByText(/^Each line must be a latitude/)).toBeVisible()
    await actor.type(points(), ' 9,4')
    press(map, 500, 350)
    expect(lines()).toHaveLength(5)
  })

  it('loses the corner that is selected by Delete, and gets one between two by a small handle', async () => {
    const { actor } = await open('/geofences?dialog=edit:geofence&geofence=5')
    const map = await drawMap()
    await waitFor(() => expect(lines()).toHaveLength(3))
    const remove = screen.getByRole('button', { name: 'Remove point' })
    const handle = (name: string) => within(map as HTMLElement).getAllByTitle(name)[0]!
    expect(remove).toHaveAttribute('aria-disabled', 'true')
    fireEvent.click(handle('Add a point'))
    expect(lines()).toEqual(['47.100000, 9.500000', '47.100000, 9.550000', '47.100000, 9.600000', '47.200000, 9.600000'])
    expect(remove).toHaveAttribute('aria-disabled', 'false')
    // In another field the key does not affect the point.
    fireEvent.keyDown(screen.getByRole('combobox', { name: /^Shape/ }), { key: 'Delete' })
    fireEvent.keyDown(points(), { key: 'Backspace' })
    expect(lines()).toHaveLength(4)
    fireEvent.keyDown(document.body, { key: 'Delete' })
    expect(lines()).toHaveLength(3)
    fireEvent.click(handle('Point 1'))
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(remove).toHaveAttribute('aria-disabled', 'true')
    fireEvent.click(handle('Point 1'))
    await actor.click(remove)
    expect(lines()).toEqual(['47.100000, 9.600000', '47.200000, 9.600000'])
    expect(remove).toHaveFocus()
  })

  it('is gone to when its coordinates are typed, so near that a circle is well seen', async () => {
    const { actor } = await open('/geofences?dialog=create:geofence')
    await drawMap()
    await actor.type(points(), '52.09, 5.12')
    await waitFor(() => {
      const { lat, lng } = L.latLngBounds(shownBounds() as L.LatLngBoundsLiteral).getCenter()
      expect([lat.toFixed(3), lng.toFixed(3)]).toEqual(['52.090', '5.120'])
    })
    const bounds = L.latLngBounds(shownBounds() as L.LatLngBoundsLiteral)
    // 300 m to each side of the centre.
    expect(Math.round(bounds.getSouthEast().distanceTo(bounds.getSouthWest()))).toBeGreaterThan(590)
    expect(Math.round(bounds.getSouthEast().distanceTo(bounds.getSouthWest()))).toBeLessThan(610)
  })

  it('goes to a vehicle, a geofence or coordinates that somebody searches', async () => {
    const { actor } = await open('/geofences?dialog=create:geofence')
    await drawMap()
    const search = screen.getByRole('combobox', { name: 'Find a place on the map' })
    await actor.type(search, 'depot')
    await actor.click(await screen.findByRole('option', { name: /Depot Vaduz/ }))
    expect(shownBounds()).toEqual([
      [47.1, 9.5],
      [47.2, 9.6],
    ])
    await actor.clear(search)
    await actor.type(search, 'cargo')
    await actor.click(await screen.findByRole('option', { name: /Cargo 042/ }))
    expect(shownBounds()).toEqual([
      [47.14, 9.52],
      [47.14, 9.52],
    ])
    expect(lines()).toEqual([])
  })

  it('goes to a street or town that somebody searches, and says when there is none', async () => {
    const street = {
      kind: 'street',
      name: 'Aeulestrasse',
      city: 'Vaduz',
      region: 'Vaduz',
      country: 'Liechtenstein',
      latitude: 47.14,
      longitude: 9.52,
      south: 47.137,
      west: 9.519,
      north: 47.143,
      east: 9.522,
    }
    const { actor } = await open('/geofences?dialog=create:geofence')
    api.answer({ 'GET /api/v1/places': { data: [street], meta: { addresses: 'none' } } })
    await drawMap()
    const search = screen.getByRole('combobox', { name: 'Find a place on the map' })
    await actor.type(search, 'aeule')
    await screen.findByRole('option', { name: /Aeulestrasse.*Vaduz, Liechtenstein.*Street/ })
    await actor.keyboard('{Enter}')
    expect(shownBounds()).toEqual([
      [47.137, 9.519],
      [47.143, 9.522],
    ])
    expect(lines()).toEqual([])
    expect(await screen.findByText('Aeulestrasse')).toBeInTheDocument()
    await actor.keyboard('{Escape}')
    expect(search).toHaveValue('')
    await waitFor(() => expect(screen.queryByText('Aeulestrasse')).not.toBeInTheDocument())
    api.answer({ 'GET /api/v1/places': { data: [], meta: { addresses: 'none' } } })
    await actor.clear(search)
    await actor.type(search, 'xqz')
    expect(await screen.findByText('No place found for “xqz”.')).toBeVisible()
    await actor.clear(search)
    await actor.type(search, '4')
    expect(screen.queryByText(/No place found/)).not.toBeInTheDocument()
    // While another text is searched, Enter does not go to a place of the earlier text.
    await actor.clear(search)
    await actor.type(search, 'aeule')
    await screen.findByRole('option', { name: /Aeulestrasse/ })
    const shown = fit.mock.calls.length
    await actor.clear(search)
    api.answer({ 'GET /api/v1/places': () => new Promise(() => undefined) })
    await actor.type(search, 'zurich')
    await waitFor(() => expect(api.requestsTo('GET /api/v1/places').at(-1)?.url).toContain('zurich'))
    await actor.keyboard('{Enter}')
    expect(search).toHaveValue('zurich')
    expect(fit.mock.calls).toHaveLength(shown)
  })

  it('asks first for the business of who belongs to none, and says at the field what is missing', async () => {
    const { actor } = await open('/geofences?dialog=create:geofence', { business_id: null, business_name: null })
    await drawMap()
    const form = screen.getByRole('dialog', { name: 'New geofence' })
    const [first] = within(form).getAllByRole('combobox', { name: /Business|Shape/ })
    expect(first).toHaveAccessibleName(/Business/)
    await actor.type(screen.getByRole('textbox', { name: 'Name' }), 'Hof')
    await actor.type(points(), '47.14, 9.52')
    await actor.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Business is required')).toBeVisible()
    expect(first).toHaveAccessibleDescription('Business is required')
    expect(api.requestsTo(POST)).toHaveLength(0)
  })

  it('has what the API refuses at its fields, and no business where there is none to choose', async () => {
    api.answer({
      [POST]: () => problem(422, 'Invalid', { errors: { shape: ['must not cross itself'], limit_kph: ['must be at most 250'] } }),
    })
    const { actor } = await open('/geofences?dialog=create:geofence', { businesses_below: 0 })
    await drawMap()
    expect(screen.queryByRole('combobox', { name: /Business/ })).toBeNull()
    await actor.type(screen.getByRole('textbox', { name: 'Name' }), 'Hof')
    await actor.type(points(), '47.14, 9.52')
    await actor.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('must not cross itself')).toBeVisible()
    expect(points()).toHaveAccessibleDescription('must not cross itself')
    expect(screen.getByRole('textbox', { name: /^Speed limit/ })).toHaveAccessibleDescription('must be at most 250')
    expect(screen.queryByText('Oops!')).toBeNull()
    expect(await api.requestsTo(POST)[0]?.json()).toMatchObject({ business_id: 3, reach_m: 300 })
  })

  it('asks before what was drawn is lost', async () => {
    const { actor, address } = await open('/geofences?dialog=create:geofence')
    press(await drawMap(), 500, 350)
    await actor.click(screen.getByRole('button', { name: 'Cancel' }))
    const question = await screen.findByRole('dialog', { name: /Discard|lost|unsaved/i })
    await actor.click(within(question).getByRole('button', { name: /Discard/ }))
    await waitFor(() => expect(address()).toBe('/geofences'))
    expect(await screen.findByRole('grid')).toBeVisible()
  })

  it('asks as well before another page, Back or a reload takes it away, and not once it is saved', async () => {
    const { actor, address, goBack } = await open('/geofences')
    await actor.click(await screen.findByRole('button', { name: 'New geofence' }))
    const isReloadAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const map = await drawMap()
    expect(isReloadAsked()).toBe(false)
    press(map, 500, 350)
    expect(isReloadAsked()).toBe(true)
    const keep = async () => {
      const question = await screen.findByRole('dialog', { name: /Discard/ })
      await actor.click(within(question).getByRole('button', { name: /Keep/ }))
      await waitFor(() => expect(screen.queryByRole('dialog', { name: /Discard/ })).toBeNull())
      expect(decodeURIComponent(address())).toBe('/geofences?dialog=create:geofence')
      expect(lines()).toHaveLength(1)
    }
    await goBack()
    await keep()
    await actor.click(screen.getAllByRole('link', { name: /Geofences/ })[0]!)
    await keep()
    await actor.type(screen.getByRole('textbox', { name: 'Name' }), 'Hof')
    await actor.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(address()).toBe('/geofences'))
    expect(await screen.findByRole('grid')).toBeVisible()
    expect(isReloadAsked()).toBe(false)
  })
})

describe('the list of geofences', () => {
  it('has all of them on a map beside it, where the row under the pointer stands out', async () => {
    const highlight = jest.spyOn(GeofenceLayer.prototype, 'highlight')
    const { actor } = await open('/geofences')
    expect(await screen.findByRole('region', { name: 'All geofences' })).toBeInTheDocument()
    expect(new URL(api.requestsTo('GET /api/v1/map/geofences')[0]!.url).searchParams.get('bbox')).toBe('-180,-90,180,90')
    const row = (await screen.findByText('Depot Vaduz')).closest('tr')!
    await actor.hover(row)
    await waitFor(() => expect(highlight).toHaveBeenLastCalledWith(5))
    await actor.unhover(row)
    await waitFor(() => expect(highlight).toHaveBeenLastCalledWith(undefined))
  })

  it('is left for the map alone by its view, which the address holds', async () => {
    const { actor, address } = await open('/geofences')
    expect(await screen.findByRole('grid')).toBeVisible()
    await actor.click(screen.getByRole('tab', { name: 'Map' }))
    expect(address()).toBe('/geofences?view=map')
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
    expect(await screen.findByRole('region', { name: 'All geofences' })).toBeInTheDocument()
  })
})
