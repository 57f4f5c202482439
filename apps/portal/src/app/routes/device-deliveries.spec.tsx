import { screen, waitFor, within } from '@testing-library/react'
import type { components } from '../../lib/api/schema.js'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import { someBusinesses } from '../../testing/some-businesses.js'

type Schemas = components['schemas']
const LIST = 'GET /api/v1/device-deliveries'
const DELIVER = 'POST /api/v1/device-deliveries'
const IMPORT = 'POST /api/v1/device-deliveries/imports'
const [ONE, TWO] = ['352625698104217', '352625698104225']

const delivery = (changes: Partial<Schemas['DeviceDelivery']> = {}): Schemas['DeviceDelivery'] => ({
  id: 2,
  imei: ONE,
  tracker_id: '9172345678',
  business_id: 10,
  business_name: 'Gemeente Lunetten',
  device_id: null,
  held_by: null,
  device_tracker_id: null,
  created_at: '2025-10-30T07:12:00.000Z',
  ...changes,
})
const page = <Row,>(data: Row[]) => ({ data, meta: { current_page: 1, last_page: 1, per_page: 15, total: data.length } })
const admin = aUser({ role_key: 'super-admin', role: 'Super Admin', business_id: null, business_name: null, businesses: [] })

let api: ApiStub
beforeEach(() => {
  api = stubApi({
    'GET /api/v1/devices/statistics': {
      data: { total: 0, free: 0, installed: 0, returned: 0, live: 0, silent: 0, never_seen: 0, firmware_drift: 0 },
    },
    'GET /api/v1/businesses/tree': { data: someBusinesses() },
    [LIST]: page([delivery()]),
    [DELIVER]: { data: { delivered: 2, registered: 0, differing: 0 } },
  })
})

const open = (address = '/devices?view=deliveries') =>
  renderApp(address, { user: admin, now: Date.parse('2025-10-30T08:12:00Z') })
const bodyOf = async (call: string) => (await api.requestsTo(call).at(-1)?.json()) as Record<string, unknown>
const dialogOf = async () => {
  const { actor } = await open()
  await actor.click(await screen.findByRole('button', { name: 'Record a delivery' }))
  const dialog = await screen.findByRole('dialog', { name: 'Record a delivery' })
  const paste = async (text: string) => {
    await actor.click(within(dialog).getByRole('textbox', { name: 'IMEIs' }))
    await actor.paste(text)
  }
  const write = async () => {
    await actor.click(within(dialog).getByRole('combobox', { name: 'Delivered to' }))
    await actor.click(await screen.findByRole('option', { name: /Bibliotheek/ }))
    await actor.click(within(dialog).getByRole('button', { name: 'Record' }))
  }
  return { actor, dialog, paste, write }
}

