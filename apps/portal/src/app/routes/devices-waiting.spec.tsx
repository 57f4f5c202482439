import { screen, waitFor, within } from '@testing-library/react'
import type { components } from '../../lib/api/schema.js'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp, type RenderOptions } from '../../testing/render-app.js'
import { someBusinesses } from '../../testing/some-businesses.js'

type Schemas = components['schemas']
const LIST = 'GET /api/v1/device-claims'
const ONE = 'GET /api/v1/device-claims/5'
const CLAIM = 'POST /api/v1/device-claims'
const CHALLENGE = 'POST /api/v1/device-claims/5/challenge'
const IMPORT = 'POST /api/v1/devices/imports'
const now = Date.parse('2025-10-30T08:12:00Z')
const inSeconds = (seconds: number) => new Date(now + seconds * 1_000).toISOString()
const IMEI = '352625698104217'
const SHOWN_IMEI = /^352.625.698.104.217$/

const claim = (changes: Partial<Schemas['DeviceClaim']> = {}): Schemas['DeviceClaim'] => ({
  id: 5,
  imei: IMEI,
  title: 'Spare 12',
  description: null,
  model: 'FMB920',
  iccid: null,
  state: 'waiting',
  business_id: 3,
  business_name: 'Domstad Mobiliteit',
  created_by: 'Marit de Wolf',
  device_id: null,
  challenge: null,
  challenge_outcome: null,
  on_at: null,
  challenge_ends_at: null,
  held_by: null,
  delivered_to: null,
  answered_as: null,
  answered_from: null,
  created_at: '2025-10-30T07:12:00.000Z',
  updated_at: '2025-10-30T07:12:00.000Z',
  ...changes,
})
const running = (challenge: 'off' | 'on') =>
  claim({ challenge, on_at: inSeconds(challenge === 'off' ? 75 : -10), challenge_ends_at: inSeconds(140) })
const ended = (challenge_outcome: Schemas['DeviceClaim']['challenge_outcome'], more: Partial<Schemas['DeviceClaim']> = {}) =>
  claim({ challenge: 'ended', challenge_outcome, on_at: inSeconds(-150), challenge_ends_at: inSeconds(0), ...more })
const page = <Row,>(data: Row[]) => ({ data, meta: { current_page: 1, last_page: 1, per_page: 15, total: data.length } })
const admin = aUser({ role_key: 'super-admin', role: 'Super Admin', business_id: null, business_name: null, businesses: [] })

let api: ApiStub
beforeEach(() => {
  api = stubApi({
    'GET /api/v1/devices': page([]),
    'GET /api/v1/devices/statistics': {
      data: { total: 0, free: 0, installed: 0, returned: 0, live: 0, silent: 0, never_seen: 0, firmware_drift: 0 },
    },
    'GET /api/v1/devices/unknown': page([
      {
        imei: IMEI,
        protocol: 'gt06',
        remote_address: '198.51.100.7',
        attempts: 4,
        first_seen_at: '2025-10-30T07:00:00.000Z',
        last_seen_at: '2025-10-30T08:11:00.000Z',
      },
    ]),
    'GET /api/v1/businesses/tree': { data: someBusinesses() },
    [LIST]: page([claim()]),
    [ONE]: { data: claim() },
  })
})

const open = (address: string, options: RenderOptions = {}) => renderApp(address, { now, ...options })
const bodyOf = async (call: string) => (await api.requestsTo(call).at(-1)?.json()) as Record<string, unknown>
const panel = () => screen.findByRole('dialog', { name: SHOWN_IMEI })

