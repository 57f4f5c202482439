import { screen, waitFor, within } from '@testing-library/react'
import type { components } from '../../lib/api/schema.js'
import { browser } from '../../lib/browser.js'
import { forgetViewAs, getViewAs } from '../../lib/session/view-as.js'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aConfig, aUser } from '../../testing/fixtures.js'
import { renderApp, type RenderOptions } from '../../testing/render-app.js'
import { PHONE, setViewport } from '../../testing/viewport.js'

type User = components['schemas']['User']
// Long forms are typed letter by letter, which on a busy machine takes its time.
jest.setTimeout(90_000)

const LIST = 'GET /api/v1/users'
const CREATE = 'POST /api/v1/users'
const now = Date.parse('2025-10-30T08:12:00Z')

const person = (changes: Partial<User> = {}): User => ({
  id: 21,
  first_name: 'Noor',
  last_name: 'Visser',
  name: 'Noor Visser',
  address: null,
  postcode: null,
  city: 'Nieuwegein',
  phone: '+31 30 000 02 19',
  telephone: null,
  email: 'noor@domstad.example',
  role: 'Technician',
  role_key: 'technician',
  business_id: 3,
  business_name: 'Domstad Mobiliteit',
  business_kind: 'vendor',
  sub_vendor_name: 'Domstad Mobiliteit',
  locale: 'nl',
  last_seen_at: '2025-10-30T07:12:00.000Z',
  created_at: '2025-01-01T00:00:00.000Z',
  updated_at: '2025-02-01T00:00:00.000Z',
  deleted_at: null,
  ...changes,
})
const gone = person({
  ...{ id: 22, first_name: 'Anouk', last_name: 'Smit', name: 'Anouk Smit', email: 'anouk@lunetten.example' },
  deleted_at: '2025-10-01T00:00:00.000Z',
})
const self = person({ id: 7, name: 'Marit de Wolf', email: 'marit@domstad.example', role: 'Manager', role_key: 'manager' })
const everybody = [person(), gone, self]
const role = (id: number, key: string, name: string, missing: string | null = null): components['schemas']['Role'] => ({
  ...{ id, key, name, permissions: ['index:dashboard', 'read:map'], users: 4 },
  ...{ can_assign: missing === null, missing_permission: missing },
})
const roles = [
  role(1, 'super-admin', 'Super Admin', 'super-admin'),
  role(2, 'manager', 'Manager'),
  role(3, 'dealer', 'Dealer'),
  role(4, 'technician', 'Technician'),
]
const node = {
  id: 3,
  name: 'Domstad Mobiliteit',
  kind: 'vendor',
  parent_id: null,
  entities_count: 0,
  devices_count: 0,
  children: [],
}

/** The list as the API answers it: by status, and by e-mail. */
function list(request: Request) {
  const { searchParams } = new URL(request.url)
  const status = searchParams.get('status') ?? 'active'
  const email = /email:like(.+)/.exec(searchParams.get('searchFields') ?? '')?.[1]
  const data = everybody
    .filter(({ deleted_at }) => status === 'all' || (deleted_at !== null) === (status === 'deleted'))
    .filter((one) => email === undefined || one.email.includes(email.toLowerCase()))
  return { data, meta: { current_page: 1, last_page: 1, per_page: 15, total: data.length } }
}

let api: ApiStub
const leaveTo = jest.spyOn(browser, 'leaveTo').mockImplementation(() => undefined)
beforeEach(() => {
  jest.clearAllMocks()
  api = stubApi({
    [LIST]: list,
    'GET /api/v1/roles': { data: roles },
    'GET /api/v1/businesses/tree': { data: [node] },
    'GET /api/v1/users/21': { data: person() },
    'GET /api/v1/users/22': { data: gone },
  })
})
afterEach(() => forgetViewAs())

