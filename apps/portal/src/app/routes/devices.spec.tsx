import { screen, waitFor, within } from '@testing-library/react'
import type { components } from '../../lib/api/schema.js'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp, type RenderOptions } from '../../testing/render-app.js'
import { someBusinesses } from '../../testing/some-businesses.js'

type Schemas = components['schemas']
const LIST = 'GET /api/v1/devices'
const LINK = 'POST /api/v1/devices/link-to-enterprise'
const IMPORT = 'POST /api/v1/devices/imports'
const now = Date.parse('2025-10-30T08:12:00Z')
const IMEI = '352625698104217'
const OTHER = '352625698104225'

const device = (changes: Partial<Schemas['Device']> = {}): Schemas['Device'] => ({
  id: 9,
  imei: IMEI,
  title: 'Spare 12',
  description: 'Box 3',
  model: 'FMB920',
  iccid: '8931080000000000001',
  bound_protocol: null,
  source_network: null,
  client_certificate: null,
  doubted_senders: 0,
  utc_offset_minutes: null,
  speed_unit: null,
  clock: null,
  firmware_version: '03.28.07',
  wanted_firmware: '03.28.07',
  settings_crc: 'A1B2',
  protocol: 'teltonika',
  tracker_id: null,
  state: 'free',
  connection: 'today',
  last_seen: '2025-10-30T07:12:00.000Z',
  business_id: 3,
  business_name: 'Domstad Mobiliteit',
  sub_vendor_name: 'Domstad Mobiliteit',
  entity_id: null,
  entity_name: null,
  sim_id: null,
  sim_status: null,
  update_state: null,
  returned_at: null,
  created_at: '2025-01-01T00:00:00.000Z',
  updated_at: '2025-02-01T00:00:00.000Z',
  ...changes,
})
const onBike = device({
  id: 10,
  imei: OTHER,
  title: null,
  state: 'installed',
  connection: 'silent',
  entity_id: 42,
  entity_name: 'Cargo 042',
})
const page = <Row,>(data: Row[]) => ({ data, meta: { current_page: 1, last_page: 1, per_page: 15, total: data.length } })
const knock = (imei: string): Schemas['UnknownDevice'] => ({
  imei,
  protocol: 'gt06',
  remote_address: '198.51.100.7',
  attempts: 4,
  first_seen_at: '2025-10-30T07:00:00.000Z',
  last_seen_at: '2025-10-30T08:11:00.000Z',
})

let api: ApiStub
beforeEach(() => {
  api = stubApi({
    [LIST]: page([device(), onBike]),
    'GET /api/v1/devices/9': { data: device() },
    'GET /api/v1/devices/10': { data: onBike },
    'GET /api/v1/devices/statistics': {
      data: { total: 2, free: 1, installed: 1, returned: 0, live: 0, silent: 1, never_seen: 0, firmware_drift: 1 },
    },
    'GET /api/v1/devices/unknown': page([knock(IMEI), knock('GT-77')]),
    'GET /api/v1/businesses/tree': { data: someBusinesses() },
  })
})

const open = async (address = '/devices', options: RenderOptions = {}) => {
  const app = await renderApp(address, { now, ...options })
  await screen.findAllByRole('row', { hidden: true })
  return app
}
const bodyOf = async (call: string) => (await api.requestsTo(call).at(-1)?.json()) as Record<string, unknown>
const lastQuery = (call: string) => new URL(api.requestsTo(call).at(-1)?.url ?? 'http://none').searchParams
const choose = async (actor: Awaited<ReturnType<typeof open>>['actor'], field: string, option: RegExp) => {
  await actor.click(screen.getByRole('combobox', { name: field }))
  await actor.click(await screen.findByRole('option', { name: option }))
}