describe('a tracker of which possession is to be shown first', () => {
  it('G-109 is told in the form, and waits when it is asked for so', async () => {
    api.answer({
      'POST /api/v1/devices': problem(409, 'Not delivered', { code: 'devices.possession-first' }),
      [CLAIM]: { data: claim() },
    })
    const { actor, address } = await open('/devices?dialog=create:device')
    const drawer = await screen.findByRole('dialog', { name: 'New device' })
    await actor.click(within(drawer).getByRole('textbox', { name: 'IMEI' }))
    await actor.paste('352 625 698 104 217')
    await actor.click(within(drawer).getByRole('textbox', { name: /Model/ }))
    await actor.paste('FMB920')
    await actor.click(within(drawer).getByRole('textbox', { name: /Firmware/ }))
    await actor.paste('03.28.07')
    await actor.click(within(drawer).getByRole('button', { name: 'Register device' }))
    expect(await within(drawer).findByText('First prove that you have this tracker')).toBeVisible()
    expect(within(drawer).getByText(/only title, description, model and ICCID are kept/)).toBeVisible()
    await actor.click(within(drawer).getByRole('button', { name: 'Register and wait' }))
    expect(await panel()).toHaveTextContent('To prove that you have this tracker')
    expect(address()).toBe('/devices?view=waiting&claim=5')
    expect(await bodyOf(CLAIM)).toEqual({
      imei: IMEI,
      title: null,
      description: null,
      model: 'FMB920',
      iccid: null,
      business_id: 3,
    })
  })

  it('G-109 says at its field why it cannot wait', async () => {
    api.answer({
      'POST /api/v1/devices': problem(409, 'Not delivered', { code: 'devices.possession-first' }),
      [CLAIM]: problem(422, 'Invalid', { errors: { imei: ['This IMEI waits already'] } }),
    })
    const { actor } = await open('/devices?dialog=create:device')
    const drawer = await screen.findByRole('dialog', { name: 'New device' })
    await actor.click(within(drawer).getByRole('textbox', { name: 'IMEI' }))
    await actor.paste(IMEI)
    await actor.click(within(drawer).getByRole('button', { name: 'Register device' }))
    await actor.click(await within(drawer).findByRole('button', { name: 'Register and wait' }))
    expect(await within(drawer).findByText('This IMEI waits already')).toBeVisible()
  })

  it('G-109 is counted where many that knocked are registered, with the way to it', async () => {
    api.answer({ [IMPORT]: { data: { import_id: 4, dry_run: false, created: 0, waiting: 1, failed: [] } } })
    const { actor, address } = await open('/devices?view=unknown')
    await actor.click((await screen.findAllByRole('checkbox')).at(-1) as HTMLElement)
    await actor.click(screen.getByRole('button', { name: 'Register' }))
    const dialog = await screen.findByRole('dialog', { name: 'Register 1 device' })
    await actor.click(within(dialog).getByRole('button', { name: 'Register' }))
    const told = await screen.findByRole('dialog', { name: '1 device waits' })
    await actor.click(within(told).getByRole('link', { name: 'Show waiting registrations' }))
    await waitFor(() => expect(address()).toBe('/devices?view=waiting'))
    expect(await screen.findByRole('row', { name: /Spare 12/ })).toHaveTextContent('Not shown yet')
  })

  it('G-109 is counted by an import before and after, and an import of nothing else goes on', async () => {
    api.answer({
      [IMPORT]: async (request: Request) => {
        const { dry_run } = (await request.json()) as { dry_run: boolean }
        return { data: { import_id: dry_run ? null : 5, dry_run, created: 0, waiting: 3, failed: [] } }
      },
    })
    const { actor, address } = await open('/devices?dialog=import:devices')
    const dialog = await screen.findByRole('dialog', { name: 'Import devices' })
    const csv = `imei\n${IMEI}\n`
    const file = Object.assign(new File([csv], 'trackers.csv', { type: 'text/csv' }), {
      arrayBuffer: () => Promise.resolve(new TextEncoder().encode(csv).buffer),
    })
    await actor.upload(within(dialog).getByLabelText('Choose a file', { selector: 'input' }), file)
    await within(dialog).findByText('trackers.csv')
    await actor.click(within(dialog).getByRole('button', { name: 'Next' }))
    await actor.click(within(dialog).getByRole('button', { name: 'Check rows' }))
    expect(await within(dialog).findByText('3 devices will wait for a super admin: prove that you have them.')).toBeVisible()
    expect(within(dialog).queryByText(/will be created/)).toBeNull()
    await actor.click(within(dialog).getByRole('button', { name: 'Import 3 devices' }))
    expect(await within(dialog).findByText(/3 devices wait for a super admin: prove that you have them/)).toBeVisible()
    await actor.click(within(dialog).getByRole('link', { name: 'Show waiting registrations' }))
    await waitFor(() => expect(address()).toBe('/devices?view=waiting'))
  })
})

