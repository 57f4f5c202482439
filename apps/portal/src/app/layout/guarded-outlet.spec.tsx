import { screen, waitFor, within } from '@testing-library/react'
import { stubApi } from '../../testing/api-stub.js'
import { aSummary, aUser, noMarkers } from '../../testing/fixtures.js'
import { SCREEN_KEYS, SCREENS } from '../screens.js'
import { renderApp } from '../../testing/render-app.js'

beforeEach(() => {
  stubApi({ 'GET /api/v1/dashboard/summary': { data: aSummary() }, 'GET /api/v1/map/markers': { data: noMarkers } })
})

describe('the guard in place', () => {
  it('R-048 redirects home and says which screen is closed', async () => {
    const app = await renderApp('/users', { user: aUser({ permissions: ['index:dashboard'] }) })
    expect(await screen.findByText('You have no access to Users')).toBeVisible()
    expect(app.address()).toBe('/')
  })

  it('R-031 goes home when the permission for the open screen is taken away', async () => {
    const app = await renderApp('/users')
    await screen.findByRole('heading', { level: 1, name: 'Users' })
    app.changeUser(aUser({ permissions: ['index:dashboard'] }))
    await waitFor(() => expect(app.address()).toBe('/'))
  })

  it('R-046 anything else is the not-found page', async () => {
    await renderApp('/nope')
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    expect(screen.getByText('There is nothing at /nope.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go home' })).toHaveAttribute('href', '/')
  })

  it.each([
    ['/vehicle-maps', undefined],
    ['/enteties', '/entities'],
    ['/Trip', '/trips'],
    ['/audit_log', '/audit'],
  ])('R-046 leads from %s to what was meant', async (address, meant) => {
    await renderApp(address)
    await screen.findByRole('heading', { level: 1, name: 'Page not found' })
    const near = screen.queryByRole('navigation', { name: 'Did you mean:' })
    expect(near && within(near).getAllByRole('link')[0]?.getAttribute('href')).toBe(meant ?? null)
  })

  it('R-056 has a screen of its own behind every entry of the navigation', async () => {
    const loaded = await Promise.all(SCREEN_KEYS.map(async (key) => (await SCREENS[key].load()).Component))
    expect(loaded.map((component) => typeof component)).toEqual(SCREEN_KEYS.map(() => 'function'))
    // No two entries share a placeholder screen.
    expect(new Set(loaded).size).toBe(SCREEN_KEYS.length)
  })

  it('says that no shop is configured', async () => {
    await renderApp('/shop')
    expect(await screen.findByText('No shop is configured')).toBeVisible()
  })
})
