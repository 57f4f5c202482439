import { screen, waitFor } from '@testing-library/react'
import { stubApi } from '../../testing/api-stub.js'
import { renderApp } from '../../testing/render-app.js'
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

  it('R-098 offers the form for the desk on the page for the phone where there is room for it', async () => {
    stubApi({ 'GET /api/v1/dropdown/entities': { data: [] } })
    const app = await renderApp('/install-devices-mobile?tab=replace')
    await app.actor.click(await screen.findByRole('button', { name: 'More' }))
    expect(await screen.findByRole('menuitem', { name: 'Form for the desk' })).toHaveAttribute('href', '/install-devices')
  })
})
