import { screen, waitFor, within } from '@testing-library/react'
import { type ApiStub, stubApi } from '../../testing/api-stub.js'
import { aUser, noMarkers } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'

const BOOK = 'GET /api/v1/entities/1/logbook'
const CLOSE = 'POST /api/v1/entities/1/logbook/closings'
const CORRECT = 'POST /api/v1/logbook-entries/5/corrections'
const SAY = 'POST /api/v1/trips/bulk-purpose'
const NOW = Date.parse('2025-11-10T09:00:00.000Z')
const may = aUser({ permissions: ['index:dashboard', 'read:map', 'update:entity'] })
const markers = { ...noMarkers, count: 1, columns: { ...noMarkers.columns, entity_id: [1], name: ['Golf'] } }

const anEntry = (changes: object = {}) => ({
  id: null,
  trip_id: 7,
  started_at: '2025-10-05T08:00:00.000Z',
  ended_at: '2025-10-05T08:30:00.000Z',
  arrived_at: null,
  start_address: 'Croeselaan 15',
  stop_address: 'Jaarbeursplein 6',
  distance_m: 20_000,
  odometer_start_m: 116_000,
  odometer_stop_m: 136_000,
  gap_m: 4_000,
  purpose: 'business',
  note: 'Client 12',
  driver: 'Ada',
  said_at: '2025-10-05T10:00:00.000Z',
  is_late: false,
  is_closed: false,
  added_at: null,
  is_recalculated: false,
  corrections: [],
  said: null,
  ...changes,
})
const aLogbook = (entries: object[], month: object = {}) => ({
  entity_id: 1,
  entity_name: 'Golf',
  license_plate: 'B-XY 12',
  frame_number: null,
  imei: null,
  business_name: 'Fleet',
  from: '2025-10',
  till: '2025-10',
  time_zone: 'Europe/Amsterdam',
  odometer_start_m: 100_000,
  odometer_stop_m: 136_000,
  totals: { trips: 1, distance_m: 20_000, business_m: 20_000, commute_m: 0, private_m: 0, unsaid_m: 0 },
  months: [{ month: '2025-10', trips: 1, unsaid: 0, open: 1, closed_at: null, closed_by: null, ...month }],
  entries,
})
const CLOSED = { open: 0, closed_at: '2025-11-02T09:00:00.000Z', closed_by: 'Ada Byron' }
const closed = anEntry({ id: 5, is_closed: true })

let api: ApiStub
const opened = (logbook: object | undefined, address = '/trips?view=logbook&entity=1&month=2025-10') => {
  api = stubApi({
    'GET /api/v1/map/markers': { data: markers },
    'GET /api/v1/trips': { data: [], meta: { current_page: 1, last_page: 1, per_page: 15, total: 0, days: [] } },
    ...(logbook && { [BOOK]: { data: logbook } }),
    [CLOSE]: { data: aLogbook([closed], CLOSED) },
    [CORRECT]: { data: closed },
    [SAY]: { data: { undo_id: null, changed: 1, unchanged: 0, failed: 0, results: [] } },
  })
  return renderApp(address, { user: may, now: NOW })
}
const entries = async () => within(await screen.findByRole('list', { name: 'Entries' })).getAllByRole('listitem')

