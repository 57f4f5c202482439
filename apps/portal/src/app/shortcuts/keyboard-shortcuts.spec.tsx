import { screen, within } from '@testing-library/react'
import { stubApi } from '../../testing/api-stub.js'
import { aSummary, aUser, noMarkers } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'

describe('keys that work on every screen', () => {
  beforeEach(() => {
    stubApi({ 'GET /api/v1/dashboard/summary': { data: aSummary() }, 'GET /api/v1/map/markers': { data: noMarkers } })
  })

  it('go to a screen by G and its letter', async () => {
    const { actor, address } = await renderApp('/')
    await actor.keyboard('gr')
    expect(address()).toBe('/reports')
    await actor.keyboard('gh')
    expect(address()).toBe('/')
  })

  it('lead only where the user may go, and say nothing of the rest', async () => {
    const permissions = aUser().permissions.filter((one) => one !== 'read:reports')
    const { actor, address } = await renderApp('/', { user: aUser({ permissions }) })
    await actor.keyboard('gr')
    expect(address()).toBe('/')
    await actor.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(within(dialog).getByText('Map', { selector: 'span' })).toBeVisible()
    expect(within(dialog).queryByText('Reports')).not.toBeInTheDocument()
  })

  it('are silent while somebody types, and Escape closes the overview', async () => {
    const { actor, address } = await renderApp('/reports')
    await actor.keyboard('{Control>}k{/Control}')
    await actor.type(await screen.findByRole('combobox', { name: 'Search vehicle, plate, IMEI, person or screen' }), 'gh?')
    expect(address()).toBe('/reports')
    await actor.keyboard('{Escape}?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await actor.keyboard('{Escape}')
    expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).not.toBeInTheDocument()
  })
})
