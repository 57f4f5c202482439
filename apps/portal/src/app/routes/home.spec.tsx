import { screen, waitFor, within } from '@testing-library/react'
import { anEntry, aPage } from '../../features/audit/testing/some-entries.js'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aSummary, aUser, noMarkers } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'

const SUMMARY = 'GET /api/v1/dashboard/summary'
const AUDIT = 'GET /api/v1/audit-log'
const MARKERS = 'GET /api/v1/map/markers'
const now = new Date('2025-10-30T08:12:00Z').getTime()
const HOUR_MS = 3_600_000

/** Four entities: moving, idle, silent for two days, missing. */
const fourStates = {
  ...noMarkers,
  count: 4,
  columns: {
    ...noMarkers.columns,
    entity_id: [1, 2, 3, 4],
    moving: [true, false, true, true],
    received_at: [now - 5_000, now - 5_000, now - 48 * HOUR_MS, now - 5_000],
    lifecycle: ['installed', 'installed', 'installed', 'missing'],
  },
} as typeof noMarkers

describe('the home page', () => {
  let api: ApiStub
  beforeEach(() => {
    api = stubApi({ [SUMMARY]: { data: aSummary() }, [MARKERS]: { data: fourStates } })
  })

  it('greets by the hour of the user’s zone, with date and business', async () => {
    await renderApp('/', { now })
    expect(await screen.findByRole('heading', { level: 1, name: 'Good morning, Marit' })).toBeVisible()
    expect(screen.getByText('Thursday 30-10-2025 · Domstad Mobiliteit and 10 businesses below it')).toBeVisible()
  })

  it('counts each entity once: missing before silent before moving before idle', async () => {
    await renderApp('/', { now })
    expect(await screen.findByRole('img', { name: 'Moving 1, idle 1, offline 1, missing 1' })).toBeVisible()
    expect(screen.getByText('214')).toBeVisible()
  })

  it('shows trips and distance of today beside the same day of last week', async () => {
    await renderApp('/', { now })
    expect(await screen.findByText('486')).toBeVisible()
    expect(screen.getByText('2,412')).toBeVisible()
    expect(screen.getByLabelText('6% up')).toBeVisible()
    expect(screen.getByLabelText('3% down')).toBeVisible()
    expect(screen.getAllByText('on last Thursday by this time')).toHaveLength(2)
    expect(screen.getByText('Straight lines for vehicles without an odometer')).toBeVisible()
  })

  it('draws whole days as a line, and the running day apart from it', async () => {
    await renderApp('/', { now })
    const [trips] = await screen.findAllByRole('img', { name: /^The last 8 days: .*Thursday 486 \(so far\)$/ })
    expect(trips!.querySelector('polyline')?.getAttribute('points')?.split(' ')).toHaveLength(7)
    expect(trips!.querySelectorAll('circle')).toHaveLength(1)
  })

  it.each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
    'names the days of the line as the calendar does, for a profile in %s',
    async (time_zone) => {
      await renderApp('/', { now, user: aUser({ time_zone }) })
      expect(
        (await screen.findAllByRole('img', { name: /: Thursday 458, Friday 440, .*, Thursday 486 / })).length,
      ).toBeGreaterThan(0)
    },
  )

  it('T-10 D.4 links each number to the view that it is the count of, tells how it was a week ago, and folds zeros into "All clear"', async () => {
    const { unmount } = await renderApp('/', { now })
    const ways = {
      '3 missing cases open 2 more than a week ago': 'open_case',
      '2 installations unverified': 'unverified',
      '9 trackers silent for 26 h 3 fewer than a week ago': 'silent',
    }
    for (const [name, need] of Object.entries(ways))
      expect(await screen.findByRole('link', { name })).toHaveAttribute('href', `/entities?f.needs=${need}`)
    expect(screen.getByRole('link', { name: '4 alerts open' })).toHaveAttribute('href', '/alerts?f.state=open')
    expect(screen.queryByRole('link', { name: /batter|subscription|service/ })).not.toBeInTheDocument()
    unmount()
    const { attention } = aSummary()
    api.answer({ [SUMMARY]: { data: aSummary({ attention: attention.map((item) => ({ ...item, count: item.count && 0 })) }) } })
    await renderApp('/', { now })
    expect(await screen.findByText('All clear')).toBeVisible()
  })

  it('T-10 puts what needs attention before the figures, says what its arrows count, and counts vehicles where it leads to them', async () => {
    const attention = [{ kind: 'service_due' as const, count: 5, week_ago: 3, path: '/entities?f.needs=service_due' }]
    api.answer({ [SUMMARY]: { data: aSummary({ attention }) } })
    await renderApp('/', { now })
    const line = await screen.findByRole('link', { name: '5 vehicles with a service due 2 more than a week ago' })
    expect(line).toHaveTextContent('2 in a week')
    const [first, second] = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 })
    expect([first!.textContent, second!.textContent]).toEqual(['Needs attention', 'Fleet now'])
  })

  it('shows the tiles together with what stands above them, so that none moves under the pointer', async () => {
    let answer: (summary: object) => void = () => undefined
    api.answer({ [SUMMARY]: () => new Promise((resolve) => (answer = resolve)) })
    await renderApp('/', { now })
    await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(api.requestsTo(SUMMARY)).toHaveLength(1))
    expect(screen.queryByRole('list', { name: 'Screens' })).not.toBeInTheDocument()
    answer({ data: aSummary() })
    expect(await screen.findByRole('list', { name: 'Screens' })).toBeVisible()
    expect(screen.getByText('Needs attention')).toBeVisible()
  })

  it('T-10 leads from each number of the fleet and of the day to what it counts', async () => {
    const { unmount } = await renderApp('/', { now })
    const today = '/trips?f.trip_started_at=2025-10-30..2025-10-30'
    const ways = {
      '214 entities': '/entities',
      'Moving 1': '/map?state=moving',
      'Idle 1': '/map?state=idle',
      'Offline 1': '/map?state=offline',
      'Missing 1': '/map?state=missing',
      'Trips today: 486': today,
      'Distance today: 2,412 km': today,
      'Open Trips': today,
    }
    for (const [name, path] of Object.entries(ways))
      expect(await screen.findByRole('link', { name })).toHaveAttribute('href', path)
    // The day of the figures is in the same time zone as in the views that they link to.
    expect(new URL(api.requestsTo(SUMMARY)[0]!.url).searchParams.get('tz')).toBe('Europe/Amsterdam')
    unmount()
    await renderApp('/', { now, user: aUser({ permissions: ['index:dashboard'] }) })
    expect(await screen.findByText('486')).toBeVisible()
    expect(screen.queryByRole('link', { name: /entities|today/ })).not.toBeInTheDocument()
  })

  it('T-10 does not say that all is clear to who may open none of those views', async () => {
    api.answer({ [SUMMARY]: { data: aSummary({ attention: [] }) } })
    await renderApp('/', { now })
    expect(await screen.findByText('214')).toBeVisible()
    expect(screen.queryByText('All clear')).not.toBeInTheDocument()
    expect(screen.queryByText('Needs attention')).not.toBeInTheDocument()
  })

  it('R-055 mirrors the sidebar in tiles, each with an open button', async () => {
    await renderApp('/', { now })
    const tiles = await screen.findByRole('list', { name: 'Screens' })
    const titles = within(tiles)
      .getAllByRole('heading')
      .map((heading) => heading.textContent)
    const sidebar = within(screen.getByRole('navigation', { name: 'Main navigation' }))
      .getAllByRole('link')
      .map((link) => link.textContent?.replace(/\d+$/, ''))
    expect(['Home', ...titles]).toEqual(sidebar)
    for (const tile of within(tiles).getAllByRole('listitem')) {
      const title = within(tile).getByRole('heading').textContent
      expect(within(tile).queryAllByRole('link', { name: `Open ${title}` })).toHaveLength(1)
    }
    expect(within(tiles).getByRole('link', { name: 'Open Information' })).toHaveAttribute('href', '/information')
    expect(within(tiles).getByRole('link', { name: 'Open Map' })).toHaveAttribute('href', '/map')
  })

  it('T-10 says in its tile what waits behind each screen, where somebody counts it', async () => {
    const counts = { overdue: 3, 'due-soon': 5, planned: 1, done: 0, archived: 0 }
    api.answer({ 'GET /api/v1/maintenance-notifications': { data: [], meta: { ...aPage([]).meta, counts } } })
    await renderApp('/', { now })
    const tiles = within(await screen.findByRole('list', { name: 'Screens' }))
    for (const fact of ['3 cases open', '486 trips today', '3 overdue, 5 due soon'])
      expect(await tiles.findByText(fact)).toBeVisible()
  })

  it('R-055 shows only the tiles the user may open', async () => {
    await renderApp('/', { now, user: aUser({ permissions: ['index:dashboard', 'read:reports'] }) })
    const tiles = await screen.findByRole('list', { name: 'Screens' })
    expect(
      within(tiles)
        .getAllByRole('heading')
        .map((heading) => heading.textContent),
    ).toEqual(['Reports', 'Analytics'])
  })

  it('shows greeting and permitted tiles only, without the dashboard permission (G-09)', async () => {
    await renderApp('/', { now, user: aUser({ permissions: ['read:map'] }) })
    expect(await screen.findByRole('link', { name: 'Open Map' })).toBeVisible()
    expect(screen.queryByText('Fleet now')).not.toBeInTheDocument()
    expect(api.requestsTo(SUMMARY)).toHaveLength(0)
  })

  it('tells a user without access whom to ask, with the support block open and a way out (G-10)', async () => {
    const logout = jest.fn()
    const app = await renderApp('/', { now, logout, user: aUser({ permissions: ['none'] }) })
    expect(await screen.findByText('Your account has no access yet')).toBeVisible()
    expect(screen.getByText('support@roadbook.example')).toBeVisible()
    await app.actor.click(within(screen.getByRole('main')).getByRole('button', { name: 'Log out' }))
    expect(logout).toHaveBeenCalledTimes(1)
  })

  it('says when the figures cannot be read, keeps the tiles, and tries again', async () => {
    api.answer({ [SUMMARY]: () => problem(500, 'Server error') })
    const app = await renderApp('/', { now })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Something went wrong with the request. Server error. Please contact support.',
    )
    expect(screen.getByRole('link', { name: 'Open Map' })).toBeVisible()
    api.answer({ [SUMMARY]: { data: aSummary() } })
    await app.actor.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('486')).toBeVisible()
  })

  it('says to who may take none of the steps what will appear here', async () => {
    api.answer({ [SUMMARY]: { data: aSummary({ entities: 0, is_begun: false }) } })
    await renderApp('/', { now, user: aUser({ permissions: ['index:dashboard', 'read:reports'] }) })
    expect(await screen.findByText('No entities yet')).toBeVisible()
    expect(api.requestsTo('GET /api/v1/dashboard/first-steps')).toHaveLength(0)
  })

  it('T-16 tells the last work in the own businesses, each with the way to what changed', async () => {
    api.answer({ [AUDIT]: aPage([anEntry(), anEntry({ id: 40, action: 'user.create', object_name: 'Sem', actor: null })]) })
    await renderApp('/', { now: now + HOUR_MS })
    const recent = await screen.findByRole('region', { name: 'Recent activity' })
    expect(within(recent).getByRole('link', { name: 'Entity changed' })).toHaveAttribute('href', '/audit?entry=41')
    expect(within(recent).getByText('Cargo 12 · by Marit de Wolf')).toBeVisible()
    expect(within(recent).getByText('Sem · by System')).toBeVisible()
    expect(within(recent).getByRole('link', { name: 'Audit log' })).toHaveAttribute('href', '/audit')
    const asked = new URL(api.requestsTo(AUDIT)[0]!.url).searchParams
    expect(asked.get('searchFields')).toMatch(/^action:=entity\.create,.*;outcome:=done$/)
    expect(asked.get('searchFields')).not.toContain('sign-in')
  })

  it('T-16 asks for no activity where the user may not read the log', async () => {
    await renderApp('/', { now, user: aUser({ permissions: ['index:dashboard', 'read:map'] }) })
    expect(await screen.findByRole('link', { name: 'Open Map' })).toBeVisible()
    expect(api.requestsTo(AUDIT)).toHaveLength(0)
  })

  it('names the browser tab, marked on this local host', async () => {
    await renderApp('/', { now })
    await waitFor(() => expect(document.title).toBe('[local] Home · Roadbook'))
  })
})