describe('the logbook of a vehicle', () => {
  it('is chosen by vehicle, and begins with this month', async () => {
    const { actor, address } = await opened(aLogbook([anEntry()]), '/trips?view=logbook')
    expect(await screen.findByText('Whose logbook?')).toBeVisible()
    await actor.click(screen.getByRole('combobox', { name: 'Vehicle' }))
    await actor.click(await screen.findByRole('option', { name: 'Golf' }))
    await waitFor(() => expect(address()).toBe('/trips?view=logbook&entity=1&month=2025-11'))
    expect(new URL(api.requestsTo(BOOK)[0]!.url).searchParams.get('from')).toBe('2025-11')
  })

  it('tells of each trip where, how far by which odometer, what for, and what the odometer ran without one', async () => {
    await opened(aLogbook([anEntry()]))
    const [entry] = await entries()
    for (const text of ['Croeselaan 15', 'Jaarbeursplein 6', 'Odometer 116 to 136 km', 'Business', 'Client 12 · Ada'])
      expect(entry).toHaveTextContent(text)
    expect(entry).toHaveTextContent('4 km on the odometer without a trip before this one')
    expect(screen.getByRole('region', { name: 'Totals of the month' })).toHaveTextContent(/Odometer100 – 136 km/)
  })

  it('is closed once every trip has a purpose, after it was said what that means', async () => {
    const { actor } = await opened(aLogbook([anEntry()]))
    await actor.click(await screen.findByRole('button', { name: 'Close month' }))
    const question = await screen.findByRole('alertdialog', { name: 'Close month · 10-2025' })
    expect(question).toHaveTextContent('everybody sees who changed what and why')
    await actor.click(within(question).getByRole('button', { name: 'Close month' }))
    await waitFor(() => expect(api.requestsTo(CLOSE)).toHaveLength(1))
    expect(await api.requestsTo(CLOSE)[0]!.json()).toEqual({ month: '2025-10', tz: 'Europe/Amsterdam' })
    expect(await screen.findByText('Month closed')).toBeVisible()
  })

  it('is not closed while a trip has no purpose, which can be said from here', async () => {
    const { actor } = await opened(aLogbook([anEntry({ purpose: null, note: null, driver: null })], { unsaid: 1 }))
    const button = await screen.findByRole('button', { name: 'Close month' })
    expect(button).toHaveAccessibleDescription('1 trip has no purpose yet')
    const [entry] = await entries()
    await actor.click(within(entry!).getByRole('button', { name: /Actions for/ }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Set purpose' }))
    const dialog = await screen.findByRole('dialog', { name: 'What was the purpose?' })
    await actor.click(within(dialog).getByLabelText('Purpose'))
    await actor.click(await screen.findByRole('option', { name: 'Commute' }))
    await actor.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.requestsTo(SAY)).toHaveLength(1))
    expect(await api.requestsTo(SAY)[0]!.json()).toEqual({ ids: [7], purpose: 'commute', driver: null, note: null })
  })

  it('says of an arrival that it is an estimate', async () => {
    await opened(aLogbook([anEntry({ arrived_at: '2025-10-05T08:28:20.000Z' })]))
    const [entry] = await entries()
    expect(entry).toHaveTextContent('10:00 – 10:30')
    expect(entry).toHaveTextContent('Probably arrived at 10:28 (estimated: fixes are far apart)')
  })

  it('is put right with a reason, and shows what it said before, by whom and why it was changed', async () => {
    const corrected = { purpose: 'private', note: null, driver: 'Ada', reason: 'Typed wrongly' }
    const told = anEntry({
      id: 5,
      is_closed: true,
      is_recalculated: true,
      ...corrected,
      said: { purpose: 'business', note: 'Client 12', driver: 'Ada' },
      corrections: [{ ...corrected, corrected_at: '2025-11-03T09:00:00.000Z', corrected_by: 'Grace Hopper' }],
    })
    const { actor } = await opened(aLogbook([told], CLOSED))
    expect(await screen.findByText('Closed on 02-11-2025 10:00 by Ada Byron')).toBeVisible()
    const [entry] = await entries()
    expect(entry).toHaveTextContent(
      'Corrected on 03-11-2025 10:00 by Grace Hopper: before “Business, Client 12, Ada”, now “Private, Ada” – Typed wrongly',
    )
    expect(entry).toHaveTextContent('The trip was recalculated since; this entry is unchanged')
    await actor.click(within(entry!).getByRole('button', { name: /Actions for/ }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Correct' }))
    const dialog = await screen.findByRole('dialog', { name: 'Correct the entry' })
    await actor.click(within(dialog).getByRole('button', { name: 'Correct' }))
    expect(await within(dialog).findByText('Give the reason')).toBeVisible()
    await actor.type(within(dialog).getByLabelText('Why the entry was wrong'), 'Was a commute')
    await actor.click(within(dialog).getByRole('button', { name: 'Correct' }))
    await waitFor(() => expect(api.requestsTo(CORRECT)).toHaveLength(1))
    expect(await api.requestsTo(CORRECT)[0]!.json()).toEqual({
      purpose: 'private',
      driver: 'Ada',
      note: null,
      reason: 'Was a commute',
    })
  })

  it('takes in what was found after its month was closed', async () => {
    await opened(aLogbook([closed, anEntry({ trip_id: 9 })], { ...CLOSED, trips: 2, open: 1 }))
    expect(await screen.findByText('1 trip was found after the month was closed')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Add what was found' })).not.toHaveAttribute('aria-disabled')
  })
})
