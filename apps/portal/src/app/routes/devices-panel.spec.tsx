import { screen, within } from '@testing-library/react'
import type { components } from '../../lib/api/schema.js'
import { stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import { someBusinesses } from '../../testing/some-businesses.js'

type Schemas = components['schemas']
const now = Date.parse('2025-10-30T08:12:00Z')
const IMEI = '352625698104217'
const at = '2025-10-30T07:12:00.000Z'
const IMPORT = 'POST /api/v1/devices/imports'

const device: Schemas['Device'] = {
  id: 9,
  imei: IMEI,
  title: 'Spare 12',
  description: null,
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
  state: 'installed',
  connection: 'today',
  last_seen: at,
  business_id: 3,
  business_name: 'Domstad Mobiliteit',
  sub_vendor_name: 'Domstad Mobiliteit',
  entity_id: 42,
  entity_name: 'Cargo 042',
  sim_id: 5,
  sim_status: 'active',
  update_state: null,
  returned_at: null,
  created_at: at,
  updated_at: at,
}
const command = { id: 1, device_id: 9, entity_id: 42, kind: 'text', text: 'getver', requested_by: 'Noor Visser', created_at: at }
const ended = { not_before: at, expires_at: at, sent_at: at, replied_at: at, ended_at: at, location_hidden: false, undo_of: null }
const page = <Row,>(data: Row[]) => ({ data, meta: { current_page: 1, last_page: 1, per_page: 15, total: data.length } })

let api: ApiStub
beforeEach(() => {
  api = stubApi({
    'GET /api/v1/devices': page([device]),
    'GET /api/v1/devices/9': { data: device },
    'GET /api/v1/devices/statistics': {
      data: { total: 1, free: 0, installed: 1, returned: 0, live: 0, silent: 0, never_seen: 0, firmware_drift: 0 },
    },
    'GET /api/v1/businesses/tree': { data: someBusinesses() },
  })
})
const open = (address: string) => renderApp(address, { now })
const bodyOf = async (call: string) => (await api.requestsTo(call).at(-1)?.json()) as Record<string, unknown>

describe('the panel of a device', () => {
  it('says that its clock is hours off, and puts it right with one press', async () => {
    const clock = { told_on: null, lag_s: 25_203, suggested_utc_offset_minutes: -420 }
    api.answer({ 'GET /api/v1/devices/9': { data: { ...device, clock } }, 'PUT /api/v1/devices/9': { data: device } })
    const { actor } = await open('/devices?device=9')
    const notice = await screen.findByText('This tracker’s clock is wrong')
    expect(notice.closest('[role="alert"]')).toHaveTextContent(/7 h 00 min too early.*With the UTC offset UTC-07:00/)
    await actor.click(screen.getByRole('button', { name: 'Set UTC-07:00' }))
    expect(await screen.findByText(/352625698104217 has the UTC offset UTC-07:00/)).toBeVisible()
    expect(await bodyOf('PUT /api/v1/devices/9')).toEqual({ imei: IMEI, utc_offset_minutes: -420 })
  })

  it('names the date of a clock that no offset puts right, and what to do', async () => {
    const clock = { told_on: '2007-04-14', lag_s: null, suggested_utc_offset_minutes: null }
    api.answer({ 'GET /api/v1/devices/9': { data: { ...device, clock } } })
    await open('/devices?device=9')
    const notice = (await screen.findByText('This tracker’s clock is wrong')).closest('[role="alert"]')
    expect(notice).toHaveTextContent(/dated 14-04-2007.*kept aside.*open sky/)
    expect(screen.queryByRole('button', { name: /^Set / })).toBeNull()
  })

  it('G-105 says who claims to be it and was not believed, and takes it in with one press', async () => {
    const sender = {
      id: 4,
      reason: 'protocol',
      protocol: 'osmand',
      network: '203.0.113.0/24',
      certificate: null,
      packets: 10,
      packets_not_kept: 3,
    }
    const claimed = {
      fixes: 10,
      first_at: at,
      last_at: at,
      positioned_at: at,
      latitude: 49.7,
      longitude: 8.7,
      location_hidden: false,
    }
    api.answer({
      'GET /api/v1/devices/9': { data: { ...device, doubted_senders: 1 } },
      'GET /api/v1/devices/9/doubted-senders': { data: [{ ...sender, ...claimed }] },
      'PUT /api/v1/devices/9/doubted-senders/4/accept': { data: device },
    })
    const { actor } = await open('/devices?device=9')
    expect(await screen.findByText(/Another sender used osmand, which this tracker does not use/)).toBeVisible()
    expect(screen.getByText(/10 messages in osmand from 203\.0\.113\.0\/24/)).toHaveTextContent(
      /3 more messages were not kept: there were too many.*49\.700, 8\.700/,
    )
    expect(screen.getByRole('button', { name: 'It is not our tracker' })).toBeEnabled()
    await actor.click(screen.getByRole('button', { name: 'It is our tracker' }))
    expect(await screen.findByText(`The sender was accepted: ${IMEI} continues with this sender.`)).toBeVisible()
    expect(api.requestsTo('PUT /api/v1/devices/9/doubted-senders/4/accept')).toHaveLength(1)
  })

  it.each([
    ['en', /Another sender connects from a network that was never this tracker’s, with osmand/],
    ['nl', /Een andere afzender verbindt via osmand vanaf een netwerk dat nooit van deze tracker was/],
    ['de', /Ein anderer Absender verbindet sich mit osmand aus einem Netz, das nie das dieses Trackers war/],
    ['fr', /Un autre expéditeur se connecte en osmand depuis un réseau qui n’a jamais été celui de ce traceur/],
  ] as const)('G-105 says in %s that the other sender is new to its network', async (language, sentence) => {
    const sender = { id: 4, reason: 'newcomer', protocol: 'osmand', network: '203.0.113.0/24', certificate: null }
    const hidden = { packets: null, packets_not_kept: null, fixes: null, first_at: null, last_at: null, positioned_at: null }
    api.answer({
      'GET /api/v1/devices/9': { data: { ...device, doubted_senders: 1 } },
      'GET /api/v1/devices/9/doubted-senders': {
        data: [{ ...sender, ...hidden, latitude: null, longitude: null, standing: null, location_hidden: true }],
      },
    })
    await renderApp('/devices?device=9', { now, language })
    expect(await screen.findByText(sentence)).toBeVisible()
  })

  it.each([
    [
      'trial',
      false,
      /this tracker’s, with osmand\. The tracker may still report from its own network, so the messages were kept aside/,
    ],
    ['believed', false, /readings from this sender count for now. They are removed as soon as the tracker reports from its own/],
    ['disputed', false, /this tracker’s, with osmand\. The tracker has since reported from its own network\. Nothing/],
    [null, true, /The readings of this sender do not count while the tracker itself reports/],
  ])('H1b says what counts of a newcomer that is %s', async (standing, isHidden, sentence) => {
    const sender = { id: 4, reason: 'newcomer', protocol: 'osmand', network: '203.0.113.0/24', certificate: null, standing }
    const facts = { packets: 3, packets_not_kept: 0, fixes: 3, first_at: at, last_at: at, positioned_at: null }
    api.answer({
      'GET /api/v1/devices/9': { data: { ...device, doubted_senders: 1 } },
      'GET /api/v1/devices/9/doubted-senders': {
        data: [{ ...sender, ...facts, latitude: null, longitude: null, location_hidden: isHidden }],
      },
    })
    await renderApp('/devices?device=9', { now })
    expect(await screen.findByText(sentence)).toBeVisible()
  })

  it('R-189 G-71 shows the SIM that is in it and takes it out', async () => {
    const sim = { id: 5, iccid: '8931080000000000001', msisdn: '+31600000001', provider: 'KPN', status: 'active' }
    const more = { data_used_bytes: 12_400_000, activated_at: at, expires_at: null, device_id: 9, imei: IMEI, updated_at: at }
    api.answer({ 'GET /api/v1/sims/5': { data: { ...sim, ...more } }, 'PUT /api/v1/sims/5': { data: { ...sim, ...more } } })
    const { actor } = await open('/devices?device=9&tab=sim')
    expect(await screen.findByText('+31600000001')).toBeVisible()
    expect(screen.getByText('12 MB')).toBeVisible()
    await actor.click(screen.getByRole('button', { name: 'Take out' }))
    expect(await screen.findByText('The SIM is back in the stock.')).toBeVisible()
    expect(await bodyOf('PUT /api/v1/sims/5')).toEqual({ iccid: sim.iccid, device_id: null })
  })

  it.each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
    'G-71 keeps the days of a SIM as they are for a reader in %s',
    async (time_zone) => {
      const sim = { id: 5, iccid: '8931080000000000001', msisdn: null, provider: 'KPN', status: 'active', data_used_bytes: 0 }
      const days = { activated_at: '2025-05-01T00:00:00.000Z', expires_at: '2027-05-01T00:00:00.000Z' }
      const found = { data: { ...sim, ...days, device_id: 9, imei: IMEI, updated_at: at } }
      api.answer({ 'GET /api/v1/sims/5': found, 'PUT /api/v1/sims/5': found })
      const { actor } = await renderApp('/devices?device=9&tab=sim', { now, user: aUser({ time_zone }) })
      expect(await screen.findByText('01-05-2027')).toBeVisible()
      expect(screen.getByText('01-05-2025')).toBeVisible()
      await actor.click(screen.getByRole('button', { name: 'Edit' }))
      expect(screen.getByLabelText('Expires')).toHaveValue('2027-05-01')
      await actor.click(screen.getByRole('button', { name: 'Save' }))
      expect(await screen.findByText('01-05-2027')).toBeVisible()
      const { activated_at, expires_at } = await bodyOf('PUT /api/v1/sims/5')
      expect([activated_at, expires_at].map((written) => new Date(String(written)).toISOString())).toEqual(Object.values(days))
    },
  )

  it('G-71 asks for an update and shows how far each is', async () => {
    const update = {
      id: 1,
      device_id: 9,
      from_firmware: '03.28.06',
      to_firmware: '03.28.07',
      state: 'failed',
      failure: 'No power',
    }
    const more = { from_settings_crc: null, to_settings_crc: null, requested_by: null, created_at: at, sent_at: at, ended_at: at }
    api.answer({ 'GET /api/v1/device-updates': page([{ ...update, ...more }]), 'POST /api/v1/device-updates': { data: update } })
    const { actor } = await open('/devices?device=9&tab=updates')
    expect(await screen.findByText('Firmware 03.28.06 → 03.28.07')).toBeVisible()
    expect(screen.getByText('No power')).toBeVisible()
    await actor.click(screen.getByRole('textbox', { name: 'Firmware' }))
    await actor.paste('03.29.00')
    await actor.click(screen.getByRole('button', { name: 'Ask for update' }))
    expect(await screen.findByText('The update is queued.')).toBeVisible()
    expect(await bodyOf('POST /api/v1/device-updates')).toEqual({
      device_id: 9,
      to_firmware: '03.29.00',
      to_settings_crc: null,
    })
  })

  it('R-275 sends a command, locates the vehicle, and shows what the tracker answered', async () => {
    const done = { ...command, ...ended, state: 'acknowledged', reply: 'Ver:03.28.07', failure: null, failure_detail: null }
    api.answer({
      'GET /api/v1/devices/9/commands': page([done]),
      'POST /api/v1/devices/9/commands': { data: done },
      'PUT /api/v1/entities/42/commands/locate': { data: { state: 'queued' } },
    })
    const { actor } = await open('/devices?device=9&tab=commands')
    const history = await screen.findByRole('list', { name: 'Commands so far' })
    expect(history).toHaveTextContent(/getver.*Acknowledged.*Noor Visser.*Ver:03\.28\.07/)
    await actor.click(screen.getByRole('textbox', { name: 'Command' }))
    await actor.paste('getinfo')
    await actor.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText(/The command is sent as soon as/)).toBeVisible()
    expect(await bodyOf('POST /api/v1/devices/9/commands')).toEqual({ text: 'getinfo' })
    await actor.click(screen.getByRole('button', { name: 'Locate' }))
    expect(await screen.findByText('Asking the tracker for its position.')).toBeVisible()
  })
})