const open = async (address = '/users', options: RenderOptions = {}) => {
  const app = await renderApp(address, { now, ...options })
  await screen.findAllByRole('row', { hidden: true })
  return app
}
const menuOf = async (app: Awaited<ReturnType<typeof open>>, name: string) => {
  await app.actor.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  return screen.findByRole('menu')
}
const bodyOf = async (call: string) => (await api.requestsTo(call).at(-1)?.json()) as Record<string, unknown>

describe('the list of users', () => {
  it('R-167 R-168 R-283 shows name, city, phone, e-mail, business, role, last seen and the actions', async () => {
    const app = await open()
    const row = screen.getByRole('row', { name: /Noor Visser/ })
    for (const text of ['Nieuwegein', '+31 30 000 02 19', 'noor@domstad.example', 'Domstad Mobiliteit', 'Technician', '1 h ago'])
      expect(row).toHaveTextContent(text)
    expect(await screen.findByText('2 users, 1 deleted')).toBeVisible()
    const items = within(await menuOf(app, 'Noor Visser')).getAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual([
      ...['Details', 'Edit', 'Mail reset link', 'Reset link', 'Temporary password', 'Reset two-step sign-in'],
      ...['View as Technician', 'Delete'],
    ])
  })

  it('R-168 G-66 offers restore and deleting for good on deleted rows alone', async () => {
    const app = await open('/users?view=deleted')
    expect(screen.getByRole('deletion')).toHaveTextContent('Anouk Smit')
    const items = within(await menuOf(app, 'Anouk Smit')).getAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual(['Details', 'Restore', 'Delete for good'])
  })

  it('D.14 has a view of who never signed in, in the address', async () => {
    const { actor, address } = await open()
    await actor.click(screen.getByRole('tab', { name: 'Never signed in' }))
    await waitFor(() => expect(address()).toBe('/users?view=never'))
    await waitFor(() => expect(api.requestsTo(LIST).some(({ url }) => url.includes('status=never-signed-in'))).toBe(true))
  })

  it('T-13 names the missing right of what this user may not do, and keeps it in the menu', async () => {
    const app = await open('/users', { user: aUser({ permissions: ['read:user'] }) })
    expect(screen.getByRole('button', { name: 'New user' })).toHaveAccessibleDescription('You lack the right create:user')
    const menu = await menuOf(app, 'Noor Visser')
    expect(within(menu).getByRole('menuitem', { name: /^Delete/ })).toHaveTextContent('You lack the right delete:user')
    expect(within(menu).getByRole('menuitem', { name: /^Edit/ })).toHaveAttribute('aria-disabled', 'true')
  })

  it('calls and mails from the cards of a phone', async () => {
    setViewport(PHONE)
    await renderApp('/users', { now })
    expect(await screen.findByRole('link', { name: 'Call Noor Visser' })).toHaveAttribute('href', 'tel:+31300000219')
    expect(screen.getByRole('link', { name: 'Mail Noor Visser' })).toHaveAttribute('href', 'mailto:noor@domstad.example')
  })
})

