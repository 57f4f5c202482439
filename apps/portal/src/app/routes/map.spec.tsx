import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import L from 'leaflet'
import { someMarkers, type MarkerRow } from '../../features/live-map/testing/some-markers.js'
import { aTrip, aTripPage } from '../../features/trips/testing/some-trips.js'
import { problem, stubApi, type Answer } from '../../testing/api-stub.js'
import { FakeLiveSocket, installFakeLiveServer } from '../../testing/fake-live-server.js'
import { aSummary } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'

const NOW = Date.parse('2025-10-30T10:42:11.000Z')
const SUMMARY = 'GET /api/v1/dashboard/summary'

const anEntity = (changes: object = {}) => ({
  id: 1,
  name: 'Cargo 042',
  short_name: null,
  entity_name: 'CG-042',
  frame_number: 'UA24-118-0042',
  license_plate: null,
  vehicle_type: 'eCargoBike',
  brand: 'Urban Arrow',
  model: 'Cargo L',
  color: 'black',
  engine_brand: null,
  engine_model: null,
  power_unit: 'Bosch Cargo Line',
  odo: 12_482_300,
  imei: '352625698104217',
  device_id: 1,
  device_model: 'TFT100',
  consumer_name: null,
  business_id: 3,
  business_name: 'Rad Süd',
  sub_vendor_name: 'Domstad Mobiliteit',
  created_at: '2025-03-12T09:00:00.000Z',
  updated_at: '2025-03-12T09:00:00.000Z',
  created_by: null,
  last_seen: '2025-10-30T10:42:08.000Z',
  lifecycle: 'installed',
  connection: 'reported',
  location_hidden: false,
  position: {
    latitude: 49.41,
    longitude: 8.69,
    speed_kph: 18,
    heading: 315,
    moving: true,
    positioned_at: '2025-10-30T10:42:05.000Z',
    received_at: '2025-10-30T10:42:08.000Z',
    last_activity: '2025-10-30T10:42:08.000Z',
    external_battery_mv: 36_000,
    gsm_signal: 4,
    satellites: 11,
    address: 'Nachtegaalstraat 55, Utrecht',
  },
  tags: [],
  ...changes,
})

const fleet: (Partial<MarkerRow> & { entity_id: number })[] = [
  { entity_id: 1, name: 'Cargo 042', entity_name: 'CG-042', imei: '352625698104217', business_name: 'Rad Süd' },
  { entity_id: 2, name: 'Cargo 017', entity_name: 'CG-017', imei: '352625698104563', moving: false, latitude: 49.43 },
  { entity_id: 3, name: 'Van 3', entity_name: 'VN-3', imei: null, received_at: NOW - 30 * 3_600_000, latitude: 49.45 },
]

const openMap = async (address = '/map', answers: Record<string, Answer> = {}) => {
  const api = stubApi({
    'GET /api/v1/map/markers': { data: someMarkers(fleet) },
    'GET /api/v1/entities/1': { data: anEntity() },
    'GET /api/v1/entities/2': { data: anEntity({ id: 2, name: 'Cargo 017' }) },
    'GET /api/v1/trips': aTripPage([aTrip({ id: 31 })]),
    ...answers,
  })
  const rendered = await renderApp(address, { now: NOW })
  await screen.findByRole('button', { name: '1 Moving' })
  return { api, ...rendered }
}
const searchField = () => screen.getByRole('combobox', { name: 'Search vehicles and places' })
const drawer = () => screen.findByRole('complementary', { name: 'Vehicle' })

