import { screen, waitFor, within } from '@testing-library/react'
import type { components } from '../../lib/api/schema.js'
import { stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { aVehicle } from '../../testing/some-vehicles.js'
import { renderApp } from '../../testing/render-app.js'

type Item = components['schemas']['TimelineItem']
const TIMELINE = 'GET /api/v1/entities/42/timeline'
const now = Date.parse('2025-10-30T08:12:00Z')
const without = aUser({ permissions: ['index:entity'] })

const item = (changes: Partial<Item>): Item => ({
  id: 'install 1',
  kind: 'install',
  at: '2025-01-01T08:00:00.000Z',
  actor: 'Ada Byron',
  tracker: null,
  trips: null,
  case_state: null,
  edit: null,
  ...changes,
})
const life: Item[] = [
  item({
    id: 'swap 2',
    kind: 'swap',
    at: '2025-06-02T08:00:00.000Z',
    tracker: { imei: '356307042449990', previous_imei: '352625698104217', reason: 'Water in it' },
  }),
  item({
    id: 'trips 2025-06-01',
    kind: 'trips',
    at: '2025-06-01T17:00:00.000Z',
    actor: null,
    trips: { date: '2025-06-01', trips: 2, distance_m: 6_000, duration_s: 3_000 },
  }),
  item({
    id: 'edit 9',
    kind: 'edit',
    at: '2025-05-01T08:00:00.000Z',
    edit: {
      action: 'entity.update',
      changes: [{ field: 'color', old: 'Red', new: 'Blue', old_name: null, new_name: null }],
    },
  }),
]

let api: ApiStub
const start = (changes: Parameters<typeof aVehicle>[0] = {}, items = life) => {
  const meta = { current_page: 1, last_page: 1, per_page: 20, total: items.length }
  api = stubApi({
    'GET /api/v1/entities/42': { data: aVehicle(changes) },
    [TIMELINE]: { data: items, meta },
  })
}

describe('the page of a vehicle', () => {
  it('T-04 R-165 tells who it is, and its life: swaps with both IMEIs, days of trips, edits from and to', async () => {
    start({ license_plate: 'AB-12-CD', color: 'Blue' })
    await renderApp('/entities/42', { now, user: without })
    expect(await screen.findByRole('heading', { level: 1, name: 'Cargo 042' })).toBeVisible()
    for (const text of ['AB-12-CD', 'UA24-118-0042', 'Urban Arrow', '12,482'])
      expect(screen.getByRole('main')).toHaveTextContent(text)
    const timeline = await screen.findByRole('list', { name: 'Timeline' })
    for (const text of ['352 625 698 104 217 → 356 307 042 449 990', 'Water in it', '2 trips', 'Vehicle edited', 'Red', 'Blue'])
      expect(timeline).toHaveTextContent(text)
  })

  it('G-106 says of a customer’s vehicle that its times are hidden, never that it was not heard', async () => {
    start({ location_hidden: true, last_seen: null, position: null, odo: 0, connection: 'reported', has_customer: true })
    const { unmount } = await renderApp('/entities/42', { now, user: without })
    expect(await screen.findByText('Reported')).toBeVisible()
    // Both the motion and the odometer are hidden.
    expect(screen.getAllByText('Hidden')).toHaveLength(2)
    expect(screen.queryByText(/^0\s*km$/)).toBeNull()
    expect(screen.queryByText(/Never|Idle|Silent/)).toBeNull()
    unmount()
    await renderApp('/entities/42', { now, user: aUser({ permissions: ['index:entity', 'read:map'] }) })
    expect(await screen.findByText('Reported')).toBeVisible()
    expect(screen.queryByText(/Never|Idle|Silent| ago/)).toBeNull()
  })

  it('G-41 tells once how a vehicle is heard, and of one age: by the map beside it, or without one in its head', async () => {
    start()
    const connection = /(Live|Reported|Sleeping|Silent)( · .+)?$/
    const { unmount } = await renderApp('/entities/42', { now, user: without })
    expect(await screen.findAllByText(connection)).toHaveLength(1)
    unmount()
    await renderApp('/entities/42', { now, user: aUser({ permissions: ['index:entity', 'read:map'] }) })
    await screen.findByText('Connection')
    expect(screen.getAllByText(connection)).toHaveLength(1)
  })

  it.each([
    ['Europe/Amsterdam', 'Reported'],
    ['America/Los_Angeles', 'Sleeping'],
  ])('G-41 judges by the day of a profile in %s whether a vehicle has reported today: %s', async (time_zone, connection) => {
    // In Amsterdam it is 07:30, in Los Angeles half an hour before midnight.
    start({ last_seen: '2025-10-30T06:30:00.000Z' })
    const { unmount } = await renderApp('/entities/42', { now, user: aUser({ permissions: ['index:entity'], time_zone }) })
    expect(await screen.findByText(new RegExp(`^${connection} · `))).toBeVisible()
    unmount()
    await renderApp('/entities/42', { now, user: aUser({ permissions: ['index:entity', 'read:map'], time_zone }) })
    await screen.findByText('Connection')
    expect(screen.getByText(connection)).toBeVisible()
  })

  it('T-04 narrows the timeline to one type', async () => {
    start()
    const { actor } = await renderApp('/entities/42', { now, user: without })
    await actor.click(await screen.findByRole('button', { name: 'Trackers' }))
    const asked = () => new URL(api.requestsTo(TIMELINE).at(-1)?.url ?? '').searchParams.get('searchFields')
    await waitFor(() => expect(asked()).toBe('kind:ininstall,verified,swap,removal'))
  })

  it('R-130 G-69 says of an unregistered one to delete and install it again; its empty timeline says what to do', async () => {
    start({ vehicle_type: 'unregistered' }, [])
    await renderApp('/entities/42', { now, user: without })
    expect(await screen.findByRole('alert')).toHaveTextContent('Delete it and install it again')
    expect(await screen.findByText('No trips yet — run a live test')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Delete and install again' })).not.toBeInTheDocument()
  })

  it('G-69 leads who may install from an unregistered one to the installation of its tracker', async () => {
    start({ vehicle_type: 'unregistered', imei: '356307042441021' }, [])
    await renderApp('/entities/42', { now, user: aUser({ permissions: ['index:entity', 'create:entity'] }) })
    const link = await screen.findByRole('link', { name: 'Delete and install again' })
    expect(link).toHaveAttribute('href', '/install-devices?imei=356307042441021')
  })

  it('shows the customer only to who may see one, and nothing of a vehicle that is not there', async () => {
    start({ has_customer: true })
    const { unmount } = await renderApp('/entities/42', { now, user: without })
    const cards = await screen.findByRole('main')
    await within(cards).findByRole('heading', { name: 'Tracker' })
    expect(within(cards).queryByRole('heading', { name: 'Customer' })).not.toBeInTheDocument()
    unmount()
    stubApi()
    await renderApp('/entities/42', { now, user: without })
    expect(await screen.findByText('There is no such vehicle')).toBeVisible()
  })
})