describe('deliveries of trackers that do not speak their IMEI', () => {
  it('G-109 are listed with what they call themselves, and with what somebody’s device calls itself instead', async () => {
    api.answer({
      [LIST]: page([
        delivery(),
        delivery({ id: 3, imei: TWO, held_by: 'Carré Bezorging', device_id: 9, device_tracker_id: '9172345600' }),
      ]),
    })
    await open()
    expect(await screen.findByRole('columnheader', { name: /Tracker ID/ })).toBeVisible()
    expect(screen.getByRole('row', { name: /104.217/ })).toHaveTextContent(/9172345678/)
    expect(screen.getByRole('row', { name: /104.225/ })).toHaveTextContent(/Carré Bezorging.*Its tracker ID is 9172345600/)
  })

  it('G-109 are written down from two columns that were copied from a sheet', async () => {
    const { dialog, paste, write } = await dialogOf()
    await paste(`IMEI\tSerial\r\n${ONE}\t9172345678\r\n${TWO}\t\r\n`)
    expect(within(dialog).getByRole('status')).toHaveTextContent('2 IMEIs · 1 with a tracker ID')
    expect(within(dialog).queryByRole('textbox', { name: /Tracker ID/ })).toBeNull()
    await write()
    expect(await screen.findByText('2 trackers were recorded.')).toBeVisible()
    expect(await bodyOf(DELIVER)).toEqual({
      business_id: 11,
      trackers: [{ imei: ONE, tracker_id: '9172345678' }, { imei: TWO }],
    })
  })

  it('G-109 are written down one by one, with a field for the name', async () => {
    api.answer({ [DELIVER]: { data: { delivered: 1, registered: 0, differing: 1 } } })
    const { actor, dialog, paste, write } = await dialogOf()
    await paste(ONE)
    await actor.click(within(dialog).getByRole('textbox', { name: /Tracker ID/ }))
    await actor.paste('bike 7')
    await write()
    expect(within(dialog).getByText('Tracker ID must be letters and digits, and no IMEI')).toBeVisible()
    expect(api.requestsTo(DELIVER)).toHaveLength(0)
    await actor.clear(within(dialog).getByRole('textbox', { name: /Tracker ID/ }))
    await actor.paste('bike-7')
    await actor.click(within(dialog).getByRole('button', { name: 'Record' }))
    expect(
      await screen.findByText(
        '1 tracker was recorded. 1 tracker is already a device with another tracker ID, and keeps that ID.',
      ),
    ).toBeVisible()
    expect(await bodyOf(DELIVER)).toEqual({ business_id: 11, trackers: [{ imei: ONE, tracker_id: 'bike-7' }] })
  })

  it('G-109 say of which tracker somebody else has the name', async () => {
    api.answer({
      [DELIVER]: problem(422, 'Not valid', {
        errors: {
          'trackers.0.tracker_id': ['The tracker 352625698104571 was delivered to Lunetten with this number'],
          'trackers.1.tracker_id': ['The device 352625698104563 of Carré identifies itself with this number'],
        },
      }),
    })
    const { dialog, paste, write } = await dialogOf()
    await paste(`${ONE}\t9172345678\n${TWO}\t9172345679`)
    await write()
    expect(
      await within(dialog).findByText(
        /^352.*104.217: The tracker .* number; 352.625.698.104.225: The device 352625698104563 of Carré identifies itself with this number$/,
      ),
    ).toBeVisible()
  })

  it('G-109 come from a file, tried first', async () => {
    api.answer({
      [IMPORT]: async (request: Request) => {
        const { dry_run } = (await request.json()) as { dry_run: boolean }
        const failed = [{ row: 3, field: 'tracker_id', message: 'The list contains this number twice' }]
        const first_rows = [{ row: 2, values: { imei: ONE, tracker_id: '9172345678' } }]
        return { data: { dry_run, delivered: 1, registered: 1, differing: 0, failed, first_rows } }
      },
    })
    const { actor } = await open()
    await actor.click(await screen.findByRole('button', { name: 'Import deliveries' }))
    const dialog = await screen.findByRole('dialog', { name: 'Import deliveries' })
    const csv = `IMEI;Serial number\n${ONE};9172345678\n${TWO};9172345678\n`
    const file = Object.assign(new File([csv], 'sent.csv', { type: 'text/csv' }), {
      arrayBuffer: () => Promise.resolve(new TextEncoder().encode(csv).buffer),
    })
    await actor.upload(within(dialog).getByLabelText('Choose a file', { selector: 'input' }), file)
    await within(dialog).findByText('sent.csv')
    await actor.click(within(dialog).getByRole('button', { name: 'Next' }))
    await actor.click(within(dialog).getByRole('combobox', { name: 'Business' }))
    await actor.click(await screen.findByRole('option', { name: /Bibliotheek/ }))
    await actor.click(within(dialog).getByRole('button', { name: 'Check rows' }))
    expect(await within(dialog).findByText('1 tracker will be recorded. Nothing is changed yet.')).toBeVisible()
    expect(within(dialog).getByText('The list contains this number twice')).toBeVisible()
    await actor.click(within(dialog).getByRole('button', { name: 'Record 1 tracker' }))
    expect(await within(dialog).findByText('1 tracker was recorded. 1 waiting tracker is now registered.')).toBeVisible()
    expect(await bodyOf(IMPORT)).toEqual({
      csv,
      business_id: 11,
      dry_run: false,
      columns: { imei: 'IMEI', tracker_id: 'Serial number' },
    })
    await waitFor(() => expect(within(dialog).queryByRole('button', { name: /Undo/ })).toBeNull())
  })
})