describe('the map', () => {
  let restoreSocket: () => void
  beforeEach(() => {
    restoreSocket = installFakeLiveServer()
    jest.spyOn(window, 'scrollTo').mockReturnValue(undefined)
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    jest.spyOn(L.Map.prototype, 'getSize').mockReturnValue(L.point(1_000, 700))
  })
  afterEach(() => {
    jest.useRealTimers()
    restoreSocket()
    jest.restoreAllMocks()
  })

  it('R-076 lists name, business name, IMEI and entity name of each match', async () => {
    const { actor } = await openMap()
    await actor.type(searchField(), '042')
    const [option] = await screen.findAllByRole('option')
    for (const text of ['Cargo 042', 'Rad Süd', '352 625 698 104 217', 'CG-042']) expect(option).toHaveTextContent(text)
  })

  it('says of no state that it has none, and shows no other place, until the fleet was read', async () => {
    let answer: (markers: object) => void = () => undefined
    stubApi({ 'GET /api/v1/map/markers': () => new Promise((resolve) => (answer = resolve)) })
    const { actor } = await renderApp('/map', { now: NOW })
    expect(await screen.findByRole('button', { name: 'Moving: not known yet' })).toHaveTextContent('–')
    expect(screen.queryByRole('button', { name: /^0 / })).not.toBeInTheDocument()
    expect(screen.getByRole('region', { name: 'Map' }).closest('[data-placed]')).toHaveAttribute('data-placed', 'false')
    await actor.type(searchField(), 'Cargo')
    expect(screen.queryByText(/No vehicle matches|of 0/)).not.toBeInTheDocument()
    answer({ data: someMarkers(fleet) })
    expect(await screen.findByRole('button', { name: '1 Moving' })).toBeVisible()
    expect(screen.getByRole('region', { name: 'Map' }).closest('[data-placed]')).toHaveAttribute('data-placed', 'true')
  })

  it('D.8 says once that there is no network, and that only the network is missing', async () => {
    const networkIs = (isThere: boolean) => act(async () => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')))
    const noServer = () => {
      throw new TypeError('Failed to fetch')
    }
    const api = stubApi({ 'GET /api/v1/map/markers': noServer })
    await renderApp('/map', { now: NOW })
    expect(await screen.findByRole('alert')).toHaveTextContent('No connection to the server')
    expect(screen.queryByText(/support/i, { selector: '[role=alert] *' })).not.toBeInTheDocument()
    await networkIs(false)
    await act(async () => FakeLiveSocket.last.end(1006))
    expect(await screen.findByText(/^No connection\. Installations are saved in this browser/)).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(screen.queryByText(/Live updates paused|live service/)).not.toBeInTheDocument()
    api.answer({ 'GET /api/v1/map/markers': { data: someMarkers(fleet) } })
    await networkIs(true)
    expect(await screen.findByRole('button', { name: '1 Moving' })).toBeVisible()
  })

  describe('places', () => {
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
    const found = (data: object[], addresses = 'none') => ({ data, meta: { addresses } })
    const asked = (api: ReturnType<typeof stubApi>) =>
      api.requestsTo('GET /api/v1/places').map(({ url }) => new URL(url).searchParams)

    it('are found below the vehicles, and Enter goes there, with all vehicles around', async () => {
      const fit = jest.spyOn(L.Map.prototype, 'flyToBounds').mockReturnThis()
      const { actor, api } = await openMap('/map', { 'GET /api/v1/places': found([street]) })
      await actor.type(searchField(), 'aeulestr')
      const option = await screen.findByRole('option', { name: /Street Vaduz, Liechtenstein$/ })
      expect(option.closest('[role=group]')).toHaveAccessibleName('Places')
      expect(asked(api).at(-1)?.get('query')).toBe('aeulestr')
      await actor.keyboard('{ArrowDown}{Enter}')
      await waitFor(() =>
        expect((fit.mock.lastCall?.[0] as L.LatLngBounds | undefined)?.toBBoxString()).toBe('9.519,47.137,9.522,47.143'),
      )
      expect(searchField()).toHaveValue('')
      expect(await screen.findByText('Aeulestrasse')).toBeInTheDocument()
      await actor.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByText('Aeulestrasse')).not.toBeInTheDocument())
    })

    it('of an earlier text are gone while another one is searched, so that Enter does not go there', async () => {
      const fly = jest.spyOn(L.Map.prototype, 'flyToBounds').mockReturnThis()
      const { actor, api } = await openMap('/map', { 'GET /api/v1/places': found([street]) })
      await actor.type(searchField(), 'aeulestr')
      await screen.findByRole('option', { name: /Street Vaduz, Liechtenstein$/ })
      await actor.clear(searchField())
      api.answer({ 'GET /api/v1/places': () => new Promise(() => undefined) })
      await actor.type(searchField(), 'zurich')
      expect(await screen.findByText('Searching…')).toBeVisible()
      await waitFor(() => expect(asked(api).at(-1)?.get('query')).toBe('zurich'))
      await actor.keyboard('{Enter}')
      expect(searchField()).toHaveValue('zurich')
      expect(fly).not.toHaveBeenCalled()
    })

    it('that are found are shown without a sentence that something else is missing, and so are vehicles', async () => {
      const { actor, api } = await openMap('/map', { 'GET /api/v1/places': found([street]) })
      await actor.type(searchField(), 'aeulestr')
      await screen.findByRole('option', { name: /Street Vaduz, Liechtenstein$/ })
      expect(screen.queryByText(/No vehicle matches/)).not.toBeInTheDocument()
      await actor.clear(searchField())
      api.answer({ 'GET /api/v1/places': found([]) })
      await actor.type(searchField(), 'Cargo')
      await waitFor(() => expect(asked(api).at(-1)?.get('query')).toBe('Cargo'))
      await waitFor(() => expect(screen.queryByText('Searching…')).not.toBeInTheDocument())
      expect(screen.getAllByRole('option')).toHaveLength(2)
      expect(screen.queryByText(/No place found/)).not.toBeInTheDocument()
    })

    it('stay when their addresses cannot be searched, beside the reason', async () => {
      const { actor, api } = await openMap('/map', { 'GET /api/v1/places': found([street], 'possible') })
      await actor.type(searchField(), 'aeulestr')
      const more = await screen.findByRole('option', { name: /Search addresses/ })
      api.answer({ 'GET /api/v1/places': () => problem(429, 'Try again in 40 seconds') })
      await actor.click(more)
      expect(await screen.findByText(/Try again in 40 seconds/)).toBeVisible()
      expect(screen.getByRole('option', { name: /Street Vaduz, Liechtenstein$/ })).toBeVisible()
    })

    it('that nobody knows, and a search that does not work, are said as themselves', async () => {
      const { actor, api } = await openMap('/map', { 'GET /api/v1/places': found([]) })
      await actor.type(searchField(), 'xqz')
      expect(await screen.findByText('No place found for “xqz”.')).toBeVisible()
      api.answer({ 'GET /api/v1/places': () => problem(503, 'Busy') })
      await actor.type(searchField(), 'w')
      expect(await screen.findByText('Places cannot be searched at the moment.')).toBeVisible()
      expect(screen.queryByText(/No place found/)).not.toBeInTheDocument()
    })

    it('are searched at the operator’s geocoder when somebody asks for it', async () => {
      const house = { ...street, kind: 'address', name: 'Aeulestrasse 5' }
      const { actor, api } = await openMap('/map', { 'GET /api/v1/places': found([street], 'possible') })
      await actor.type(searchField(), 'aeulestr 5')
      const more = await screen.findByRole('option', { name: 'Search addresses for “aeulestr 5”' })
      expect(asked(api).some((parameters) => parameters.has('addresses'))).toBe(false)
      api.answer({ 'GET /api/v1/places': found([house], 'searched') })
      await actor.click(more)
      expect(await screen.findByRole('option', { name: /Aeulestrasse 5/ })).toBeVisible()
      expect(asked(api).at(-1)?.get('addresses')).toBe('true')
      expect(screen.queryByRole('option', { name: /Search addresses/ })).not.toBeInTheDocument()
    })
  })

  it('R-075 finds by IMEI, and Enter shows and selects the vehicle', async () => {
    const { actor, address } = await openMap()
    await actor.type(searchField(), '104563')
    expect(await screen.findAllByRole('option')).toHaveLength(1)
    await actor.keyboard('{ArrowDown}{Enter}')
    expect(address()).toBe('/map/352625698104563')
  })

  it('T-06 finds by what the map does not know: a plate, a frame number, with a typo', async () => {
    const hit = { name: 'Van 3', license_plate: 'HD-SC 1072', frame_number: null, imei: null, email: null, business_name: null }
    const { actor, api } = await openMap('/map', { 'GET /api/v1/search': { data: [{ kind: 'vehicle', id: 3, ...hit }] } })
    await actor.type(searchField(), 'hdsc 1072')
    expect(await screen.findByRole('option')).toHaveTextContent('Van 3')
    expect(new URL(api.requestsTo('GET /api/v1/search').at(-1)!.url).searchParams.get('query')).toBe('hdsc 1072')
  })

  it('R-077 says when nothing matches', async () => {
    const { actor } = await openMap()
    await actor.type(searchField(), 'tractor')
    expect(await screen.findByText('No vehicle matches “tractor”.')).toBeVisible()
    expect(screen.queryByText(/The map shows only/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Search all vehicles' })).toHaveAttribute('href', '/entities?q=tractor')
  })

  it('says below the matches which states alone are shown, and shows all again', async () => {
    const { actor, address } = await openMap('/map?state=moving')
    await actor.type(searchField(), 'Cargo')
    expect(await screen.findByText('The map shows only: Moving')).toBeVisible()
    await actor.click(screen.getByRole('button', { name: 'Show all states' }))
    expect(address()).not.toContain('state')
    expect(screen.queryByText(/The map shows only/)).toBeNull()
  })

  it('says when the chips hide every match, stays where it is, and shows all states by one press', async () => {
    const fit = jest.spyOn(L.Map.prototype, 'flyToBounds').mockReturnThis()
    const { actor, address } = await openMap('/map?state=idle')
    await actor.type(searchField(), 'Cargo 042')
    expect(await screen.findByText('The map hides all matches: it shows only Idle')).toBeVisible()
    expect(fit).not.toHaveBeenCalled()
    await actor.click(screen.getByRole('button', { name: 'Show all states' }))
    expect(address()).not.toContain('state')
    expect(screen.queryByText(/The map hides all matches/)).not.toBeInTheDocument()
  })

  it('R-080 fits the matches 500 ms after more than two characters, not before', async () => {
    const fit = jest.spyOn(L.Map.prototype, 'flyToBounds').mockReturnThis()
    await openMap()
    jest.useFakeTimers()
    const type = (text: string) => fireEvent.change(searchField(), { target: { value: text } })
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
    type('Ca')
    await pass(500)
    expect(fit).not.toHaveBeenCalled()
    type('Car')
    await pass(499)
    expect(fit).not.toHaveBeenCalled()
    await pass(1)
    expect(fit).toHaveBeenCalledTimes(1)
    const bounds = fit.mock.calls[0]![0] as L.LatLngBounds
    expect([bounds.getSouth(), bounds.getNorth()]).toEqual([49.41, 49.43])
  })

  it('R-079 G-45 shows the whole fleet again, by button and by the key F', async () => {
    const fit = jest.spyOn(L.Map.prototype, 'flyToBounds').mockReturnThis()
    const { actor } = await openMap()
    await actor.click(screen.getByRole('button', { name: 'Show the whole fleet' }))
    expect((fit.mock.lastCall![0] as L.LatLngBounds).getNorth()).toBe(49.45)
    await actor.keyboard('f')
    expect(fit).toHaveBeenCalledTimes(2)
  })

  it('counts the vehicles by state, shows only those of a chosen state, goes to them, and says so in the address', async () => {
    const fit = jest.spyOn(L.Map.prototype, 'flyToBounds').mockReturnThis()
    const { actor, address } = await openMap()
    const idle = screen.getByRole('button', { name: '1 Idle' })
    expect(screen.getByRole('button', { name: '1 Offline' })).toBeVisible()
    await actor.click(idle)
    expect(idle).toHaveAttribute('aria-pressed', 'true')
    expect(address()).toContain('state=idle')
    await waitFor(() => expect((fit.mock.lastCall?.[0] as L.LatLngBounds | undefined)?.getNorth()).toBe(49.43))
    // Selecting a vehicle does not change the chips.
    await actor.type(searchField(), 'Cargo 042{Enter}')
    await waitFor(() => expect(address()).toContain('352625698104217'))
    expect(address()).toContain('state=idle')
  })

  it('T-10 opens from Home the vehicles of a state, as many as its number says, and keeps the chips over Back', async () => {
    stubApi({ [SUMMARY]: { data: aSummary() }, 'GET /api/v1/map/markers': { data: someMarkers(fleet) } })
    const { actor, address, goBack } = await renderApp('/', { now: NOW })
    await actor.click(await screen.findByRole('link', { name: 'Offline 1' }))
    expect(await screen.findByRole('button', { name: '1 Offline', pressed: true })).toBeVisible()
    expect(address()).toBe('/map?state=offline')
    await actor.click(screen.getByRole('button', { name: '1 Idle' }))
    await actor.click(screen.getByRole('link', { name: 'Trips' }))
    await goBack()
    expect(await screen.findByRole('button', { name: '1 Offline', pressed: true })).toBeVisible()
    expect(screen.getByRole('button', { name: '1 Idle', pressed: true })).toBeVisible()
    expect(screen.getByRole('button', { name: '1 Moving', pressed: false })).toBeVisible()
    // One press of Back is enough, however many chips were pressed.
    await goBack()
    expect(address()).toBe('/')
  })

  it('begins with what the address asks for', async () => {
    const fit = jest.spyOn(L.Map.prototype, 'fitBounds')
    await openMap('/map?state=moving.offline')
    expect(screen.getByRole('button', { name: '1 Offline' })).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByRole('button', { name: '1 Idle' })).toHaveAttribute('aria-pressed', 'false')
    const bounds = fit.mock.calls[0]?.[0] as L.LatLngBounds
    expect([bounds.getSouth(), bounds.getNorth()]).toEqual([49.41, 49.45])
  })

  it('R-089 selects the entity of /map/:imei on load, and opens its drawer', async () => {
    await openMap('/map/352625698104217')
    expect(await within(await drawer()).findByRole('heading', { name: 'Cargo 042' })).toBeVisible()
    expect(await screen.findByRole('button', { name: /Cargo 042, moving, 18.km\/h/, pressed: true })).toBeVisible()
  })

  it('R-086 deselects the selected marker when it is pressed again, and clears its trips', async () => {
    const { actor, address } = await openMap('/map/352625698104217?trip=31', {
      'GET /api/v1/trips/31': { data: { ...aTrip({ id: 31 }), waypoints: [], skipped_waypoints: 0 } },
    })
    await drawer()
    await actor.click(await screen.findByRole('button', { name: /Cargo 042, moving, 18.km\/h/, pressed: true }))
    expect(address()).toBe('/map')
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Vehicle' })).not.toBeInTheDocument())
  })

  it('G-41 shows motion, connection and lifecycle, each with its word and age', async () => {
    await openMap('/map/352625698104217')
    const facts = within(await drawer())
    expect((await facts.findByText('Motion')).parentElement).toHaveTextContent('Moving18 km/h NW')
    expect(facts.getByText('Connection').parentElement).toHaveTextContent('Live3 s ago')
    expect(facts.getByText('Lifecycle').parentElement).toHaveTextContent('Installedsince 12-03-2025')
  })

  it('R-082 R-234 shows the information tab', async () => {
    const { actor } = await openMap('/map/352625698104217')
    await actor.click(await screen.findByRole('tab', { name: 'Information' }))
    const panel = screen.getByRole('tabpanel')
    for (const text of [
      'Last locationNachtegaalstraat 55, Utrecht49.410000, 8.690000',
      'Last activity30-10-2025 11:42:08',
      'Odometer12,482 km',
      'BrandUrban Arrow',
      'ModelCargo L',
      'Power unitBosch Cargo Line',
      'Vehicle typeeCargoBike',
      'Frame numberUA24-118-0042',
      'IMEI352 625 698 104 217',
      'VendorDomstad Mobiliteit',
      'BusinessRad Süd',
    ])
      expect(panel).toHaveTextContent(text)
  })

  it('G-42 tells the short name where the map shows that instead of the name', async () => {
    const { actor } = await openMap('/map/352625698104217', {
      'GET /api/v1/entities/1': { data: anEntity({ short_name: 'Rosa' }) },
    })
    await actor.click(await screen.findByRole('tab', { name: 'Information' }))
    expect(await screen.findByText('Rosa')).toBeVisible()
    expect(screen.getByText('Short name')).toBeVisible()
  })

  it('R-251 G-33 looks up the address where a vehicle is by now, and says its town once', async () => {
    const { actor, api } = await openMap('/map/352625698104217', {
      'GET /api/v1/entities/1': { data: anEntity({ position: null }) },
      'POST /api/v1/geocode-address': {
        data: { address: 'Speyerer Straße 20, Heidelberg', city: 'Heidelberg', country: 'Germany' },
      },
    })
    await actor.click(await screen.findByRole('tab', { name: 'Information' }))
    expect(await screen.findByText('Speyerer Straße 20, Heidelberg')).toBeVisible()
    expect(api.requestsTo('POST /api/v1/geocode-address')).toHaveLength(1)
  })

  it('ends its search when a vehicle that it has not found is opened from elsewhere', async () => {
    const { actor, goBack } = await openMap('/map/352625698104563')
    await actor.type(searchField(), '042')
    await actor.click((await screen.findAllByRole('option'))[0]!)
    expect(await within(await drawer()).findByRole('heading', { name: 'Cargo 042' })).toBeVisible()
    expect(searchField()).toHaveValue('042')
    await goBack()
    expect(await within(await drawer()).findByRole('heading', { name: 'Cargo 017' })).toBeVisible()
    expect(searchField()).toHaveValue('')
  })

  it('R-081 shows the trips tab first', async () => {
    await openMap('/map/352625698104217')
    expect(await screen.findByRole('tab', { name: 'Trips', selected: true })).toBeVisible()
    expect(await screen.findByText('1 of 1 trip')).toBeVisible()
  })

  it('R-084 hides the location of a customer vehicle behind a lock', async () => {
    const { actor } = await openMap('/map/352625698104217', {
      'GET /api/v1/map/markers': {
        data: someMarkers([{ ...fleet[0]!, location_hidden: true }, ...fleet.slice(1)]),
      },
      'GET /api/v1/entities/1': { data: anEntity({ location_hidden: true, position: null }) },
    })
    expect(await screen.findByText('Trips hidden (customer vehicle)')).toBeVisible()
    expect(screen.queryByText('No trips')).toBeNull()
    await actor.click(await screen.findByRole('tab', { name: 'Information' }))
    expect((await screen.findAllByText('Location hidden (customer vehicle)'))[0]).toBeVisible()
    expect(screen.queryByText(/49\.41/)).not.toBeInTheDocument()
  })

  it('R-094 shows an error state when the entity cannot be read, and tries again', async () => {
    const { actor, api } = await openMap('/map/352625698104217', {
      'GET /api/v1/entities/1': () => problem(500, 'The database is away.'),
    })
    const panel = within(await drawer())
    expect(await panel.findByRole('alert')).toHaveTextContent('The database is away')
    api.answer({ 'GET /api/v1/entities/1': { data: anEntity() } })
    await actor.click(panel.getByRole('button', { name: 'Try again' }))
    expect(await panel.findByRole('heading', { name: 'Cargo 042' })).toBeVisible()
  })

  it('shows no speed beside "Moving" for a vehicle that waits at a traffic light', async () => {
    await openMap('/map/352625698104217', {
      'GET /api/v1/map/markers': { data: someMarkers([{ ...fleet[0]!, moving: true, speed_kph: 0 }]) },
    })
    const panel = within(await drawer())
    expect(await panel.findByText('Moving')).toBeVisible()
    expect(screen.queryByText(/\b0\s*km\/h/)).toBeNull()
  })

  it('R-095 warns when there is no historical location', async () => {
    const { actor } = await openMap('/map/352625698104217', {
      'GET /api/v1/map/markers': { data: someMarkers([{ ...fleet[0]!, latitude: null, longitude: null }]) },
      'GET /api/v1/entities/1': { data: anEntity({ position: null, last_seen: null }) },
    })
    await actor.click(await screen.findByRole('tab', { name: 'Information' }))
    expect(await screen.findByText('No historical location')).toBeVisible()
  })

  it('R-113 says "Couldn\'t connect to live service" until live updates come again', async () => {
    const { actor } = await openMap()
    await act(async () => FakeLiveSocket.last.end(1006))
    expect(await screen.findByText("Couldn't connect to live service")).toBeVisible()
    await actor.click(screen.getByRole('button', { name: 'Try now' }))
    await FakeLiveSocket.last.signIn()
    expect(screen.queryByText("Couldn't connect to live service")).not.toBeInTheDocument()
  })

  it('R-088 shows a live update in the drawer, its age counted from now', async () => {
    await openMap('/map/352625698104217')
    await FakeLiveSocket.last.signIn()
    await drawer()
    await FakeLiveSocket.last.say({
      type: 'positions',
      channel: 'fleet',
      epoch: 'a',
      sequence: 1,
      positions: [
        {
          entity_id: 1,
          imei: '352625698104217',
          latitude: 49.42,
          longitude: 8.7,
          speed_kph: 24,
          heading: 90,
          moving: true,
          positioned_at: new Date(NOW).toISOString(),
          received_at: new Date(NOW).toISOString(),
          last_activity: new Date(NOW).toISOString(),
          ignition: null,
          odometer_m: null,
          external_battery_mv: null,
          open_trip_id: null,
          location_hidden: false,
        },
      ],
    })
    expect(await screen.findByText('24 km/h E')).toBeVisible()
    expect(screen.getByText('0 s ago')).toBeVisible()
  })

  it('R-049 stops live updates when the map is left', async () => {
    const { actor } = await openMap()
    const socket = FakeLiveSocket.last
    await socket.signIn()
    expect(socket.sent.map(({ type }) => type)).toEqual(['authenticate', 'subscribe'])
    await actor.click(screen.getByRole('link', { name: /Home/ }))
    await waitFor(() => expect(socket.readyState).toBe(3))
    expect(FakeLiveSocket.opened).toHaveLength(1)
  })

  it('T-11 draws the trips of several vehicles, says whose each line is, and a link shows the same', async () => {
    const tripsOf = (request: Request) => {
      const entity = Number(new URL(request.url).searchParams.get('search'))
      return aTripPage([aTrip({ id: 30 + entity, entity_id: entity })])
    }
    const { api, actor, address } = await openMap('/map/352625698104217', { 'GET /api/v1/trips': tripsOf })
    await actor.click(await screen.findByRole('button', { name: 'Compare with other vehicles' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Compare with other vehicles' }))
    await actor.click(dialog.getByRole('combobox', { name: 'Vehicles' }))
    await actor.click(await screen.findByRole('option', { name: 'Cargo 017' }))
    await actor.click(dialog.getByRole('button', { name: 'Show' }))
    const legend = await screen.findByRole('list', { name: 'Whose trips are on the map' })
    await waitFor(() =>
      expect(
        within(legend)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual(['ACargo 042', 'BCargo 017']),
    )
    expect(address()).toContain('with=2')
    await waitFor(() => {
      const asked = api.requestsTo('GET /api/v1/trips').map(({ url }) => new URL(url).searchParams)
      expect(asked.filter((query) => query.get('limit') === '5').map((query) => query.get('search'))).toEqual(['1', '2'])
      for (const id of [31, 32]) expect(api.requestsTo(`GET /api/v1/trips/${id}`)).not.toHaveLength(0)
    })
  })

  it('previews a trip that is pointed at, and chooses none', async () => {
    const { api, actor, address } = await openMap('/map/352625698104217', {
      'GET /api/v1/trips/31': { data: { ...aTrip({ id: 31 }), waypoints: [], skipped_waypoints: 0 } },
    })
    await actor.hover(await screen.findByRole('button', { name: /Croeselaan/ }))
    await waitFor(() => expect(api.requestsTo('GET /api/v1/trips/31')).toHaveLength(1))
    expect(address()).not.toContain('trip=')
  })

  it('plays the chosen trip', async () => {
    const waypoints = [0, 60, 120].map((seconds, index) => ({
      trip_id: 31,
      latitude: [49.41, 49.411, 49.412][index]!,
      longitude: 8.69,
      positioned_at: new Date(Date.parse('2025-10-30T10:05:00.000Z') + seconds * 1_000).toISOString(),
      speed_kph: 17,
      heading: 0,
    }))
    const { actor, address } = await openMap('/map/352625698104217', {
      'GET /api/v1/trips/31': {
        data: {
          ...aTrip({ id: 31 }),
          waypoints,
          skipped_waypoints: 3,
          doubted_waypoints: [{ latitude: 48.85, longitude: 2.35, positioned_at: '2025-10-30T10:05:30.000Z' }],
          reasons: { begun_by: 'speed', ended_by: 'rest', ended_after_s: 300 },
        },
      },
    })
    await actor.click(await screen.findByRole('button', { name: /Croeselaan/ }))
    expect(address()).toContain('trip=31')
    const bar = within(await screen.findByRole('group', { name: 'Trip playback' }))
    expect(screen.getByText('2 points without a valid position are not drawn.')).toBeVisible()
    expect(screen.getByText('1 reading is drawn faintly: the vehicle cannot have been there.')).toBeVisible()
    expect(screen.getByText('Why it began: The tracker reported a speed')).toBeVisible()
    expect(screen.getByText('Why it ended: The vehicle stood for 5 min')).toBeVisible()
    const place = bar.getByRole('slider', { name: 'Place in the trip' })
    expect(place).toHaveAttribute('aria-valuetext', '11:05:00, 17\u00a0km/h')
    act(() => place.focus())
    await actor.keyboard('{ArrowRight}')
    expect(place).toHaveAttribute('aria-valuetext', '11:06:00, 17\u00a0km/h')
    await actor.keyboard(' ')
    expect(bar.getByRole('button', { name: 'Pause' })).toBeVisible()
    // T-11: playback at 20 times the speed. The map follows until the user moves it.
    await actor.click(bar.getByRole('button', { name: '20×' }))
    const follow = bar.getByRole('button', { name: 'Follow on the map' })
    expect(follow).toHaveAttribute('aria-pressed', 'false')
    await actor.click(follow)
    expect(follow).toHaveAttribute('aria-pressed', 'true')
    await actor.click(bar.getByRole('button', { name: 'Close trip' }))
    expect(address()).not.toContain('trip=')
  })

  it('opens the trip of a moment that a link leads to, at that moment, until it is closed', async () => {
    const waypoints = [0, 60, 120].map((seconds) => ({
      trip_id: 31,
      latitude: 49.41 + seconds / 60_000,
      longitude: 8.69,
      speed_kph: 17,
      heading: 0,
      positioned_at: new Date(Date.parse('2025-10-30T10:05:00.000Z') + seconds * 1_000).toISOString(),
    }))
    const link = '/map?entity=1&from=2025-10-30&till=2025-10-30&at=2025-10-30T10:06:00.000Z'
    const { actor, address } = await openMap(link, {
      'GET /api/v1/trips/31': { data: { ...aTrip({ id: 31 }), waypoints, skipped_waypoints: 0 } },
    })
    const bar = within(await screen.findByRole('group', { name: 'Trip playback' }))
    await waitFor(() =>
      expect(bar.getByRole('slider', { name: 'Place in the trip' })).toHaveAttribute('aria-valuetext', '11:06:00, 17\u00a0km/h'),
    )
    expect(address()).toContain('trip=31')
    await actor.click(bar.getByRole('button', { name: 'Close trip' }))
    expect(address()).not.toMatch(/trip=|at=/)
    expect(screen.queryByRole('group', { name: 'Trip playback' })).not.toBeInTheDocument()
  })
})

describe('the page of an entity', () => {
  it('G-11 shows map, trips and information side by side, by entity id', async () => {
    const restoreSocket = installFakeLiveServer()
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    const begin = jest.spyOn(L.Map.prototype, 'setView')
    stubApi({ 'GET /api/v1/entities/1': { data: anEntity({ imei: null }) }, 'GET /api/v1/trips': aTripPage([aTrip({ id: 31 })]) })
    await renderApp('/entity-status/1', { now: NOW })
    expect(await screen.findByRole('heading', { level: 1, name: 'Cargo 042' })).toBeVisible()
    expect(screen.getByRole('region', { name: 'Map' })).toBeVisible()
    // The map starts in the vehicle's street.
    expect(begin.mock.calls[0]?.slice(0, 2)).toEqual([[49.41, 8.69], 15])
    expect(await within(screen.getByRole('region', { name: 'Trips' })).findByText('Croeselaan 15')).toBeVisible()
    expect(screen.getByRole('region', { name: 'Information' })).toHaveTextContent('Odometer12,482 km')
    restoreSocket()
    jest.restoreAllMocks()
  })
})