describe('deleting and restoring', () => {
  it('R-346 R-286 asks first, with the focus on keeping', async () => {
    api.answer({ 'DELETE /api/v1/users/21': { data: gone } })
    const app = await open()
    await app.actor.click(within(await menuOf(app, 'Noor Visser')).getByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete Noor Visser?' })
    expect(within(dialog).getByRole('button', { name: 'Keep user' })).toHaveFocus()
    await app.actor.click(within(dialog).getByRole('button', { name: 'Delete user' }))
    expect(await screen.findByText('Noor Visser was deleted.')).toBeVisible()
  })

  it('R-176 says why it failed and to try again', async () => {
    api.answer({ 'DELETE /api/v1/users/21': () => problem(409, 'This is the last super admin') })
    const app = await open()
    await app.actor.click(within(await menuOf(app, 'Noor Visser')).getByRole('menuitem', { name: 'Delete' }))
    await app.actor.click(await screen.findByRole('button', { name: 'Delete user' }))
    expect(await screen.findByText('The user could not be deleted: This is the last super admin. Try again.')).toBeVisible()
  })

  it('R-288 G-66 deletes for good only after the e-mail was typed', async () => {
    const DESTROY = 'DELETE /api/v1/users/22/force-destroy'
    api.answer({ [DESTROY]: { data: gone } })
    const app = await open('/users?view=deleted')
    await app.actor.click(within(await menuOf(app, 'Anouk Smit')).getByRole('menuitem', { name: 'Delete for good' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(within(dialog).getByRole('button', { name: 'Delete for good' })).toBeDisabled()
    await app.actor.type(within(dialog).getByRole('textbox'), 'anouk@lunetten.example')
    await app.actor.click(within(dialog).getByRole('button', { name: 'Delete for good' }))
    await waitFor(() => expect(api.requestsTo(DESTROY)).toHaveLength(1))
    expect(await bodyOf(DESTROY)).toEqual({ email: 'anouk@lunetten.example' })
  })

  it('T-05 changes the role of many, leaves oneself out, and lists who was refused', async () => {
    const message = 'You do not hold manage:announcements yourself.'
    const results = [{ id: 21, result: 'failed', reason: '/problems/forbidden', message }]
    api.answer({ 'POST /api/v1/users/bulk-role': { data: { undo_id: null, changed: 0, unchanged: 0, failed: 1, results } } })
    const { actor } = await open()
    await actor.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await actor.click(screen.getByRole('button', { name: 'Change role' }))
    const dialog = await screen.findByRole('dialog', { name: 'Change role' })
    expect(await within(dialog).findByText('1 row will be left out')).toBeVisible()
    expect(within(dialog).getByRole('button', { name: 'Change role' })).toBeDisabled()
    await actor.click(within(dialog).getByRole('combobox', { name: 'Role' }))
    await actor.click(await screen.findByRole('option', { name: 'Dealer' }))
    await actor.click(within(dialog).getByRole('button', { name: 'Change role' }))
    const refused = await within(dialog).findByRole('list', { name: '2 rows refused' })
    expect(refused).toHaveTextContent('Noor VisserYou do not hold manage:announcements yourself')
    expect(refused).toHaveTextContent('Marit de WolfThis is your own account')
  })

  it('T-05 deletes many by one request, and takes it back by what the server remembers', async () => {
    const BULK = 'POST /api/v1/users/bulk'
    const UNDO = 'POST /api/v1/users/bulk/77/undo'
    const done = [{ id: 21, result: 'changed', reason: null, message: null }]
    const answer = { undo_id: 77, changed: 1, unchanged: 0, failed: 0, results: done }
    api.answer({ [BULK]: { data: answer }, [UNDO]: { data: { ...answer, undo_id: null } } })
    const { actor } = await open()
    await actor.click(screen.getByRole('checkbox', { name: 'Select Noor Visser' }))
    await actor.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete' })
    await actor.click(await within(dialog).findByRole('button', { name: 'Delete' }))
    await actor.click(await within(dialog).findByRole('button', { name: 'Undo' }))
    expect(await within(dialog).findByText('1 row restored')).toBeVisible()
    expect(await bodyOf(BULK)).toEqual({ action: 'delete', ids: [21] })
    expect(api.requestsTo(UNDO)).toHaveLength(1)
  })
})

describe('the second step of somebody who lost their phone', () => {
  const RESET = 'DELETE /api/v1/users/21/second-factor'

  it('G-16 is reset after a question, with the focus on keeping', async () => {
    api.answer({ [RESET]: () => new Response(null, { status: 204 }) })
    const app = await open()
    await app.actor.click(within(await menuOf(app, 'Noor Visser')).getByRole('menuitem', { name: 'Reset two-step sign-in' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Reset the two-step sign-in of Noor Visser?' })
    expect(within(dialog).getByRole('button', { name: 'Keep second step' })).toHaveFocus()
    expect(dialog).toHaveAccessibleDescription(/All sessions end/)
    expect(api.requestsTo(RESET)).toHaveLength(0)
    await app.actor.click(within(dialog).getByRole('button', { name: 'Reset second step' }))
    expect(await screen.findByText('Two-step sign-in of Noor Visser is off.')).toBeVisible()
    expect(api.requestsTo(RESET)).toHaveLength(1)
  })

  it('says why it could not be reset', async () => {
    api.answer({ [RESET]: () => problem(409, 'This user has no account here') })
    const app = await open()
    await app.actor.click(within(await menuOf(app, 'Noor Visser')).getByRole('menuitem', { name: 'Reset two-step sign-in' }))
    await app.actor.click(await screen.findByRole('button', { name: 'Reset second step' }))
    expect(await screen.findByText('The user could not be updated: This user has no account here. Try again.')).toBeVisible()
  })

  it('T-13 is not reset by who may not change users, and not for oneself', async () => {
    const app = await open('/users', { user: aUser({ permissions: ['read:user'] }) })
    const item = { name: /^Reset two-step sign-in/ }
    expect(within(await menuOf(app, 'Noor Visser')).getByRole('menuitem', item)).toHaveTextContent(
      'You lack the right update:user',
    )
    app.unmount()
    const again = await open()
    const own = within(await menuOf(again, 'Marit de Wolf')).getByRole('menuitem', item)
    expect(own).toHaveTextContent('This is your own account')
  })

  it('G-16 has no such action where accounts are kept elsewhere', async () => {
    const app = await open('/users', { config: aConfig({ accounts: { are_made: false, are_mailed: false } }) })
    const menu = within(await menuOf(app, 'Noor Visser'))
    expect(menu.queryByRole('menuitem', { name: 'Reset two-step sign-in' })).not.toBeInTheDocument()
  })
})

describe('a new user', () => {
  const fill = async (actor: Awaited<ReturnType<typeof open>>['actor'], email = 'thijs@domstad.example') => {
    await actor.click(await screen.findByRole('combobox', { name: 'Role' }))
    await actor.click(await screen.findByRole('option', { name: 'Dealer' }))
    const paste = async (label: string, text: string) => {
      await actor.click(screen.getByLabelText(label))
      await actor.paste(text)
    }
    await paste('First name', 'Thijs')
    await paste('Last name', 'Bakker')
    await paste('E-mail', email)
  }
  const made = {
    ...person({ id: 30, name: 'Thijs Bakker', email: 'thijs@domstad.example' }),
    ...{ account: 'made', temporary_password: 'k7R#tWq2&mZ9', temporary_password_expires_at: null, invitation_job: 'job-1' },
  }

  it('R-169 R-170 R-171 R-172 asks for what is required, in the words of the specification, and sends nothing', async () => {
    const { actor } = await open('/users?dialog=create:user', { user: aUser({ business_id: null }) })
    const dialog = await screen.findByRole('dialog', { name: 'New user' })
    await actor.click(within(dialog).getByRole('button', { name: 'Create user' }))
    for (const text of [
      ...['First name is required', 'Last name is required', 'Role is required', 'Business is required', 'Email is required'],
    ])
      expect(await within(dialog).findByText(text)).toBeVisible()
    await actor.type(within(dialog).getByRole('textbox', { name: 'E-mail' }), 'thijs@domstad')
    expect(await within(dialog).findByText('E-mail must be valid')).toBeVisible()
    expect(api.requestsTo(CREATE)).toHaveLength(0)
  })

  it('R-169 R-173 G-16 is made with a generated password, which is told once, and invited by mail', async () => {
    api.answer({ [CREATE]: { data: made } })
    const { actor, address } = await open('/users?dialog=create:user&business=3')
    await fill(actor)
    const password = screen.getByLabelText('Temporary password')
    const first = (password as HTMLInputElement).value
    expect(password).toHaveAttribute('type', 'password')
    await actor.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password).toHaveAttribute('type', 'text')
    await actor.click(screen.getByRole('button', { name: 'Generate again' }))
    expect((password as HTMLInputElement).value).not.toBe(first)
    await actor.click(screen.getByRole('button', { name: 'Create user' }))
    const told = await screen.findByRole('dialog', { name: 'Temporary password of Thijs Bakker' })
    expect(within(told).getByDisplayValue('k7R#tWq2&mZ9')).toBeVisible()
    expect(within(told).getByText('An invitation is on its way to thijs@domstad.example.')).toBeVisible()
    expect(await bodyOf(CREATE)).toMatchObject({
      ...{ role_name: 'dealer', parent: 3, first_name: 'Thijs', last_name: 'Bakker', email: 'thijs@domstad.example' },
      ...{ phone: null, invite: true, password: expect.stringMatching(/^[A-Za-z0-9!#$%&*?@]{12}$/) },
    })
    await actor.click(within(told).getByRole('button', { name: 'I copied it' }))
    expect(screen.queryByDisplayValue('k7R#tWq2&mZ9')).not.toBeInTheDocument()
    expect(address()).toBe('/users')
  })

  it('G-16 has no password and no invitation where accounts are kept elsewhere', async () => {
    await open('/users?dialog=create:user', { config: aConfig({ accounts: { are_made: false, are_mailed: false } }) })
    await screen.findByRole('dialog', { name: 'New user' })
    expect(screen.queryByLabelText('Temporary password')).not.toBeInTheDocument()
    expect(screen.queryByRole('checkbox', { name: /invitation/ })).not.toBeInTheDocument()
  })

  it('tells while typing that a deleted user has the address, and offers to restore them', async () => {
    const { actor } = await open('/users?dialog=create:user')
    await actor.type(await screen.findByRole('textbox', { name: 'E-mail' }), 'Anouk@lunetten.example')
    expect(await screen.findByText('Anouk Smit had this e-mail address and is deleted.')).toBeVisible()
    await actor.click(screen.getByRole('button', { name: 'Restore' }))
    expect(await screen.findByRole('alertdialog', { name: 'Restore Anouk Smit?' })).toBeVisible()
  })

  it('shows at its field what the API refuses, and keeps what was typed', async () => {
    const errors = { email: ['A user with this e-mail address exists'] }
    api.answer({ [CREATE]: () => problem(409, 'A user with this e-mail address exists', { errors }) })
    const { actor } = await open('/users?dialog=create:user')
    await fill(actor, 'boss@theirs.example')
    await actor.click(screen.getByRole('button', { name: 'Create user' }))
    expect(await screen.findByText('A user with this e-mail address exists')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'First name' })).toHaveValue('Thijs')
  })

  it('T-13 lets nobody choose a role with rights that they lack, and names the right', async () => {
    const { actor } = await open('/users?dialog=create:user')
    await actor.click(await screen.findByRole('combobox', { name: 'Role' }))
    const option = await screen.findByRole('option', { name: /Super Admin/ })
    expect(option).toHaveAttribute('aria-disabled', 'true')
    expect(option).toHaveTextContent('You lack the right super-admin')
  })
})

describe('the panel of a user', () => {
  const rights = {
    ...{ role_key: 'technician', role: 'Technician', role_permissions: ['read:map'], extra_permissions: ['read:reports'] },
    ...{ permissions: ['read:map', 'read:reports'], grantable: ['create:order'] },
  }

  it('T-13 R-290 shows what the user may do and why, and gives what the viewer holds', async () => {
    const GIVE = 'POST /api/v1/users/21/givePermission'
    api.answer({ 'GET /api/v1/users/21/permissions': { data: rights }, [GIVE]: { data: rights } })
    const { actor } = await open('/users?user=21&tab=rights')
    const ofRole = await screen.findByRole('checkbox', { name: 'See the map and trips' })
    expect([ofRole.getAttribute('aria-disabled'), ofRole.getAttribute('aria-description')]).toEqual([
      'true',
      'Comes with the role Technician',
    ])
    const notHeld = screen.getByRole('checkbox', { name: 'Publish announcements and guides' })
    expect(notHeld).toHaveAttribute('aria-description', 'You lack the right manage:announcements yourself')
    await actor.click(screen.getByRole('checkbox', { name: 'Order in the shop' }))
    await waitFor(() => expect(api.requestsTo(GIVE)).toHaveLength(1))
    expect(await bodyOf(GIVE)).toEqual({ permissions: ['create:order'] })
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
    const { actor } = await open('/users?user=21&tab=devices')
    await actor.type(await screen.findByRole('combobox', { name: 'Attach a device' }), '104217')
    await actor.click(await screen.findByRole('option', { name: /104.217$/ }))
    await waitFor(() => expect(api.requestsTo(ATTACH)).toHaveLength(1))
    expect(await bodyOf(ATTACH)).toEqual({ device_id: 9 })
  })

  it('T-13 looks at the portal as the user’s role in the user’s business', async () => {
    api.answer({ 'GET /api/v1/auth/user': { data: aUser({ role_key: 'technician' }) } })
    const { actor } = await open('/users?user=21')
    await actor.click(await screen.findByRole('button', { name: 'View as Technician' }))
    await waitFor(() => expect(leaveTo).toHaveBeenCalledWith('/'))
    const asked = new URL(api.requestsTo('GET /api/v1/auth/user')[0]?.url ?? '').searchParams
    expect(Object.fromEntries(asked)).toEqual({ as_role: 'technician', as_business_id: '3' })
    expect(getViewAs()).toEqual({ roleKey: 'technician', businessId: 3 })
  })

  it('sends back which state was changed, and says when it was another one', async () => {
    const PUT = 'PUT /api/v1/users/21'
    api.answer({ [PUT]: () => problem(412, 'Somebody changed this in the meantime; read it again') })
    const { actor } = await open('/users?user=21&dialog=edit:user')
    await actor.type(await screen.findByRole('textbox', { name: 'City (optional)' }), ' Zuid')
    await actor.click(screen.getByRole('button', { name: 'Save user' }))
    expect(await screen.findByText(/Somebody changed this user in the meantime/)).toBeVisible()
    expect(api.requestsTo(PUT)[0]?.headers.get('if-match')).toBe('W/"2025-02-01T00:00:00.000Z"')
    expect(await bodyOf(PUT)).toMatchObject({ city: 'Nieuwegein Zuid', role_name: 'technician', parent: 3 })
  })
})

describe('the roles', () => {
  const admin = aUser({ role_key: 'super-admin', role: 'Super Admin', business_id: null })

  it('R-236 R-237 G-06 are changed by a super admin who has seen what changes for how many', async () => {
    const PUT = 'PUT /api/v1/roles/3'
    api.answer({ [PUT]: { data: roles[2] } })
    const { actor } = await open('/users?view=roles', { user: admin })
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
    expect(await bodyOf(PUT)).toEqual({ permissions: ['index:dashboard', 'read:reports'] })
  })

  it('G-06 are shown to others, who are told that only a super admin changes them', async () => {
    const { actor } = await open('/users?view=roles')
    const cell = await screen.findByRole('checkbox', { name: 'Dealer: See reports and analytics' })
    expect(cell).toHaveAttribute('aria-description', 'Only a super admin changes what a role may do.')
    await actor.click(cell)
    expect(cell).not.toBeChecked()
    expect(screen.queryByRole('button', { name: 'View as Super Admin' })).not.toBeInTheDocument()
  })

  it('T-13 are looked at in a business of one’s choice', async () => {
    api.answer({ 'GET /api/v1/auth/user': { data: aUser() } })
    const { actor } = await open('/users?view=roles', { user: admin })
    await actor.click(await screen.findByRole('button', { name: 'View as Dealer' }))
    const dialog = await screen.findByRole('dialog', { name: 'View as Dealer' })
    expect(within(dialog).getByRole('button', { name: 'View' })).toBeDisabled()
    await actor.click(within(dialog).getByRole('combobox', { name: 'In which business?' }))
    await actor.click(await screen.findByRole('option', { name: /Domstad Mobiliteit/ }))
    await actor.click(within(dialog).getByRole('button', { name: 'View' }))
    await waitFor(() => expect(getViewAs()).toEqual({ roleKey: 'dealer', businessId: 3 }))
  })
})
