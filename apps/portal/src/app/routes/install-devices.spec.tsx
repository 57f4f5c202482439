import { screen } from '@testing-library/react'
import { stubApi } from '../../testing/api-stub.js'
import { renderApp } from '../../testing/render-app.js'

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
})
