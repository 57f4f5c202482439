import { screen, waitFor, within } from '@testing-library/react'
import { DEFAULT_ROLE_PERMISSIONS } from '@roadbook/contracts/permissions'
import type { components } from '../../lib/api/schema.js'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import { someBusinesses } from '../../testing/some-businesses.js'
import { PHONE, setViewport } from '../../testing/viewport.js'

const TREE = 'GET /api/v1/businesses/tree'
const now = Date.parse('2025-10-30T08:12:00Z')
const admin = aUser({
  role: 'Super Admin',
  role_key: 'super-admin',
  business_id: null,
  business_name: null,
  businesses: [],
  permissions: [...DEFAULT_ROLE_PERMISSIONS['super-admin']],
})
const without = (permission: string) => aUser({ permissions: aUser().permissions.filter((one) => one !== permission) })

const lunetten: components['schemas']['Business'] = {
  id: 10,
  name: 'Gemeente Lunetten',
  type: 'enterprise',
  parent_id: 3,
  parent: 'Domstad Mobiliteit',
  address: 'Goylaan 12',
  postcode: '3525 CL',
  city: 'Utrecht',
  country: null,
  email: null,
  phone: '+31 30 000 02 10',
  show_statistics: true,
  name_upper: true,
  has_customers: null,
  can_install_devices: null,
  recovery_contract: null,
  is_oem: null,
  recovery_enabled: true,
  created_at: '2025-01-01T00:00:00.000Z',
  updated_at: '2025-10-01T00:00:00.000Z',
}
const device: components['schemas']['BusinessDevice'] = {
  id: 5,
  imei: '352625698143377',
  title: null,
  model: 'RB-4G mini',
  firmware_version: '2.14.1',
  entity_id: 9,
  entity_name: 'E-bike 131',
  last_received_at: '2025-10-30T08:06:00.000Z',
  location_hidden: false,
  business_id: 13,
  business_name: 'Ploeg Noord',
  created_at: '2025-10-30T07:00:00.000Z',
}
const person: components['schemas']['BusinessUser'] = {
  id: 8,
  name: 'Ada Vos',
  email: 'ada@lunetten.example',
  role: 'Dealer',
  business_id: 10,
  business_name: 'Gemeente Lunetten',
  last_seen_at: null,
  created_at: '2025-10-30T07:00:00.000Z',
}
const page = (rows: object[], total = rows.length) => ({
  data: rows,
  meta: { current_page: 1, last_page: 1, per_page: 15, total },
})
const tagged = (business: typeof lunetten, tag: string) => Response.json({ data: business }, { headers: { etag: `W/"${tag}"` } })

