import { screen, waitFor, within } from '@testing-library/react'
import { browser } from '../../lib/browser.js'
import { forgetViewAs, getViewAs } from '../../lib/session/view-as.js'
import { problem, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { lastBody, openUsers, person, roles, stubUsers } from '../../testing/some-users.js'

let api: ApiStub
const leaveTo = jest.spyOn(browser, 'leaveTo').mockImplementation(() => undefined)
beforeEach(() => {
  jest.clearAllMocks()
  api = stubUsers()
})
afterEach(() => forgetViewAs())

describe('the panel of a user', () => {
  const rights = {
    role_key: 'technician',
    role: 'Technician',
    role_permissions: ['read:map'],
    extra_permissions: ['read:reports'],
    permissions: ['read:map', 'read:reports'],
    grantable: ['create:order'],
  }

  it('T-13 R-290 shows what the user may do and why, and gives what the viewer holds', async () => {
    const GIVE = 'POST /api/v1/users/21/givePermission'
    api.answer({ 'GET /api/v1/users/21/permissions': { data: rights }, [GIVE]: { data: rights } })
    const { actor } = await openUsers('/users?user=21&tab=rights')
    const ofRole = await screen.findByRole('checkbox', { name: 'See the map and trips' })
    expect([ofRole.getAttribute('aria-disabled'), ofRole.getAttribute('aria-description')]).toEqual([
      'true',
      'Comes with the role Technician',
    ])
    const notHeld = screen.getByRole('checkbox', { name: 'Publish announcements and guides' })
    expect(notHeld).toHaveAttribute('aria-description', 'You lack the right manage:announcements yourself')
    await actor.click(screen.getByRole('checkbox', { name: 'Order in the shop' }))
    await waitFor(() => expect(api.requestsTo(GIVE)).toHaveLength(1))
    expect(await lastBody(api, GIVE)).toEqual({ permissions: ['create:order'] })
    await actor.click(notHeld)
    expect(api.requestsTo(GIVE)).toHaveLength(1)
  })

  it('R-291 attaches and detaches devices of the user’s business', async () => {
    const ATTACH = 'POST /api/v1/users/21/attachDevice'
    const device = { id: 9, imei: '352625698104217', title: null }
    api.answer({
      'GET /api/v1/users/21/devices': { data: [] },
      'GET /api/v1/businesses/3/devices': { data: [device], meta: { current_page: 1, last_page: 1, per_page: 20, total: 1 } },
      [ATTACH]: { data: [device] },
    })
    const { actor } = await openUsers('/users?user=21&tab=devices')
    await actor.type(await screen.findByRole('combobox', { name: 'Attach a device' }), '104217')
    await actor.click(await screen.findByRole('option', { name: /104.217$/ }))
    await waitFor(() => expect(api.requestsTo(ATTACH)).toHaveLength(1))
    expect(await lastBody(api, ATTACH)).toEqual({ device_id: 9 })
  })

  it('T-13 looks at the portal as the user’s role in the user’s business', async () => {
    api.answer({ 'GET /api/v1/auth/user': { data: aUser({ role_key: 'technician' }) } })
    const { actor } = await openUsers('/users?user=21')
    await actor.click(await screen.findByRole('button', { name: 'View as Technician' }))
    await waitFor(() => expect(leaveTo).toHaveBeenCalledWith('/'))
    const asked = new URL(api.requestsTo('GET /api/v1/auth/user')[0]?.url ?? '').searchParams
    expect(Object.fromEntries(asked)).toEqual({ as_role: 'technician', as_business_id: '3' })
    expect(getViewAs()).toEqual({ roleKey: 'technician', businessId: 3 })
  })

  it('G-29 sends back which state was changed; where it was another one, brings that in below what was typed', async () => {
    const PUT = 'PUT /api/v1/users/21'
    api.answer({ [PUT]: () => problem(412, 'Somebody changed this in the meantime; read it again') })
    const { actor } = await openUsers('/users?user=21&dialog=edit:user')
    const city = await screen.findByRole('textbox', { name: 'City (optional)' })
    await actor.type(city, ' Zuid')
    const theirs = person({ city: 'Zeist', phone: '+31 30 000 03 00', updated_at: '2025-10-30T08:11:00.000Z' })
    api.answer({ 'GET /api/v1/users/21': { data: theirs } })
    await actor.click(screen.getByRole('button', { name: 'Save user' }))
    expect(await screen.findByText(/Somebody changed this in the meantime/)).toBeVisible()
    expect(api.requestsTo(PUT)[0]?.headers.get('if-match')).toBe('W/"2025-02-01T00:00:00.000Z"')
    expect(await lastBody(api, PUT)).toMatchObject({ city: 'Nieuwegein Zuid', role_name: 'technician', parent: 3 })
    expect(city).toHaveValue('Nieuwegein Zuid')
    expect(screen.getByDisplayValue('+31 30 000 03 00')).toBeVisible()
    api.answer({ [PUT]: { data: theirs } })
    await actor.click(screen.getByRole('button', { name: 'Save user' }))
    await waitFor(() => expect(api.requestsTo(PUT)).toHaveLength(2))
    expect(api.requestsTo(PUT)[1]?.headers.get('if-match')).toBe('W/"2025-10-30T08:11:00.000Z"')
    expect(await lastBody(api, PUT)).toMatchObject({ city: 'Nieuwegein Zuid', phone: '+31 30 000 03 00' })
  })
})

describe('the roles', () => {
  const admin = aUser({ role_key: 'super-admin', role: 'Super Admin', business_id: null })

  it('R-236 R-237 G-06 are changed by a super admin who has seen what changes for how many', async () => {
    const PUT = 'PUT /api/v1/roles/3'
    api.answer({ [PUT]: { data: roles[2] } })
    const { actor } = await openUsers('/users?view=roles', { user: admin })
    const cell = await screen.findByRole('checkbox', { name: 'Dealer: See reports and analytics' })
    await actor.click(cell)
    await actor.click(screen.getByRole('checkbox', { name: 'Dealer: See the map and trips' }))
    expect(screen.getByText('2 changes')).toBeVisible()
    expect(api.requestsTo(PUT)).toHaveLength(0)
    await actor.click(screen.getByRole('button', { name: 'Review changes' }))
    const dialog = await screen.findByRole('dialog', { name: 'Change what roles may do?' })
    expect(dialog).toHaveTextContent('Dealer 4 users')
    expect(dialog).toHaveTextContent('Gains: See reports and analytics')
    expect(dialog).toHaveTextContent('Loses: See the map and trips')
    await actor.click(within(dialog).getByRole('button', { name: 'Change roles' }))
    await waitFor(() => expect(api.requestsTo(PUT)).toHaveLength(1))
    expect(await lastBody(api, PUT)).toEqual({ permissions: ['index:dashboard', 'read:reports'] })
  })

  it('G-06 are shown to others, who are told that only a super admin changes them', async () => {
    const { actor } = await openUsers('/users?view=roles')
    const cell = await screen.findByRole('checkbox', { name: 'Dealer: See reports and analytics' })
    expect(cell).toHaveAttribute('aria-description', 'Only a super admin changes what a role may do.')
    await actor.click(cell)
    expect(cell).not.toBeChecked()
    expect(screen.queryByRole('button', { name: 'View as Super Admin' })).not.toBeInTheDocument()
  })

  it('T-13 are looked at in a business of one’s choice', async () => {
    api.answer({ 'GET /api/v1/auth/user': { data: aUser() } })
    const { actor } = await openUsers('/users?view=roles', { user: admin })
    await actor.click(await screen.findByRole('button', { name: 'View as Dealer' }))
    const dialog = await screen.findByRole('dialog', { name: 'View as Dealer' })
    expect(within(dialog).getByRole('button', { name: 'View' })).toBeDisabled()
    await actor.click(within(dialog).getByRole('combobox', { name: 'In which business?' }))
    await actor.click(await screen.findByRole('option', { name: /Domstad Mobiliteit/ }))
    await actor.click(within(dialog).getByRole('button', { name: 'View' }))
    await waitFor(() => expect(getViewAs()).toEqual({ roleKey: 'dealer', businessId: 3 }))
  })
})