describe('the list of devices', () => {
  it('R-187 R-188 shows IMEI, title, model, firmware, business, vehicle, status, connection and last seen', async () => {
    await open()
    const row = screen.getByRole('row', { name: /Spare 12/ })
    for (const text of ['Spare 12', 'FMB920', '03.28.07', 'Domstad Mobiliteit', 'Free', 'Reported', '1 h ago'])
      expect(row).toHaveTextContent(text)
    expect(screen.getByRole('row', { name: /Cargo 042/ })).toHaveTextContent(/352 625 698 104 225.*Cargo 042.*Installed.*Silent/)
  })

  it('G-41 tells by signs of their own how a device is heard and where it is in its life, never by those of motion', async () => {
    api.answer({ [LIST]: page([device({ connection: 'live', state: 'installed' }), onBike]) })
    await open()
    for (const word of ['Live', 'Silent', 'Installed']) {
      const chips = screen.getAllByText(word, { selector: '.MuiChip-label' }).map((label) => label.parentElement)
      for (const chip of chips) expect(chip?.querySelector('svg')).toBeVisible()
      for (const chip of chips) expect(chip?.querySelector('[data-state]')).toBeNull()
    }
  })

  it('R-188 R-264 D.16 offers settings CRC, ICCID, enterprise and created, and each view asks for its own devices', async () => {
    const { actor, address } = await open('/devices?cols=imei,settings_crc,iccid,sub_vendor_name,created_at')
    for (const name of ['Settings CRC', 'ICCID', 'Sub-vendor', 'Created'])
      expect(screen.getByRole('columnheader', { name })).toBeVisible()
    await actor.click(screen.getByRole('tab', { name: /^Silent/ }))
    await waitFor(() => expect(address()).toBe('/devices?view=silent'))
    await waitFor(() => expect(lastQuery(LIST).get('searchFields')).toBe('state:ininstalled;connection:insilent'))
    await actor.click(screen.getByRole('tab', { name: /^Returned/ }))
    await waitFor(() => expect(lastQuery(LIST).get('searchFields')).toBe('state:inreturned'))
  })

  it('R-265 D.16 counts the devices of each view at its tab, and has one search', async () => {
    const { actor, address } = await open()
    await screen.findByRole('tab', { name: /^Free ?1$/ })
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      ...['All2', 'Free1', 'Installed1', 'Silent1', 'Returned0', 'Firmware drift1'],
      ...['To review', 'Unknown', 'Waiting', 'Deleted'],
    ])
    expect(screen.getAllByPlaceholderText(/IMEI/)).toHaveLength(1)
    await actor.click(screen.getByRole('tab', { name: /^Free/ }))
    await waitFor(() => expect(address()).toBe('/devices?view=free'))
  })

  it('D.16 lists those whose firmware drifts, each with what it should run', async () => {
    api.answer({ [LIST]: page([device({ wanted_firmware: '03.29.00' })]) })
    const { actor, address } = await open()
    await actor.click(await screen.findByRole('tab', { name: /^Firmware drift/ }))
    await waitFor(() => expect(address()).toBe('/devices?view=drift'))
    await waitFor(() => expect(lastQuery(LIST).get('searchFields')).toBe('firmware_drift:=true'))
    expect(screen.getByRole('row', { name: /Spare 12/ })).toHaveTextContent('03.28.07should be 03.29.00')
  })

  it('T-05 T-15 deletes many at once, names those that were not, and takes it back', async () => {
    const BULK = 'POST /api/v1/devices/bulk'
    const results = [{ id: 9, result: 'changed', reason: null, message: null }]
    const answer = { data: { undo_id: 5, changed: 1, unchanged: 0, failed: 0, results } }
    api.answer({ [BULK]: answer, 'POST /api/v1/devices/bulk/5/undo': answer })
    const { actor } = await open()
    for (const box of screen.getAllByRole('checkbox').slice(1)) await actor.click(box)
    await actor.click(screen.getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent('This device is on a vehicle; take it off first')
    await actor.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await actor.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.requestsTo('POST /api/v1/devices/bulk/5/undo')).toHaveLength(1))
    expect(await bodyOf(BULK)).toEqual({ action: 'delete', ids: [9] })
  })

  it('T-05 T-13 names the missing right and asks for the CSV of exactly the view', async () => {
    URL.createObjectURL = () => 'blob:csv'
    URL.revokeObjectURL = () => undefined
    const { actor } = await open('/devices?view=free&f.model=FMB&cols=imei,model', {
      user: aUser({ permissions: ['read:business-management'] }),
    })
    for (const name of ['New device', 'Link to enterprise', 'Import devices'])
      expect(screen.getByRole('button', { name })).toHaveAccessibleDescription('You lack the right manage:devices')
    await actor.click(screen.getByRole('button', { name: 'Actions for Spare 12' }))
    expect(await screen.findByRole('menuitem', { name: /^Delete/ })).toHaveTextContent('You lack the right manage:devices')
    expect(screen.getByRole('menuitem', { name: /^Put on a vehicle/ })).toHaveTextContent('You lack the right create:entity')
    await actor.keyboard('{Escape}')
    await actor.click(screen.getByRole('button', { name: 'CSV' }))
    await waitFor(() => expect(lastQuery(LIST).get('format')).toBe('csv'))
    expect(Object.fromEntries(lastQuery(LIST))).toMatchObject({
      searchFields: 'state:infree;model:likeFMB',
      searchJoin: 'and',
      columns: 'imei,model',
      tz: 'Europe/Amsterdam',
    })
  })
})

