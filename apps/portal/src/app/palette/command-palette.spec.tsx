import { screen, waitFor, within } from '@testing-library/react'
import { type ApiStub, stubApi } from '../../testing/api-stub.js'
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

const FIELD = 'Search vehicle, plate, IMEI, person or screen'
const ACCOUNT = 'PUT /api/v1/account/update'
const nothing = { license_plate: null, frame_number: null, imei: null, email: null, business_name: null }

describe('the command palette', () => {
  let api: ApiStub
  beforeEach(() => {
    api = stubApi({
      'GET /api/v1/dashboard/summary': { data: aSummary() },
      'GET /api/v1/map/markers': { data: fleet },
      'GET /api/v1/search': { data: [] },
      [ACCOUNT]: { data: {} },
    })
  })
  const finds = (...hits: object[]) => api.answer({ 'GET /api/v1/search': { data: hits } })

  const open = async (permissions = aUser().permissions) => {
    const app = await renderApp('/reports', { user: aUser({ permissions }) })
    await app.actor.keyboard('{Control>}k{/Control}')
    const input = await screen.findByRole('combobox', { name: FIELD })
    return { app, input }
  }
  const options = () => screen.getAllByRole('option').map((option) => option.textContent)

  it('opens with Ctrl K and goes to a screen by its name', async () => {
    const { app, input } = await open()
    await app.actor.type(input, 'token{Enter}')
    expect(app.address()).toBe('/tokens')
    expect(screen.queryByRole('combobox', { name: FIELD })).not.toBeInTheDocument()
  })

  it('does not offer the shop where it has no address', async () => {
    const { app, input } = await open(['create:order'])
    await app.actor.type(input, 'shop')
    expect(await screen.findByText(/Nothing matches/)).toBeVisible()
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
    expect(options().map((text) => text?.replace(/(Go to|Select).*$/, '').trim())).toEqual([
      ...['Home', 'Reports', 'Analytics', 'Night mode: Dark'],
      ...['Language: Nederlands', 'Language: Deutsch', 'Language: Français', 'Log out'],
    ])
  })

  it('T-06 finds a vehicle by its plate, and shows plate and frame number beside its name', async () => {
    finds({
      ...nothing,
      kind: 'vehicle',
      id: 1,
      name: 'Cargo 042',
      license_plate: 'HD-SC 1072',
      frame_number: 'WRB168',
      imei: '352625698104217',
    })
    const { app, input } = await open()
    await app.actor.type(input, 'hdsc1072')
    expect(await screen.findByRole('option', { name: /Cargo 042 HD-SC 1072 · WRB168/ })).toBeVisible()
    await app.actor.keyboard('{Enter}')
    expect(app.address()).toBe('/map/352625698104217')
    expect(api.requestsTo('GET /api/v1/search').map(({ url }) => new URL(url).searchParams.get('query'))).toContain('hdsc1072')
  })

  it.each([
    ['a vehicle without a tracker', { kind: 'vehicle', id: 9, name: 'Claire’s bike' }, '/entities/9'],
    ['a person', { kind: 'person', id: 9, name: 'Claire Dubois', email: 'claire@x.example' }, '/users?user=9'],
    ['a business', { kind: 'business', id: 9, name: 'Claire Vélo' }, '/businesses?business=9'],
    ['a tag', { kind: 'tag', id: 9, name: 'Claire’s own' }, '/entities?f.tag_id=9'],
  ])('T-06 leads to %s', async (_, hit, path) => {
    finds({ ...nothing, ...hit })
    const { app, input } = await open()
    await app.actor.type(input, 'claire')
    await screen.findByRole('option', { name: /Claire/ })
    await app.actor.keyboard('{Enter}')
    expect(app.address()).toBe(path)
  })

  it('T-06 begins what one may do, by its words', async () => {
    const { app, input } = await open()
    await app.actor.type(input, 'new user')
    await screen.findByRole('option', { name: /New user/ })
    await app.actor.keyboard('{Enter}')
    expect(app.address()).toBe('/users?dialog=create:user')
  })

  it('T-06 offers no action beyond one’s rights', async () => {
    const { app, input } = await open(['read:map'])
    await app.actor.type(input, 'new')
    expect(await screen.findByRole('status')).toHaveTextContent('Nothing matches')
  })

  it('switches night mode by any of its names, and the language of the account', async () => {
    const { app, input } = await open()
    await app.actor.type(input, 'dark')
    await screen.findByRole('option', { name: /Night mode: Dark/, selected: true })
    await app.actor.keyboard('{Enter}')
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
    await app.actor.keyboard('{Control>}k{/Control}')
    await app.actor.type(await screen.findByRole('combobox', { name: FIELD }), 'deutsch')
    await screen.findByRole('option', { name: /Language: Deutsch/, selected: true })
    await app.actor.keyboard('{Enter}')
    expect(await screen.findByRole('button', { name: 'Abmelden' })).toBeInTheDocument()
    await waitFor(() => expect(api.requestsTo(ACCOUNT)).toHaveLength(1))
    expect(await api.requestsTo(ACCOUNT)[0]?.json()).toEqual({ first_name: 'Marit', last_name: 'de Wolf', locale: 'de' })
  })

  it('begins with what was chosen last, and keeps no name of it', async () => {
    const { app, input } = await open()
    await app.actor.type(input, 'token{Enter}')
    await app.actor.keyboard('{Control>}k{/Control}')
    await app.actor.type(await screen.findByRole('combobox', { name: FIELD }), '104217')
    await screen.findByRole('option', { name: /Cargo 042/, selected: true })
    await app.actor.keyboard('{Enter}{Control>}k{/Control}')
    await screen.findByText('Recent')
    const [first, second, ...others] = (await screen.findAllByRole('option')).map((option) => option.textContent)
    expect(first).toContain('Cargo 042')
    expect(second).toContain('Tokens')
    expect(others.join()).not.toContain('Tokens')
    expect(JSON.stringify(localStorage)).not.toContain('Cargo')
  })

  it('says when nothing matches', async () => {
    const { app, input } = await open()
    await app.actor.type(input, 'zzz')
    expect(await within(screen.getByRole('dialog')).findByRole('status')).toHaveTextContent('Nothing matches “zzz”')
  })
})
