import { screen, within } from '@testing-library/react'
import { stubApi } from '../../testing/api-stub.js'
import { aSummary, aUser, noMarkers } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'

const fleet = {
  ...noMarkers,
  count: 3,
  columns: {
    ...noMarkers.columns,
    entity_id: [1, 2, 3],
    imei: ['352625698104217', '352625698104563', '352625104217340'],
    name: ['Cargo 042', 'Cargo 017', 'Van 3'],
    label: ['Cargo 042', 'Cargo 017', 'Van 3'],
    business_name: ['Domstad Mobiliteit', 'Domstad Mobiliteit', 'Bakkerij Singel'],
    lifecycle: ['installed', 'installed', 'installed'],
  },
} as typeof noMarkers

describe('the command palette', () => {
  beforeEach(() => {
    stubApi({ 'GET /api/v1/dashboard/summary': { data: aSummary() }, 'GET /api/v1/map/markers': { data: fleet } })
  })

  const open = async (permissions = aUser().permissions) => {
    const app = await renderApp('/reports', { user: aUser({ permissions }) })
    await app.actor.keyboard('{Control>}k{/Control}')
    const input = await screen.findByRole('combobox', { name: 'Search name, IMEI or screen' })
    return { app, input }
  }
  const options = () => screen.getAllByRole('option').map((option) => option.textContent)

  it('opens with Ctrl K and goes to a screen by its name', async () => {
    const { app, input } = await open()
    await app.actor.type(input, 'token{Enter}')
    expect(app.address()).toBe('/tokens')
    expect(screen.queryByRole('combobox', { name: 'Search name, IMEI or screen' })).not.toBeInTheDocument()
  })

  it('puts the vehicle whose IMEI ends with six digits first, and Enter shows it on the map', async () => {
    const { app, input } = await open()
    await app.actor.type(input, '104217')
    expect(await screen.findByRole('option', { name: /Cargo 042/, selected: true })).toBeVisible()
    expect(options()[1]).toContain('Van 3')
    await app.actor.keyboard('{Enter}')
    expect(app.address()).toBe('/map/352625698104217')
  })

  it('moves with the arrows', async () => {
    const { app, input } = await open()
    await app.actor.type(input, 'cargo')
    await screen.findByRole('option', { name: /Cargo 042/ })
    await app.actor.keyboard('{ArrowDown}')
    const chosen = screen.getByRole('option', { selected: true })
    expect(chosen).toHaveTextContent('Cargo 042')
    expect(input).toHaveAttribute('aria-activedescendant', chosen.id)
  })

  it('offers only what the user may see', async () => {
    await open(['read:reports'])
    expect(options().map((text) => text?.replace(/Go to.*$/, '').trim())).toEqual(['Home', 'Reports', 'Analytics'])
  })

  it('says when nothing matches', async () => {
    const { app, input } = await open()
    await app.actor.type(input, 'zzz')
    expect(within(screen.getByRole('dialog')).getByRole('status')).toHaveTextContent('Nothing matches “zzz”')
  })
})
