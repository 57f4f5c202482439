import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { LIMITS } from '../../config/limits.js'
import { setLiveLink } from '../../lib/live-link.js'
import { problem, stubApi } from '../../testing/api-stub.js'
import { aSummary, aUser, noMarkers } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'

const SAVED = 'PUT /api/v1/account/update'
const home = { 'GET /api/v1/dashboard/summary': { data: aSummary() }, 'GET /api/v1/map/markers': { data: noMarkers } }

beforeEach(() => {
  stubApi(home)
})

describe('the app bar', () => {
  const bar = () => screen.getByRole('banner')

  it('R-057 holds logo, language menu, night mode, Christmas and log-out', async () => {
    await renderApp('/')
    expect(within(bar()).getByRole('link', { name: 'Roadbook' })).toHaveAttribute('href', '/')
    for (const name of ['EN Language: English', 'Night mode', 'Christmas', 'Log out'])
      expect(within(bar()).getByRole('button', { name })).toBeVisible()
  })

  it('R-057 shows the planned maintenance in the user’s zone until it is dismissed for the day', async () => {
    const now = new Date('2025-10-30T08:00:00Z').getTime()
    const app = await renderApp('/', { now, user: aUser({ time_zone: 'Europe/London' }) })
    expect(await within(bar()).findByText(/02-11-2025 06:00 – 03-11-2025 20:00/)).toBeVisible()
    await app.actor.click(within(bar()).getByRole('button', { name: 'Dismiss' }))
    expect(within(bar()).queryByText(/Planned maintenance/)).not.toBeInTheDocument()
    app.unmount()
    await renderApp('/', { now: now + 86_400_000 })
    expect(await screen.findByText(/Planned maintenance/)).toBeVisible()
  })

  it('R-032 logs out', async () => {
    const logout = jest.fn()
    const app = await renderApp('/', { logout })
    await app.actor.click(screen.getByRole('button', { name: 'Log out' }))
    expect(logout).toHaveBeenCalledTimes(1)
  })

  it('R-058 offers Dutch, German, English, French in this order, each in its own words', async () => {
    const app = await renderApp('/')
    await app.actor.click(screen.getByRole('button', { name: 'EN Language: English' }))
    const options = screen.getAllByRole('menuitemradio')
    expect(options.map((option) => option.textContent)).toEqual(['Nederlands', 'Deutsch', 'English', 'Français'])
    expect(screen.getByRole('menuitemradio', { checked: true })).toHaveTextContent('English')
  })

  it('R-017 R-232 changes every text at once, remembers the language, and makes it the account’s', async () => {
    const api = stubApi({ ...home, [SAVED]: { data: {} } })
    const app = await renderApp('/')
    await app.actor.click(screen.getByRole('button', { name: 'EN Language: English' }))
    await app.actor.click(screen.getByRole('menuitemradio', { name: 'Deutsch' }))
    expect(await screen.findByRole('button', { name: 'Abmelden' })).toBeInTheDocument()
    await waitFor(() => expect(localStorage.getItem('lang')).not.toBeNull())
    await waitFor(() => expect(api.requestsTo(SAVED)).toHaveLength(1))
    expect(await api.requestsTo(SAVED)[0]?.json()).toEqual({ first_name: 'Marit', last_name: 'de Wolf', locale: 'de' })
  })

  it('R-017 says when the account could not take the language, and speaks it here all the same', async () => {
    stubApi({ ...home, [SAVED]: problem(503, 'Unavailable') })
    const app = await renderApp('/')
    await app.actor.click(screen.getByRole('button', { name: 'EN Language: English' }))
    await app.actor.click(screen.getByRole('menuitemradio', { name: 'Deutsch' }))
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Abmelden' })).toBeInTheDocument()
  })

  it('R-017 changes nothing of the account in a view of a role', async () => {
    const api = stubApi({ ...home, [SAVED]: { data: {} } })
    const viewing_as = { role_key: 'dealer', business_id: 12, business_name: 'Fietsen & Zn.' }
    const app = await renderApp('/', { user: aUser({ viewing_as }) })
    await app.actor.click(screen.getByRole('button', { name: 'EN Language: English' }))
    await app.actor.click(screen.getByRole('menuitemradio', { name: 'Deutsch' }))
    expect(await screen.findByRole('button', { name: 'Abmelden' })).toBeInTheDocument()
    expect(api.requestsTo(SAVED)).toEqual([])
  })

  it('R-074 R-233 switches night mode and keeps it under the dark-mode key', async () => {
    const app = await renderApp('/')
    const toggle = screen.getByRole('button', { name: 'Night mode', pressed: false })
    await app.actor.click(toggle)
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
    expect(localStorage.getItem('dark-mode')).toBe('dark')
    await app.actor.click(screen.getByRole('button', { name: 'Night mode', pressed: true }))
    expect(localStorage.getItem('dark-mode')).toBe('light')
  })

  it('R-018 R-228 lets it snow in the app bar while Christmas is on, and remembers it for the user (G-89)', async () => {
    const app = await renderApp('/')
    expect(screen.queryByTestId('snow')).not.toBeInTheDocument()
    await app.actor.click(screen.getByRole('button', { name: 'Christmas' }))
    expect((await within(bar()).findByTestId('snow')).children.length).toBeLessThanOrEqual(24)
    app.unmount()
    await renderApp('/')
    expect(screen.getByRole('button', { name: 'Christmas', pressed: true })).toBeVisible()
  })

  it('R-059 animates the logo after ten minutes without input, until the next input', async () => {
    jest.useFakeTimers()
    await renderApp('/')
    const mark = () => within(bar()).getByRole('link', { name: 'Roadbook' }).querySelector('svg')
    act(() => jest.advanceTimersByTime(LIMITS.idleLogoMs - 1))
    expect(mark()).toHaveAttribute('data-idle', 'false')
    act(() => jest.advanceTimersByTime(1))
    expect(mark()).toHaveAttribute('data-idle', 'true')
    fireEvent.pointerMove(window)
    expect(mark()).toHaveAttribute('data-idle', 'false')
    jest.useRealTimers()
  })

  it('counts the open alerts that ring for the user, leads to the open ones, and is nobody’s who may not see the map', async () => {
    const api = stubApi({
      'GET /api/v1/dashboard/summary': { data: aSummary() },
      'GET /api/v1/map/markers': { data: noMarkers },
      'GET /api/v1/dashboard/badges': { data: { open_cases: 0, alerts: 3, claims_to_decide: null } },
    })
    const { unmount } = await renderApp('/')
    expect(await within(bar()).findByRole('link', { name: /^3 open alerts are addressed to you/ })).toHaveAttribute(
      'href',
      '/alerts?f.state=open&f.recipient=me',
    )
    // The bell uses the sidebar's request and makes no request of its own.
    expect(api.requestsTo('GET /api/v1/dashboard/badges')).toHaveLength(1)
    unmount()
    await renderApp('/', { user: aUser({ permissions: ['index:dashboard', 'index:entity'] }) })
    expect(within(bar()).queryByRole('link', { name: /open alert/ })).not.toBeInTheDocument()
  })

  it('says that live updates are paused only while the live channel is broken', async () => {
    await renderApp('/')
    expect(screen.queryByText(/Live updates paused/)).not.toBeInTheDocument()
    act(() => setLiveLink('broken'))
    expect(await screen.findByText('Live updates paused — reconnecting')).toBeVisible()
    act(() => setLiveLink('live'))
    expect(screen.queryByText(/Live updates paused/)).not.toBeInTheDocument()
  })
})