describe('registering and changing devices', () => {
  it('R-188 R-326 registers a device, with what is wrong said at its field', async () => {
    const taken = problem(422, 'Invalid', { errors: { imei: ['There is already a device with this IMEI'] } })
    api.answer({ 'POST /api/v1/devices': taken })
    const { actor } = await open('/devices?dialog=create:device')
    const drawer = await screen.findByRole('dialog', { name: 'New device' })
    expect(within(drawer).getByLabelText(/Tracker ID/)).toHaveAccessibleDescription(/Leave empty to use the ID of its delivery$/)
    const imei = within(drawer).getByRole('textbox', { name: 'IMEI' })
    await actor.click(imei)
    await actor.paste('123')
    await actor.click(within(drawer).getByRole('button', { name: 'Register device' }))
    expect(await within(drawer).findByText('IMEI number must have 15 digits')).toBeVisible()
    expect(api.requestsTo('POST /api/v1/devices')).toHaveLength(0)
    await actor.clear(imei)
    await actor.paste('352 625 698 104 217')
    await actor.click(within(drawer).getByRole('button', { name: 'Register device' }))
    expect(await within(drawer).findByText('There is already a device with this IMEI')).toBeVisible()
    expect(await bodyOf('POST /api/v1/devices')).toMatchObject({ imei: IMEI, business_id: 3, model: null })
    expect(api.requestsTo('POST /api/v1/devices')[0]?.headers.get('idempotency-key')).toBeTruthy()
  })

  it.each(['352.625.698.104.217', '3,52625698104217E+14', '="352625698104217"', "'352625698104217", '\u200E352625698104217,00'])(
    'R-188 registers the IMEI that a sheet has as %j',
    async (written) => {
      api.answer({
        'POST /api/v1/devices': problem(422, 'Invalid', { errors: { imei: ['There is already a device with this IMEI'] } }),
      })
      const { actor } = await open('/devices?dialog=create:device')
      const drawer = await screen.findByRole('dialog', { name: 'New device' })
      await actor.click(within(drawer).getByRole('textbox', { name: 'IMEI' }))
      await actor.paste(written)
      await actor.click(within(drawer).getByRole('textbox', { name: /ICCID/ }))
      await actor.paste('8931-4404-0000-1234-567F')
      await actor.click(within(drawer).getByRole('button', { name: 'Register device' }))
      expect(await within(drawer).findByText('There is already a device with this IMEI')).toBeVisible()
      expect(await bodyOf('POST /api/v1/devices')).toMatchObject({ imei: IMEI, iccid: '8931440400001234567' })
    },
  )

  it.each([
    ['3,52626E+14', /^Excel shortened this number\. Format the column as a number without decimals/],
    ['12345678901237', /With a zero at the beginning it is 012345678901237: write it so/],
    ['3526256981042170', /this has 16: perhaps with the version of its software/],
    ['#NV', /^This is an error of the spreadsheet/],
  ])('R-124 says what to do about %j', async (written, message) => {
    const { actor } = await open('/devices?dialog=create:device')
    const drawer = await screen.findByRole('dialog', { name: 'New device' })
    await actor.click(within(drawer).getByRole('textbox', { name: 'IMEI' }))
    await actor.paste(written)
    await actor.click(within(drawer).getByRole('button', { name: 'Register device' }))
    expect(await within(drawer).findByText(message)).toBeVisible()
    expect(api.requestsTo('POST /api/v1/devices')).toHaveLength(0)
  })

  it('R-188 changes a device in the state that was read', async () => {
    api.answer({ 'PUT /api/v1/devices/9': { data: device() } })
    const { actor } = await open('/devices?device=9&dialog=edit:device')
    const drawer = await screen.findByRole('dialog', { name: /^Edit 352/ })
    // If the user clears the number here, it stays empty.
    expect(within(drawer).getByLabelText(/Tracker ID/)).toHaveAccessibleDescription(
      'The ID that the tracker sends, if it does not send its IMEI',
    )
    const title = await within(drawer).findByRole('textbox', { name: /Title/ })
    expect(within(drawer).getByRole('textbox', { name: /IMEI/ })).toHaveAttribute('readonly')
    await actor.clear(title)
    await actor.paste('Spare 13')
    await actor.click(within(drawer).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(`${IMEI} was updated.`)).toBeVisible()
    expect(await bodyOf('PUT /api/v1/devices/9')).toMatchObject({ title: 'Spare 13', returned: false })
    expect(api.requestsTo('PUT /api/v1/devices/9')[0]?.headers.get('if-match')).toBe('W/"2025-02-01T00:00:00.000Z"')
  })

  it('sets zone and unit of speed where the device is edited, and says which zones there are', async () => {
    api.answer({ 'PUT /api/v1/devices/9': { data: device() } })
    const { actor } = await open('/devices?device=9&dialog=edit:device')
    const offset = await screen.findByRole('textbox', { name: /^UTC offset/ })
    await actor.type(offset, '8')
    await actor.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/must be hours and minutes such as \+05:30/)).toBeVisible()
    await actor.clear(offset)
    await actor.type(offset, '+05:30')
    await actor.click(screen.getByRole('combobox', { name: /^Unit of speed/ }))
    await actor.click(await screen.findByRole('option', { name: 'm/s' }))
    await actor.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(async () =>
      expect(await bodyOf('PUT /api/v1/devices/9')).toMatchObject({ utc_offset_minutes: 330, speed_unit: 'm/s' }),
    )
  })

  it('offers what puts a clock right where the device is edited, with one press', async () => {
    const clock = { told_on: '2025-10-30', lag_s: -7_203, suggested_utc_offset_minutes: 120 }
    api.answer({ 'GET /api/v1/devices/9': { data: device({ clock }) }, 'PUT /api/v1/devices/9': { data: device() } })
    const { actor } = await open('/devices?device=9&dialog=edit:device')
    await actor.click(await screen.findByRole('button', { name: 'Set UTC+02:00 and save' }))
    await waitFor(async () =>
      expect(await bodyOf('PUT /api/v1/devices/9')).toMatchObject({ utc_offset_minutes: 120, title: 'Spare 12' }),
    )
  })

  it('T-15 asks before it deletes, refuses for one on a vehicle, and restores deleted ones', async () => {
    api.answer({ 'DELETE /api/v1/devices/9': () => new Response(null, { status: 204 }) })
    const { actor } = await open()
    await actor.click(screen.getByRole('button', { name: `Actions for ${OTHER}` }))
    expect(await screen.findByRole('menuitem', { name: /^Delete/ })).toHaveTextContent(
      'This device is on a vehicle; take it off first',
    )
    await actor.keyboard('{Escape}')
    await actor.click(screen.getByRole('button', { name: 'Actions for Spare 12' }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await actor.click(await screen.findByRole('button', { name: 'Delete device' }))
    expect(await screen.findByText(`${IMEI} was deleted.`)).toBeVisible()
  })

  it('T-15 restores a deleted device', async () => {
    api.answer({ [LIST]: page([device({ state: 'deleted' })]), 'PUT /api/v1/devices/9/restore': { data: device() } })
    const { actor } = await open('/devices?view=deleted')
    await actor.click(screen.getByRole('button', { name: 'Actions for Spare 12' }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Restore' }))
    expect(await screen.findByText(`${IMEI} was restored.`)).toBeVisible()
  })

  it('registers a tracker that knocked, from its IMEI or its own name', async () => {
    const { actor, address } = await open('/devices?view=unknown')
    await actor.click(screen.getByRole('button', { name: 'Actions for GT-77' }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Register' }))
    await waitFor(() => expect(address()).toContain('identity=GT-77'))
    const drawer = await screen.findByRole('dialog', { name: 'New device' })
    expect(within(drawer).getByRole('textbox', { name: /Tracker ID/ })).toHaveValue('GT-77')
    expect(within(drawer).getByRole('textbox', { name: 'IMEI' })).toHaveValue('')
  })

  it('registers many that knocked at once for one business, and names those that failed', async () => {
    const failed = [{ row: 2, field: 'imei', message: 'There is already a device with this IMEI' }]
    api.answer({ [IMPORT]: { data: { import_id: null, dry_run: false, created: 0, waiting: 0, failed } } })
    const { actor } = await open('/devices?view=unknown')
    for (const box of screen.getAllByRole('checkbox').slice(1)) await actor.click(box)
    await actor.click(screen.getByRole('button', { name: 'Register' }))
    const dialog = await screen.findByRole('dialog', { name: 'Register 1 device' })
    await actor.click(within(dialog).getByRole('button', { name: 'Register' }))
    const told = await screen.findByRole('dialog', { name: '1 device could not be registered' })
    expect(told).toHaveTextContent(`${IMEI} – There is already a device with this IMEI`)
    expect(await bodyOf(IMPORT)).toEqual({ csv: `imei,model\n${IMEI},""`, business_id: 3 })
  })
})

describe('vehicles and enterprises', () => {
  it('takes a device off its vehicle with the reason', async () => {
    api.answer({ 'POST /api/v1/devices/10/detach': { data: device({ id: 10 }) } })
    const { actor } = await open('/devices?device=10')
    await actor.click(await screen.findByRole('button', { name: 'Take off the vehicle' }))
    const dialog = await screen.findByRole('dialog', { name: 'Take the device off Cargo 042?' })
    await actor.click(within(dialog).getByRole('button', { name: 'Take off' }))
    expect(within(dialog).getByText('Reason is required')).toBeVisible()
    await actor.click(within(dialog).getByRole('textbox', { name: 'Reason' }))
    await actor.paste('Broken antenna')
    await actor.click(within(dialog).getByRole('button', { name: 'Take off' }))
    expect(await screen.findByText('The device is off Cargo 042.')).toBeVisible()
    expect(await bodyOf('POST /api/v1/devices/10/detach')).toEqual({ reason: 'Broken antenna', returned: false })
  })

  it('puts a free device on a vehicle that has none', async () => {
    const vehicle = {
      id: 43,
      name: 'Cargo 043',
      device_id: null,
      vehicle_type: 'eBike',
      frame_number: 'F43',
      license_plate: null,
    }
    const taken = { ...vehicle, id: 42, name: 'Cargo 042', device_id: 10 }
    api.answer({
      'GET /api/v1/entities/index': page([vehicle, taken].map((one) => ({ ...one, business_name: 'Domstad' }))),
      'POST /api/v1/devices/9/attach': { data: device() },
    })
    const { actor } = await open('/devices?device=9')
    await actor.click(await screen.findByRole('button', { name: 'Put on a vehicle' }))
    await actor.click(await screen.findByRole('combobox', { name: 'Vehicle' }))
    expect(await screen.findByRole('option', { name: /Cargo 042.*has a device already/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await actor.click(screen.getByRole('option', { name: /Cargo 043/ }))
    await actor.click(screen.getByRole('button', { name: 'Put on vehicle' }))
    expect(await screen.findByText('The device is on Cargo 043 now.')).toBeVisible()
    expect(await bodyOf('POST /api/v1/devices/9/attach')).toEqual({ entity_id: 43 })
  })

  it('R-187 R-335 R-156 G-70 links a pasted list to an enterprise, and keeps what failed in sight with its reasons', async () => {
    const failed = [{ id: null, imei: OTHER, reason: 'on_vehicle', message: 'x' }]
    api.answer({ [LINK]: { data: { linked: [9], failed, message: '1 devices failed to link!' } } })
    const { actor } = await open('/devices?dialog=link:devices')
    const dialog = await screen.findByRole('dialog', { name: 'Link devices to an enterprise' })
    await actor.click(within(dialog).getByRole('textbox', { name: 'IMEIs' }))
    await actor.paste(`${IMEI}\n${OTHER}\n${IMEI}\n4711`)
    expect(within(dialog).getByRole('status')).toHaveTextContent(
      '2 IMEIs · 1 entered twice1 is not an IMEI and is left out: 4711',
    )
    await choose(actor, 'Enterprise', /Gemeente Lunetten/)
    await actor.click(within(dialog).getByRole('button', { name: 'Link 2 devices' }))
    const told = await screen.findByRole('dialog', { name: '1 devices failed to link!' })
    expect(told).toHaveTextContent('1 device was linked.')
    expect(told).toHaveTextContent(`${OTHER} – It is on a vehicle; link the vehicle instead`)
    expect(await bodyOf(LINK)).toEqual({ enterprise_id: 10, imeis: [IMEI, OTHER] })
    await actor.click(within(told).getByRole('button', { name: 'Copy list' }))
    expect(await navigator.clipboard.readText()).toBe(`${OTHER}\tIt is on a vehicle; link the vehicle instead`)
  })

  it('R-335 links the ticked devices', async () => {
    api.answer({ [LINK]: { data: { linked: [9, 10], failed: [], message: null } } })
    const { actor } = await open()
    for (const box of screen.getAllByRole('checkbox').slice(1)) await actor.click(box)
    const bar = screen.getByRole('toolbar', { name: /selected|ticked|rows/i })
    await actor.click(within(bar).getByRole('button', { name: 'Link to enterprise' }))
    await screen.findByRole('dialog', { name: 'Link devices to an enterprise' })
    await choose(actor, 'Enterprise', /Gemeente Lunetten/)
    await actor.click(screen.getByRole('button', { name: 'Link 2 devices' }))
    expect(await screen.findByText('2 devices were linked.')).toBeVisible()
    expect(await bodyOf(LINK)).toEqual({ enterprise_id: 10, devices: [9, 10] })
  })
})
