import { screen, waitFor, within } from '@testing-library/react'
import { stubApi } from '../../testing/api-stub.js'
import { aSummary, aUser, noMarkers } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import { PHONE, setViewport } from '../../testing/viewport.js'

beforeEach(() => {
  stubApi({ 'GET /api/v1/dashboard/summary': { data: aSummary() }, 'GET /api/v1/map/markers': { data: noMarkers } })
})

const navigation = () => screen.getByRole('navigation', { name: 'Main navigation' })

describe('on narrow screens', () => {
  it('R-069 R-070 has no permanent sidebar on a portrait touch screen under 760 px, but a menu and a bottom bar', async () => {
    setViewport(PHONE)
    const app = await renderApp('/', { user: aUser({ permissions: ['read:map', 'index:entity'] }) })
    expect(screen.queryByRole('navigation', { name: 'Main navigation' })).not.toBeInTheDocument()
    const quick = screen.getByRole('navigation', { name: 'Quick navigation' })
    expect(
      within(quick)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Map', 'Entities'])
    await app.actor.click(screen.getByRole('button', { name: 'Open menu' }))
    expect(navigation()).toBeVisible()
  })

  it('gives the map of a phone the whole screen: menu and account are in its search', async () => {
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    setViewport(PHONE)
    const app = await renderApp('/map', { user: aUser({ permissions: ['read:map'] }) })
    expect(await screen.findByRole('combobox', { name: /search/i })).toBeVisible()
    expect(screen.queryByRole('banner')).not.toBeInTheDocument()
    await app.actor.click(screen.getByRole('button', { name: 'Open menu' }))
    expect(navigation()).toBeVisible()
    await app.actor.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Main navigation' })).not.toBeInTheDocument())
    await app.actor.click(screen.getByRole('button', { name: 'Edit account' }))
    expect(await screen.findByRole('dialog')).toBeVisible()
  })

  it('R-069 is not mobile at 760 px, in landscape, or without touch', async () => {
    for (const viewport of [{ width: 760 }, { isPortrait: false }, { isTouch: false }]) {
      setViewport({ ...PHONE, ...viewport })
      const { unmount } = await renderApp('/')
      expect(screen.queryByRole('navigation', { name: 'Quick navigation' })).not.toBeInTheDocument()
      unmount()
    }
  })

  it('R-071 sends who may install to the mobile install screen once per session, without a glance at Home (G-12)', async () => {
    setViewport(PHONE)
    const app = await renderApp('/')
    expect(screen.queryByRole('heading', { level: 1, name: /^Good/ })).toBeNull()
    await waitFor(() => expect(app.address()).toBe('/install-devices-mobile'))
    await app.actor.click(await screen.findByRole('button', { name: 'Close' }))
    await app.actor.click(await screen.findByRole('button', { name: 'Open menu' }))
    await app.actor.click(await screen.findByRole('link', { name: 'Home' }))
    await waitFor(() => expect(app.address()).toBe('/'))
    expect(await screen.findByRole('heading', { level: 1, name: /^Good/ })).toBeVisible()
    app.unmount()
    const again = await renderApp('/')
    expect(await screen.findByRole('heading', { level: 1, name: /^Good/ })).toBeVisible()
    expect(again.address()).toBe('/')
  })

  it('G-12 opens the address that was asked for, for who may install, too', async () => {
    setViewport(PHONE)
    sessionStorage.clear()
    const app = await renderApp('/reports')
    expect(await screen.findByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
    expect(app.address()).toBe('/reports')
  })

  it('R-071 leaves others where they are', async () => {
    setViewport(PHONE)
    const app = await renderApp('/reports', { user: aUser({ permissions: ['read:reports'] }) })
    await screen.findByRole('heading', { level: 1, name: 'Reports' })
    expect(app.address()).toBe('/reports')
  })

  it('R-072 hides the logo under 600 px and shows the title in its place', async () => {
    setViewport({ ...PHONE, width: 599 })
    const { unmount } = await renderApp('/reports', { user: aUser({ permissions: ['read:reports'] }) })
    expect(screen.queryByRole('link', { name: 'Roadbook' })).not.toBeInTheDocument()
    expect(within(screen.getByRole('banner')).getByText('Reports')).toBeVisible()
    // The page repeats its title for screen readers only.
    const heading = () => screen.findByRole('heading', { level: 1, name: 'Reports' })
    const hidden = (await heading()).parentElement!.className
    unmount()
    setViewport({ ...PHONE, width: 600 })
    await renderApp('/reports', { user: aUser({ permissions: ['read:reports'] }) })
    expect(screen.getByRole('link', { name: 'Roadbook' })).toBeVisible()
    expect((await heading()).parentElement!.className).not.toBe(hidden)
  })

  it('collapses the sidebar to icons between 1024 and 1279 px', async () => {
    setViewport({ width: 1100 })
    await renderApp('/')
    expect(within(navigation()).getByRole('link', { name: 'Install Devices' })).toHaveTextContent('')
  })
})