describe('importing a sheet', () => {
  it('T-19 maps columns, lists bad rows with row and field before anything happens, imports, and rolls back', async () => {
    const failed = [{ row: 3, field: 'iccid', message: 'ICCID must have 18 to 22 digits' }]
    api.answer({
      [IMPORT]: async (request: Request) => {
        const { dry_run } = (await request.json()) as { dry_run: boolean }
        return { data: { import_id: dry_run ? null : 5, dry_run, created: 988, waiting: 0, failed } }
      },
      'POST /api/v1/devices/imports/5/rollback': { data: { removed: 988, kept: [] } },
    })
    const { actor } = await open('/devices?dialog=import:devices')
    const dialog = await screen.findByRole('dialog', { name: 'Import devices' })
    // The column is not used as the tracker's own identifier. A maker's serial number seldom is that identifier, and managers
    // may not set it.
    const csv = `nummer;naam;Serienummer\n${IMEI};Spare 12;SN-471108\n`
    const file = Object.assign(new File([csv], 'trackers.csv', { type: 'text/csv' }), {
      arrayBuffer: () => Promise.resolve(new TextEncoder().encode(csv).buffer),
    })
    await actor.upload(within(dialog).getByLabelText('Choose a file', { selector: 'input' }), file)
    expect(await within(dialog).findByText('trackers.csv')).toBeVisible()
    await actor.click(within(dialog).getByRole('button', { name: 'Next' }))
    await actor.click(within(dialog).getByRole('button', { name: 'Check rows' }))
    expect(await within(dialog).findByText('Choose the column for IMEI')).toBeVisible()
    await actor.click(within(dialog).getByRole('combobox', { name: 'IMEI' }))
    await actor.click(await screen.findByRole('option', { name: 'nummer' }))
    await actor.click(within(dialog).getByRole('button', { name: 'Check rows' }))
    expect(await within(dialog).findByRole('row', { name: '3 ICCID ICCID must have 18 to 22 digits' })).toBeVisible()
    expect(await bodyOf(IMPORT)).toMatchObject({
      csv,
      business_id: 3,
      dry_run: true,
      columns: { imei: 'nummer', title: 'naam', tracker_id: '∅' },
    })
    await actor.click(within(dialog).getByRole('button', { name: 'Import 988 devices' }))
    expect(await within(dialog).findByText('988 devices were created.')).toBeVisible()
    await actor.click(within(dialog).getByRole('button', { name: 'Undo this import' }))
    expect(await within(dialog).findByText('988 devices were removed.')).toBeVisible()
  })
})
