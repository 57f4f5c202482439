import { screen, within } from '@testing-library/react'
import { NONE_DONE, someFirstSteps } from '../testing/some-first-steps.js'
import { stubApi, type ApiStub } from '../../../testing/api-stub.js'
import { aSummary, aUser, noMarkers, noWords } from '../../../testing/fixtures.js'
import { renderApp } from '../../../testing/render-app.js'

const STEPS = 'GET /api/v1/dashboard/first-steps'
const now = Date.parse('2025-10-30T08:12:00Z')
const root = aUser({
  role_key: 'super-admin',
  business_id: null,
  business_name: null,
  businesses: [],
  permissions: [...aUser().permissions, 'create:business', 'manage:devices', 'create:entity', 'create:user'],
})
const imei = '356307042441013'
const list = () => screen.findByRole('region', { name: 'From here to your first tracker on the map' })
const titles = (region: HTMLElement) =>
  within(region)
    .getAllByRole('heading', { level: 3 })
    .map((one) => one.textContent)
const open = (region: HTMLElement) =>
  within(region)
    .getAllByRole('listitem')
    .filter((item) => item.getAttribute('aria-current') === 'step')
    .map((item) => within(item).getByRole('heading', { level: 3 }).textContent)

describe('the first hour of an empty system', () => {
  let api: ApiStub
  beforeEach(() => {
    api = stubApi({
      'GET /api/v1/dashboard/summary': { data: aSummary({ entities: 0, is_begun: false }) },
      'GET /api/v1/map/markers': { data: noMarkers },
      'GET /api/v1/dropdown/words': { data: { ...noWords, brands: [{ id: 1, name: 'Gazelle', models: [] }] } },
      [STEPS]: { data: someFirstSteps() },
    })
  })

  it('begins with the business, by its name alone', async () => {
    api.answer({ 'POST /api/v1/businesses/root': { data: { id: 1, name: 'Radwerk' } } })
    const { actor } = await renderApp('/', { now, user: root })
    const region = await list()
    expect(titles(region)).toEqual([
      ...['Create your business', 'Point a tracker here', 'Register the tracker'],
      ...['Install the tracker on a vehicle', 'Watch the vehicle move', 'Invite a colleague'],
    ])
    expect(open(region)).toEqual(['Create your business'])
    await actor.click(within(region).getByRole('button', { name: 'Create business' }))
    expect(within(region).getByText('Enter a name')).toBeVisible()
    await actor.type(within(region).getByRole('textbox', { name: 'Name of the business' }), 'Radwerk{Enter}')
    expect(await screen.findByText('Radwerk was created')).toBeVisible()
    expect(await api.requestsTo('POST /api/v1/businesses/root')[0]!.json()).toMatchObject({ type: 'vendor', name: 'Radwerk' })
  })

  it('tells host and port for each maker, and copies its command with one press', async () => {
    api.answer({ [STEPS]: { data: someFirstSteps({ done: { ...NONE_DONE, business: true } }) } })
    const { actor } = await renderApp('/', { now, user: root })
    const region = await list()
    expect(open(region)).toEqual(['Point a tracker here'])
    expect(within(region).getByRole('textbox', { name: 'Host' })).toHaveValue('track.example')
    expect(within(region).getByRole('textbox', { name: 'Port' })).toHaveValue('5027')
    await actor.click(within(region).getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe('  setparam 2004:track.example;2005:5027;2006:0')
    await actor.click(within(region).getByRole('combobox', { name: 'Maker' }))
    await actor.click(screen.getByRole('option', { name: 'Queclink' }))
    expect(within(region).getByRole('textbox', { name: 'Port' })).toHaveValue('5000')
    expect(within(region).queryByRole('button', { name: 'Copy' })).not.toBeInTheDocument()
  })

  it('registers who knocked with one press, named by its maker', async () => {
    api.answer({
      [STEPS]: {
        data: someFirstSteps({
          done: { ...NONE_DONE, business: true, point: true },
          knocks: [{ imei, protocol: 'gt06', remote_address: '203.0.113.9', last_seen_at: '2025-10-30T08:11:50Z' }],
        }),
      },
      'POST /api/v1/devices': { data: { imei } },
    })
    const { actor } = await renderApp('/', { now, user: root })
    const region = await list()
    expect(within(region).getByText(/Concox, Jimi \(GT06\) · 203\.0\.113\.9/)).toBeVisible()
    await actor.click(within(region).getByRole('button', { name: /^Register/ }))
    expect(await screen.findByText(`Tracker ${imei} is registered`)).toBeVisible()
    expect(await api.requestsTo('POST /api/v1/devices')[0]!.json()).toEqual({ imei, business_id: 4 })
  })

  it('installs it on a vehicle that is filled in but for its brand', async () => {
    api.answer({
      [STEPS]: {
        data: someFirstSteps({
          done: { ...NONE_DONE, business: true, point: true, register: true },
          device: { imei, business_id: 4 },
        }),
      },
      'POST /api/v1/install-devices/install': { data: { id: 9, name: 'Vehicle 441013' } },
    })
    const { actor } = await renderApp('/', { now, user: root })
    const region = await list()
    await actor.click(within(region).getByRole('button', { name: 'Install device' }))
    expect(within(region).getByText('Choose a brand')).toBeVisible()
    await actor.click(within(region).getByRole('combobox', { name: 'Brand' }))
    await actor.click(screen.getByRole('option', { name: 'Gazelle' }))
    await actor.click(within(region).getByRole('button', { name: 'Install device' }))
    expect(await screen.findByText('Vehicle 441013 has its tracker')).toBeVisible()
    expect(await api.requestsTo('POST /api/v1/install-devices/install')[0]!.json()).toEqual({
      name: 'Vehicle 441013',
      vehicle_type: 'eBike',
      brand: 'Gazelle',
      frame_number: '441013',
      license_plate: '441013',
      imei,
      business_id: 4,
      user_target: 'own-use',
    })
  })

  it('leads to the vehicle on the map, then to a colleague, and is gone once whole', async () => {
    const done = { ...NONE_DONE, business: true, point: true, register: true, install: true }
    const vehicle = { entity_id: 9, name: 'Vehicle 441013', imei, is_on_map: true }
    api.answer({ [STEPS]: { data: someFirstSteps({ done, vehicle }) } })
    const { unmount } = await renderApp('/', { now, user: root })
    const map = within(await list()).getByRole('link', { name: 'Open map' })
    expect(map).toHaveAttribute('href', `/map/${imei}`)
    unmount()
    api.answer({ [STEPS]: { data: someFirstSteps({ done: { ...done, move: true }, vehicle }) } })
    const second = await renderApp('/', { now, user: root })
    expect(within(await list()).getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/users?dialog=create:user')
    second.unmount()
    api.answer({ [STEPS]: { data: someFirstSteps({ done: { ...done, move: true, invite: true }, vehicle }) } })
    await renderApp('/', { now, user: root })
    expect(await screen.findByText('No entities yet')).toBeVisible()
    expect(screen.queryByRole('region', { name: /your first tracker/ })).not.toBeInTheDocument()
  })

  it('has one primary button, and says what the step waits for until the tracker moves', async () => {
    const primary = () => [...screen.getByRole('main').querySelectorAll('.MuiButton-contained')].map((one) => one.textContent)
    const done = { ...NONE_DONE, business: true, point: true, register: true, install: true }
    const vehicle = { entity_id: 9, name: 'Vehicle 441013', imei, is_on_map: false }
    const ENTITY = 'GET /api/v1/entities/9'
    api.answer({
      'GET /api/v1/dashboard/summary': { data: aSummary({ entities: 1, is_begun: false }) },
      [STEPS]: { data: someFirstSteps({ done, vehicle }) },
      [ENTITY]: { data: { last_seen: null, position: null } },
    })
    const { unmount } = await renderApp('/', { now, user: root })
    expect(await screen.findByText(/^The tracker has not reported since it was installed/)).toBeVisible()
    expect(primary()).toEqual(['Open map'])
    unmount()
    api.answer({ [ENTITY]: { data: { last_seen: '2025-10-30T08:11:52Z', position: null } } })
    await renderApp('/', { now, user: root })
    expect(await screen.findByText(/^Last seen 8 s ago, waiting for a position/)).toBeVisible()
  })

  it('does not ask to copy a command that no tracker can follow', async () => {
    const done = { ...NONE_DONE, business: true }
    api.answer({ [STEPS]: { data: someFirstSteps({ done, gateway: { ...someFirstSteps().gateway, host: null } }) } })
    await renderApp('/', { now, user: root })
    const region = await list()
    expect(within(region).getByText(/^Trackers cannot reach this machine/)).toBeVisible()
    expect(within(region).getByRole('button', { name: 'Copy' })).not.toHaveClass('MuiButton-contained')
  })

  it('asks nothing of it where everything was begun long ago', async () => {
    api.answer({ 'GET /api/v1/dashboard/summary': { data: aSummary() } })
    await renderApp('/', { now, user: root })
    expect(await screen.findByText('214')).toBeVisible()
    expect(api.requestsTo(STEPS)).toHaveLength(0)
  })
})
