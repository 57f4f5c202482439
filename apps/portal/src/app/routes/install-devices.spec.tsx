import { screen, waitFor } from '@testing-library/react'
import { stubApi } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import { someInstalls } from '../../testing/some-installs.js'
import { PHONE, setViewport } from '../../testing/viewport.js'

describe('the screen of installations', () => {
  it('R-097 R-108 has a tab for each kind of work, which the address names', async () => {
    stubApi({ 'GET /api/v1/dropdown/entities': { data: [] } })
    const app = await renderApp('/install-devices?tab=replace')
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Install', 'Replace', 'IMEI status'])
    expect(tabs[1]).toHaveAttribute('aria-selected', 'true')
    await app.actor.click(screen.getByText('IMEI status'))
    expect(app.address()).toBe('/install-devices?tab=status')
  })
  it('R-098 is the page for the phone on a narrow screen, with the work that was asked for', async () => {
    setViewport(PHONE)
    sessionStorage.setItem('mobile-started', 'true')
    stubApi({ 'GET /api/v1/dropdown/entities': { data: [] } })
    const app = await renderApp('/install-devices?tab=replace&entity=41')
    await waitFor(() => expect(app.address()).toBe('/install-devices-mobile?tab=replace&entity=41'))
    expect(await screen.findByRole('button', { name: 'Replace' })).toHaveAttribute('aria-pressed', 'true')
  })

  it('R-069 R-097 stays the form for the desk in a window that is small or zoomed, with a mouse or held across', async () => {
    setViewport({ ...PHONE, isTouch: false, width: 720 })
    stubApi(someInstalls())
    const app = await renderApp('/install-devices')
    expect(await screen.findByLabelText('Name')).toBeVisible()
    setViewport({ ...PHONE, isPortrait: false, width: 720 })
    expect(app.address()).toBe('/install-devices')
  })

  it('R-120 says in an empty system that a business comes first, and leads to its form', async () => {
    stubApi({ ...someInstalls(), 'GET /api/v1/install-devices/businesses': { data: [] } })
    const admin = aUser({ permissions: [...aUser().permissions, 'create:business'] })
    await renderApp('/install-devices', { user: admin })
    expect(await screen.findByText('There is no business yet')).toBeVisible()
    expect(screen.queryByText(/may not install|canInstallDevices/)).toBeNull()
    expect(screen.getByText('Create business')).toHaveAttribute('href', '/businesses?dialog=create:business&type=0')
  })

  it('R-098 offers the form for the desk on the page for the phone where there is room for it', async () => {
    stubApi({ 'GET /api/v1/dropdown/entities': { data: [] } })
    const app = await renderApp('/install-devices-mobile?tab=replace')
    await app.actor.click(await screen.findByRole('button', { name: 'More' }))
    expect(await screen.findByRole('menuitem', { name: 'Form for large screens' })).toHaveAttribute('href', '/install-devices')
  })
})