describe('the view of registrations that wait', () => {
  it('G-109 says how possession stands, to a manager without who else has it or was to have it', async () => {
    api.answer({ [LIST]: page([claim(), ended(null, { id: 6, title: 'Spare 13' })]) })
    await open('/devices?view=waiting')
    expect(await screen.findByRole('row', { name: /Spare 12/ })).toHaveTextContent(/FMB920.*Domstad.*Waiting.*Not shown yet.*1 h/)
    expect(screen.getByRole('row', { name: /Spare 13/ })).toHaveTextContent('To be decided')
    expect(screen.queryByRole('columnheader', { name: 'Held by' })).toBeNull()
    expect(screen.queryByRole('tab', { name: 'Deliveries' })).toBeNull()
  })

  it('G-109 asks to keep it off, and says how long still', async () => {
    api.answer({ [CHALLENGE]: { data: running('off') } })
    const { actor } = await open('/devices?view=waiting&claim=5')
    const shown = await panel()
    const show = await within(shown).findByRole('button', { name: 'Prove possession' })
    api.answer({ [ONE]: { data: running('off') } })
    await actor.click(show)
    expect(await within(shown).findByText('1. Switch the tracker off now and keep it off')).toBeVisible()
    expect(within(shown).getByRole('timer')).toHaveTextContent('1:15')
    expect(within(shown).getByRole('button', { name: 'Prove possession' })).toHaveAccessibleDescription('Being shown')
    expect(api.requestsTo(CHALLENGE)).toHaveLength(1)
  })

  it('G-109 asks to switch it on, and leads to the device once a super admin granted it', async () => {
    api.answer({ [ONE]: { data: running('on') } })
    const { actor, address } = await open('/devices?view=waiting&claim=5')
    const shown = await panel()
    expect(await within(shown).findByText('2. Switch it on now')).toBeVisible()
    expect(within(shown).getByRole('timer')).toHaveTextContent('2:20')
    const listed = api.requestsTo(LIST).length
    api.answer({ [ONE]: { data: ended('shown', { state: 'registered', device_id: 9 }) }, [LIST]: page([]) })
    expect(await within(shown).findByText('The device is registered.', { exact: false }, { timeout: 10_000 })).toBeVisible()
    await waitFor(() => expect(api.requestsTo(LIST).length).toBeGreaterThan(listed))
    expect(within(shown).queryByRole('button', { name: 'Withdraw' })).toBeNull()
    await actor.click(within(shown).getByRole('link', { name: 'Open the device' }))
    await waitFor(() => expect(address()).toBe('/devices?device=9'))
  }, 15_000)

  it('M1b G-109 says that it is over and who decides, whatever came of it, and can be tried again or withdrawn', async () => {
    const over = ended(null)
    api.answer({
      [LIST]: page([over]),
      [ONE]: { data: over },
      'DELETE /api/v1/device-claims/5': () => new Response(null, { status: 204 }),
    })
    const { actor } = await open('/devices?view=waiting&claim=5')
    const shown = await panel()
    expect(await within(shown).findByText(/The check is over. A super admin sees the result and decides/)).toBeVisible()
    expect(within(shown).getByRole('button', { name: 'Prove possession' })).toBeEnabled()
    for (const name of ['Grant', 'Refuse']) expect(within(shown).queryByRole('button', { name })).toBeNull()
    await actor.click(within(shown).getByRole('button', { name: 'Withdraw' }))
    const dialog = await screen.findByRole('dialog', { name: /^Withdraw the registration of 352/ })
    await actor.click(within(dialog).getByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByText(`The registration of ${IMEI} was withdrawn.`)).toBeVisible()
    expect(api.requestsTo('DELETE /api/v1/device-claims/5')).toHaveLength(1)
  })

  it('G-109 says that a challenge was interrupted, and can be tried again', async () => {
    api.answer({ [ONE]: { data: ended('interrupted') } })
    await open('/devices?view=waiting&claim=5')
    const shown = await panel()
    expect(await within(shown).findByText('The check was interrupted before its end. Try again.')).toBeVisible()
    expect(within(shown).getByRole('button', { name: 'Prove possession' })).toBeEnabled()
  })

  it('G-109 opens one of them without losing what the list was narrowed by', async () => {
    const { actor, address } = await open('/devices?view=waiting&f.model=FMB')
    await actor.click(await screen.findByRole('row', { name: /Spare 12/ }))
    expect(await panel()).toBeVisible()
    expect(address()).toBe('/devices?view=waiting&f.model=FMB&claim=5')
    await actor.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(address()).toBe('/devices?view=waiting&f.model=FMB'))
  })

  it('G-109 T-13 names the right that whoever may only look lacks', async () => {
    await open('/devices?view=waiting&claim=5', { user: aUser({ permissions: ['read:business-management'] }) })
    const shown = await panel()
    for (const name of ['Prove possession', 'Withdraw'])
      expect(await within(shown).findByRole('button', { name })).toHaveAccessibleDescription('You lack the right manage:devices')
  })
})