describe('the screen of businesses', () => {
  let api: ApiStub
  beforeEach(() => {
    api = stubApi({
      [TREE]: { data: someBusinesses() },
      'GET /api/v1/businesses/10': () => tagged(lunetten, 'first'),
      'GET /api/v1/businesses/10/devices': page([device], 74),
      'GET /api/v1/businesses/10/entities': page([], 72),
      'GET /api/v1/businesses/10/users': page([person], 9),
      'GET /api/v1/businesses/10/devices/statistics': {
        data: { total: 74, installed: 70, online: 20, seen_in_last_day: 68, silent: 4, never_seen: 2 },
      },
    })
  })
  const open = (address = '/businesses?business=10', user = aUser()) => renderApp(address, { user, now })
  const button = (name: string) => screen.findByRole('button', { name })
  const rows = async () => (await screen.findAllByRole('treeitem')).map((item) => item.getAttribute('aria-label'))

  it('R-145 shows the tree with kinds and devices below, and follows the arrow keys', async () => {
    const { actor, address } = await open('/businesses')
    expect(await rows()).toEqual([
      'Domstad Mobiliteit, Vendor, 138 devices',
      'Gemeente Lunetten, Enterprise, 74 devices',
      'Carré Bezorging, Company, 12 devices',
    ])
    screen.getByRole('tree').focus()
    await actor.keyboard('{ArrowDown}{ArrowRight}')
    expect(await rows()).toContain('Buitendienst, Company, 52 devices')
    await actor.keyboard('{ArrowRight}{Enter}')
    await waitFor(() => expect(address()).toBe('/businesses?business=11'))
  })

  it('finds a business deep in the tree and shows the way to it', async () => {
    const { actor } = await open('/businesses')
    await actor.type(await screen.findByRole('searchbox', { name: 'Find a business' }), 'zuid')
    await waitFor(async () =>
      expect((await rows()).map((label) => label?.split(',')[0])).toEqual([
        'Domstad Mobiliteit',
        'Gemeente Lunetten',
        'Buitendienst',
        'Ploeg Zuid',
      ]),
    )
    expect(screen.getByText('1 found')).toBeInTheDocument()
  })

  it('draws only what is in sight of 10 000 businesses', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({
      id: at + 100,
      name: `Shop ${at}`,
      kind: 'vendor' as const,
      parent_id: null,
      entities_count: 0,
      devices_count: 0,
      children: [],
    }))
    api.answer({ [TREE]: { data: many } })
    await open('/businesses')
    expect((await screen.findAllByRole('treeitem')).length).toBeLessThan(60)
    expect(screen.getByText('10,000 businesses, 1 level')).toBeInTheDocument()
  })

  it('R-146 has tabs for devices, entities and users, each with how many there are, and lists what hangs below, too', async () => {
    const { actor, address } = await open()
    const tabs = await screen.findAllByRole('tab')
    await waitFor(() => expect(tabs.map((tab) => tab.textContent)).toEqual(['Devices74', 'Entities72', 'Users9']))
    const row = await screen.findByRole('row', { name: /352/ })
    for (const text of ['E-bike 131', 'Ploeg Noord', 'RB-4G mini', '6 min ago', 'Reported']) expect(row).toHaveTextContent(text)
    expect(new URL(api.requestsTo('GET /api/v1/businesses/10/devices').at(-1)?.url ?? '').searchParams.get('below')).toBe('true')
    await actor.click(screen.getByRole('tab', { name: /Users/ }))
    await waitFor(() => expect(address()).toBe('/businesses?business=10&tab=users'))
    expect(await screen.findByRole('row', { name: /Ada Vos/ })).toHaveTextContent('ada@lunetten.exampleDealer')
  })

  it('R-154 R-155 shows how to reach it, its flags and what they cause', async () => {
    await open()
    for (const text of ['Goylaan 12, 3525 CL Utrecht', '+31 30 000 02 10', 'Capitals', 'Recovery'])
      expect(await screen.findByText(text)).toBeInTheDocument()
    expect(screen.getByText('Capitals').closest('[aria-description]')).toHaveAttribute(
      'aria-description',
      'Names and frame numbers are saved in capitals',
    )
  })

  it('R-265 shows the statistics where the business shows them (G-23)', async () => {
    const { unmount } = await open()
    const strip = await screen.findByRole('region', { name: /Devices, including/ })
    expect(strip).toHaveTextContent('Devices74Seen, 24 h68Not seen, 24 h4Never seen2Fleet health91% seen')
    unmount()
    api.answer({ 'GET /api/v1/businesses/10': () => tagged({ ...lunetten, show_statistics: false }, 'first') })
    await open()
    await screen.findByText('Capitals')
    expect(screen.queryByRole('region', { name: /Devices, including/ })).not.toBeInTheDocument()
  })

  it('R-152 asks for an active vendor before a manager makes a business', async () => {
    const { actor } = await open('/businesses')
    await actor.click(await button('New'))
    const alert = await screen.findByRole('dialog', { name: 'No active vendor' })
    expect(alert).toHaveTextContent('Please select a vendor first!')
  })

  it('R-152 R-238 lets a super admin make one at the top without', async () => {
    api.answer({ 'POST /api/v1/businesses/root': { data: { ...lunetten, id: 10, name: 'Nieuw' } } })
    const { actor, address } = await open('/businesses', admin)
    await actor.click(await button('New'))
    await actor.type(await screen.findByRole('textbox', { name: 'Name' }), 'Nieuw')
    await actor.click(screen.getByRole('button', { name: 'Create business' }))
    await waitFor(() => expect(address()).toBe('/businesses?business=10'))
    const [request] = api.requestsTo('POST /api/v1/businesses/root')
    expect(await request?.json()).toMatchObject({ name: 'Nieuw', type: 'vendor', can_install_devices: true, email: null })
    expect(request?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/)
  })

  it('R-149 R-150 opens its form by address: type 0 makes, type 1 edits', async () => {
    const { unmount } = await open('/businesses?business=10&dialog=create:business&type=0')
    expect(await screen.findByRole('dialog', { name: 'New business' })).toHaveTextContent('Below Gemeente Lunetten')
    unmount()
    await open('/businesses?business=10&dialog=create:business&type=1')
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Gemeente Lunetten')
  })

  it('R-153 shows the contract to super admins alone', async () => {
    const { unmount } = await open('/businesses?business=10&dialog=create:business&type=1')
    await screen.findByRole('textbox', { name: 'Name' })
    expect(screen.queryByRole('switch', { name: 'Recovery contract' })).not.toBeInTheDocument()
    unmount()
    await open('/businesses?business=10&dialog=create:business&type=1', admin)
    for (const name of ['Has customers', 'May install devices', 'Recovery contract'])
      expect(await screen.findByRole('switch', { name })).toBeInTheDocument()
  })

  it('checks the form as the server does, and shows the server’s own words at the field', async () => {
    api.answer({
      'POST /api/v1/businesses/10': () => problem(422, 'Not valid', { errors: { postcode: ['must be a real postcode'] } }),
    })
    const { actor } = await open('/businesses?business=10&dialog=create:business&type=0')
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await actor.type(screen.getByRole('textbox', { name: /E-mail/ }), 'nobody')
    await actor.click(screen.getByRole('button', { name: 'Create business' }))
    await waitFor(() => expect(name).toHaveAccessibleDescription('Name is required'))
    expect(screen.getByRole('textbox', { name: /E-mail/ })).toHaveAccessibleDescription('Invalid email')
    expect(screen.getByRole('alert')).toHaveTextContent('2 fields to fix.')
    expect(api.requestsTo('POST /api/v1/businesses/10')).toHaveLength(0)
    await actor.type(name, 'Depot')
    await actor.clear(screen.getByRole('textbox', { name: /E-mail/ }))
    await actor.click(screen.getByRole('button', { name: 'Create business' }))
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: /Postcode/ })).toHaveAccessibleDescription('must be a real postcode'),
    )
  })

  it('G-29 shows both when somebody changed it in the meantime, and saves mine over theirs only when asked', async () => {
    const theirs = { ...lunetten, name: 'Lunetten', city: 'Zeist' }
    let puts = 0
    api.answer({
      'PUT /api/v1/businesses/10': () => {
        puts += 1
        return puts === 1 ? problem(412, 'Somebody changed this in the meantime') : tagged(theirs, 'third')
      },
    })
    const { actor } = await open('/businesses?business=10&dialog=create:business&type=1')
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await actor.clear(name)
    await actor.type(name, 'Gemeente L')
    api.answer({ 'GET /api/v1/businesses/10': () => tagged(theirs, 'second') })
    await actor.click(screen.getByRole('button', { name: 'Save business' }))
    const row = await screen.findByRole('row', { name: /Gemeente L / })
    expect(row).toHaveTextContent('NameGemeente LLunetten')
    expect(screen.getByRole('textbox', { name: /City/ })).toHaveValue('Zeist')
    await actor.click(screen.getByRole('button', { name: 'Keep mine' }))
    await waitFor(() => expect(api.requestsTo('PUT /api/v1/businesses/10')).toHaveLength(2))
    const requests = api.requestsTo('PUT /api/v1/businesses/10')
    expect(requests.map((request) => request.headers.get('if-match'))).toEqual(['W/"first"', 'W/"second"'])
    expect(await requests[1]?.json()).toEqual({ name: 'Gemeente L' })
  })

  it('moves a business, and says why it cannot stand in some places', async () => {
    api.answer({ 'PUT /api/v1/businesses/10/parent': { data: lunetten } })
    const { actor } = await open('/businesses?business=10&dialog=move:business', admin)
    await actor.click(await screen.findByRole('combobox', { name: 'Move below' }))
    const reasons = (await screen.findAllByRole('option')).map((option) => option.textContent)
    expect(reasons).toEqual([
      'Domstad MobiliteitThe business is there already',
      'Gemeente LunettenA business cannot stand below itself',
      'BibliotheekThis business is below the one that you move',
      'BuitendienstThis business is below the one that you move',
      'Ploeg NoordThis business is below the one that you move',
      'Ploeg ZuidThis business is below the one that you move',
      'Carré BezorgingEnterprise cannot stand below Company',
    ])
    await actor.keyboard('{Escape}')
    expect(screen.getByText(/4 businesses and 74 devices/)).toBeInTheDocument()
    await actor.click(screen.getByRole('checkbox', { name: 'To the top of the tree' }))
    await actor.click(screen.getByRole('button', { name: 'Move business' }))
    expect(await screen.findByText('Gemeente Lunetten was moved')).toBeInTheDocument()
    expect(await api.requestsTo('PUT /api/v1/businesses/10/parent')[0]?.json()).toEqual({ parent_id: null })
  })

  it('R-261 refuses to delete what is not empty with the counts, names what cannot move, moves the rest and then deletes', async () => {
    const counts = { businesses: 2, users: 3, entities: 12, devices: 1, customers: 0 }
    api.answer({ 'DELETE /api/v1/businesses/10': () => problem(409, 'move them first', { counts }) })
    const { actor, address } = await open('/businesses?business=10&dialog=delete:vendor')
    expect(await button('Keep business')).toHaveFocus()
    await actor.click(await button('Delete business'))
    const dialog = await screen.findByRole('dialog', { name: 'Gemeente Lunetten is not empty' })
    for (const text of ['2 businesses below', '3 users', '12 entities', '1 device'])
      expect(within(dialog).getByText(text)).toBeVisible()
    const target = within(dialog).getByRole('combobox', { name: 'Move everything to' })
    await actor.click(target)
    await actor.click(await screen.findByRole('option', { name: /^Carré/ }))
    expect(within(dialog).getByText('Bibliotheek: Company cannot stand below Company')).toBeVisible()
    await actor.click(within(dialog).getByRole('button', { name: 'Move everything' }))
    expect(target).toHaveAccessibleDescription('2 businesses cannot go there')
    await actor.clear(target)
    await actor.type(target, 'Mobiliteit')
    await actor.click(await screen.findByRole('option', { name: /Mobiliteit/ }))
    api.answer({
      'POST /api/v1/businesses/10/move-everything': { data: { ...counts, trips: 4 } },
      'DELETE /api/v1/businesses/10': () => new Response(null, { status: 204 }),
    })
    await actor.click(within(dialog).getByRole('button', { name: 'Move everything' }))
    expect(await screen.findByText('Everything was moved. It can be deleted now.')).toBeVisible()
    expect(await api.requestsTo('POST /api/v1/businesses/10/move-everything')[0]?.json()).toEqual({ to: 3 })
    await actor.click(await button('Delete business'))
    await waitFor(() => expect(address()).toBe('/businesses?business=3'))
  })

  it('R-147 R-156 links devices, tells how many failed and why, and closes itself', async () => {
    const stock = { ...device, id: 6, imei: '352625698142118', business_id: 3, business_name: 'Domstad Mobiliteit' }
    api.answer({
      'GET /api/v1/businesses/3/devices': page([{ ...device, id: 5, business_id: 3 }, stock]),
      'PUT /api/v1/businesses/10/link/devices': {
        data: { linked: [6], failed: [{ id: 5, reason: 'on_vehicle', message: '' }], message: '1 devices failed to link!' },
      },
    })
    const { actor } = await open('/businesses?business=10&dialog=link:vendor')
    for (const box of await screen.findAllByRole('checkbox', { name: /352/ })) await actor.click(box)
    await actor.click(screen.getByRole('button', { name: 'Link 2' }))
    const result = await screen.findByRole('alertdialog', { name: '1 devices failed to link!' })
    expect(result).toHaveTextContent('1 device linked')
    expect(result).toHaveTextContent(/377: It is on a vehicle; link the vehicle instead/)
    expect(await api.requestsTo('PUT /api/v1/businesses/10/link/devices')[0]?.json()).toEqual({ devices: [5, 6] })
  })

  it('R-148 leads to the form of a new user of this business', async () => {
    const { actor, address } = await open()
    await actor.click(await button('Create user'))
    await waitFor(() => expect(address()).toBe('/users?dialog=create:user&business=10'))
  })

  it('T-13 keeps what this user may not do, and names the missing right', async () => {
    const { actor } = await open('/businesses?business=10', without('update:business'))
    const edit = await button('Edit')
    expect(edit).toHaveAttribute('aria-disabled', 'true')
    expect(edit).toHaveAccessibleDescription('You lack the right update:business')
    await actor.click(edit)
    expect(screen.queryByRole('dialog', { name: 'Edit business' })).not.toBeInTheDocument()
  })

  it('T-13 opens no dialog by its address for who lacks the right', async () => {
    await open('/businesses?business=10&dialog=delete:vendor', without('delete:business'))
    await screen.findByText('Capitals')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('shows the tree first on a phone, then the business with a way back', async () => {
    setViewport(PHONE)
    const user = aUser({ permissions: aUser().permissions.filter((one) => one !== 'create:entity') })
    const { actor, address } = await open('/businesses', user)
    await actor.click(await screen.findByRole('treeitem', { name: /Lunetten/ }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Gemeente Lunetten' })).toBeVisible()
    expect(screen.queryByRole('tree')).not.toBeInTheDocument()
    await actor.click(await button('Back to the tree'))
    await waitFor(() => expect(address()).toBe('/businesses'))
    expect(await screen.findByRole('tree')).toBeVisible()
  })

  it('says so when the business of a link is not there', async () => {
    await open('/businesses?business=999')
    expect(await screen.findByText('This business is not here')).toBeVisible()
  })
})