describe('what super admins decide', () => {
  it.each([
    [ended('not_shown'), /^The tracker reported while it should have been off, or did not report in time/],
    [ended('shown', { answered_as: 'known' }), 'An answer came from this tracker’s known network.'],
    [
      ended('shown', { answered_as: 'newcomer', answered_from: '203.0.0.0/16' }),
      /answer came from 203.0.0.0\/16, which is not a known network of this tracker. Anyone who knows the IMEI can send such/,
    ],
    [
      ended('shown', { answered_as: 'unregistered', answered_from: '198.51.100.7' }),
      /answer came from 198.51.100.7. The tracker is not registered anywhere yet, so anyone who knows the IMEI may have answered/,
    ],
  ])('M1b G-109 see what answered a challenge', async (answered, sentence) => {
    api.answer({ [ONE]: { data: { ...answered, state: 'shown' } } })
    await open('/devices?view=waiting&claim=5', { user: admin })
    expect(await within(await panel()).findByText(sentence)).toBeVisible()
  })

  it('G-109 grants a tracker of others after saying whom it leaves', async () => {
    const disputed = ended('shown', { state: 'shown', held_by: 'Gemeente Lunetten', delivered_to: 'Carré Bezorging' })
    const granted = { data: claim({ state: 'registered', device_id: 9 }) }
    api.answer({ [LIST]: page([disputed]), [ONE]: { data: disputed }, 'PUT /api/v1/device-claims/5/grant': granted })
    const { actor } = await open('/devices?view=waiting&claim=5', { user: admin })
    expect(await screen.findByRole('row', { name: /Spare 12/, hidden: true })).toHaveTextContent(/Lunetten.*Carré/)
    await actor.click(await within(await panel()).findByRole('button', { name: 'Grant' }))
    const dialog = await screen.findByRole('dialog', { name: /^Give 352.* to Domstad Mobiliteit\?$/ })
    expect(dialog).toHaveTextContent('The tracker leaves Gemeente Lunetten and becomes a device of Domstad Mobiliteit.')
    expect(api.requestsTo('PUT /api/v1/device-claims/5/grant')).toHaveLength(0)
    await actor.click(within(dialog).getByRole('button', { name: 'Grant' }))
    expect(await screen.findByText(`${IMEI} is a device of Domstad Mobiliteit now.`)).toBeVisible()
  })

  it('G-109 refuses one, and shows why the API does not let them', async () => {
    api.answer({ 'PUT /api/v1/device-claims/5/refuse': problem(409, 'This registration is no longer waiting') })
    const { actor } = await open('/devices?view=waiting&claim=5', { user: admin })
    await actor.click(await within(await panel()).findByRole('button', { name: 'Refuse' }))
    const dialog = await screen.findByRole('dialog', { name: /^Refuse 352/ })
    await actor.click(within(dialog).getByRole('button', { name: 'Refuse' }))
    expect(await screen.findByText('This registration is no longer waiting')).toBeVisible()
    expect(dialog).toBeVisible()
  })

  it('G-109 writes down what was delivered to whom, and takes it away again', async () => {
    const delivery: Schemas['DeviceDelivery'] = {
      id: 2,
      imei: IMEI,
      business_id: 10,
      business_name: 'Gemeente Lunetten',
      device_id: null,
      held_by: null,
      tracker_id: null,
      device_tracker_id: null,
      created_at: '2025-10-30T07:12:00.000Z',
    }
    const DELIVER = 'POST /api/v1/device-deliveries'
    api.answer({
      'GET /api/v1/device-deliveries': page([delivery]),
      [DELIVER]: { data: { delivered: 2, registered: 1 } },
      'DELETE /api/v1/device-deliveries/2': () => new Response(null, { status: 204 }),
    })
    const { actor } = await open('/devices?view=deliveries', { user: admin })
    await actor.click(await screen.findByRole('button', { name: 'Record a delivery' }))
    const dialog = await screen.findByRole('dialog', { name: 'Record a delivery' })
    await actor.click(within(dialog).getByRole('button', { name: 'Record' }))
    expect(within(dialog).getByText('Business is required')).toBeVisible()
    expect(within(dialog).getByText('Enter at least one IMEI')).toBeVisible()
    await actor.click(within(dialog).getByRole('textbox', { name: 'IMEIs' }))
    await actor.paste(`${IMEI}, 352625698104225\n4711`)
    await actor.click(within(dialog).getByRole('combobox', { name: 'Delivered to' }))
    await actor.click(await screen.findByRole('option', { name: /Bibliotheek/ }))
    await actor.click(within(dialog).getByRole('button', { name: 'Record' }))
    expect(await screen.findByText('2 trackers were recorded. 1 waiting tracker is now registered.')).toBeVisible()
    expect(await bodyOf(DELIVER)).toEqual({ business_id: 11, imeis: [IMEI, '352625698104225'] })
    await actor.click(await screen.findByRole('button', { name: `Actions for ${IMEI}` }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Remove' }))
    const question = await screen.findByRole('dialog', { name: /^Remove the delivery of 352/ })
    expect(question).toHaveTextContent(
      'From now on Gemeente Lunetten can register this tracker only when a super admin grants it',
    )
    await actor.click(within(question).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText(`The delivery of ${IMEI} was removed.`)).toBeVisible()
  })

  it('G-109 takes a column that was copied from a sheet, and says which of it lost digits', async () => {
    const DELIVER = 'POST /api/v1/device-deliveries'
    api.answer({ 'GET /api/v1/device-deliveries': page([]), [DELIVER]: { data: { delivered: 2, registered: 0 } } })
    const { actor } = await open('/devices?view=deliveries', { user: admin })
    await actor.click(await screen.findByRole('button', { name: 'Record a delivery' }))
    const dialog = await screen.findByRole('dialog', { name: 'Record a delivery' })
    await actor.click(within(dialog).getByRole('textbox', { name: 'IMEIs' }))
    await actor.paste("IMEI\t\r\n352.625.698.104.217\t\r\n'352625698104225\t\r\n3,52626E+14\t\r\n\t\r\n")
    expect(within(dialog).getByRole('status')).toHaveTextContent(
      '2 IMEIs1 is not an IMEI and is left out: 3,52626E+14 Excel shortened this number. Format the column as a number without decimals',
    )
    await actor.click(within(dialog).getByRole('combobox', { name: 'Delivered to' }))
    await actor.click(await screen.findByRole('option', { name: /Bibliotheek/ }))
    await actor.click(within(dialog).getByRole('button', { name: 'Record' }))
    await waitFor(async () => expect(await bodyOf(DELIVER)).toEqual({ business_id: 11, imeis: [IMEI, '352625698104225'] }))
  })

  it('G-109 keeps deliveries from a manager who asks for them by their address', async () => {
    await open('/devices?view=deliveries&dialog=deliver:devices')
    expect(await screen.findByRole('tab', { name: /^All/ })).toHaveAttribute('aria-selected', 'true')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(api.requestsTo('GET /api/v1/device-deliveries')).toHaveLength(0)
  })
})
