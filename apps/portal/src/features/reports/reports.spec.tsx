import { act, screen, waitFor, within } from '@testing-library/react'
import L from 'leaflet'
import { problem, stubApi, type ApiStub } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'
import type { Report, ReportRequest, ReportSchedule, ReportTrip } from './report.js'

const NOW = Date.parse('2025-10-30T12:00:00.000Z')
const reporter = aUser({ permissions: ['index:dashboard', 'read:map', 'read:reports'] })
const TOO_LARGE = 'This target group has too many entities. Please select one with less.'

const aTrip = (changes: Partial<ReportTrip> & { id: number }): ReportTrip => ({
  entity_id: 1,
  entity_name: 'Cargo 042',
  license_plate: null,
  business_name: 'Domstad',
  device_id: 1,
  trip_started_at: '2025-10-30T07:12:00.000Z',
  trip_ended_at: '2025-10-30T07:41:00.000Z',
  trip_arrived_at: null,
  is_open: false,
  deleted_at: null,
  start: { latitude: 52.1, longitude: 5.1, address: 'Draaiweg 44, Utrecht' },
  stop: { latitude: 52.2, longitude: 5.2, address: 'Kanaalweg 30, Utrecht' },
  distance_m: 6_200,
  matched_distance_m: null,
  duration_s: 1_740,
  average_speed_kph: 12.8,
  max_speed_kph: 25,
  idle_s: 0,
  time_on_location_s: 3_000,
  waypoint_count: 3,
  purpose: null,
  note: null,
  driver: null,
  is_logged: false,
  is_joined: false,
  ...changes,
})
const aDay = (day: string, trips: number) => ({ day, trips, distance_m: 6_640, duration_s: 2_040, idle_s: 0 })
const report: Report = {
  entity: { id: 1, name: 'Cargo 042', frame_number: null, license_plate: null, vehicle_type: 'eCargoBike', imei: null },
  from: '2025-10-27',
  till: '2025-10-30',
  time_zone: 'Europe/Amsterdam',
  totals: { trips: 3, distance_m: 79_000, duration_s: 23_820, idle_s: 0, average_speed_kph: 12, max_speed_kph: 28 },
  days: [aDay('2025-10-29', 1), aDay('2025-10-30', 2)],
  trips: [
    aTrip({
      id: 1,
      trip_started_at: '2025-10-29T07:00:00.000Z',
      trip_ended_at: '2025-10-29T07:20:00.000Z',
      time_on_location_s: null,
    }),
    aTrip({ id: 2 }),
    aTrip({
      id: 3,
      trip_started_at: '2025-10-30T08:31:00.000Z',
      trip_ended_at: '2025-10-30T08:36:00.000Z',
      distance_m: 440,
      duration_s: 300,
      time_on_location_s: null,
      stop: { latitude: 52.2, longitude: 5.2, address: 'Croeselaan 15, Utrecht' },
    }),
  ],
  nearest: null,
}
const aRequest = (changes: Partial<ReportRequest> = {}): ReportRequest => ({
  id: 5,
  kind: 'periodic',
  mode: 'summary',
  format: 'xlsx',
  from: '2025-09-01',
  till: '2025-09-30',
  time_zone: 'Europe/Amsterdam',
  target_group_id: 4,
  target_group_name: 'Bosch cargo bikes',
  entity_ids: [],
  limit_kph: 50,
  min_minutes: 5,
  schedule_id: null,
  schedule_name: null,
  state: 'done',
  progress: 100,
  reason: null,
  rows: 12,
  file_name: 'summary-2025-09.xlsx',
  size_bytes: 48_200,
  file_expires_at: '2025-11-29T12:00:00.000Z',
  requested_by: 'Marit de Wolf',
  is_own: true,
  created_at: '2025-10-30T11:59:00.000Z',
  updated_at: '2025-10-30T11:59:30.000Z',
  started_at: '2025-10-30T11:59:01.000Z',
  ended_at: '2025-10-30T11:59:30.000Z',
  ...changes,
})
const schedule: ReportSchedule = {
  id: 9,
  name: 'For the bakery',
  mode: 'all',
  format: 'xlsx',
  target_group_id: 4,
  target_group_name: 'Bosch cargo bikes',
  every: 'month',
  tz: 'Europe/Amsterdam',
  recipients: [7],
  recipient_names: 'Marit de Wolf',
  limit_kph: 50,
  min_minutes: 5,
  is_active: true,
  paused_reason: null,
  owner: 'Marit de Wolf',
  business_id: 3,
  next_run_at: '2025-11-01T05:00:00.000Z',
  created_at: '2025-10-01T08:00:00.000Z',
  updated_at: '2025-10-02T08:00:00.000Z',
}
const listed = (rows: object[]) => ({ data: rows, meta: { current_page: 1, last_page: 1, per_page: 15, total: rows.length } })
const summary = {
  data: [{ entity_id: 1, entity_name: 'Cargo 042', trips: 3, distance: 79, duration: 6.62, imei: '352625698104217' }],
  meta: {
    current_page: 1,
    last_page: 1,
    per_page: 50,
    total: 1,
    entities: 1,
    hidden_entities: 0,
    notes: [],
    from: '2025-10-27',
    till: '2025-10-30',
    time_zone: 'Europe/Amsterdam',
    columns: [
      { key: 'entity_name', label: 'Vehicle', kind: 'text' },
      { key: 'imei', label: 'IMEI', kind: 'imei' },
      { key: 'trips', label: 'Trips', kind: 'number' },
      { key: 'distance', label: 'Distance, km', kind: 'km' },
      { key: 'duration', label: 'Duration, h', kind: 'hours' },
    ],
    totals: { trips: 3, distance: 79, duration: 6.62, average_speed: 12 },
  },
}

let api: ApiStub
beforeEach(() => {
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  jest.spyOn(L.Map.prototype, 'getSize').mockReturnValue(L.point(340, 320))
  api = stubApi({
    'GET /api/v1/dropdown/entities': {
      data: [
        { id: 1, name: 'Cargo 042', imei: '352625698104217', license_plate: null },
        { id: 2, name: 'Van 3', imei: null, license_plate: 'AB-12-CD' },
      ],
    },
    'GET /api/v1/dropdown/target-groups': {
      data: [
        { id: 4, name: 'Bosch cargo bikes', entities_count: 12 },
        { id: 6, name: 'Whole vendor', entities_count: 240 },
      ],
    },
    'GET /api/v1/reports/requests': listed([]),
    'GET /api/v1/report': { data: report },
    'GET /api/v1/reports/summary': summary,
    'GET /api/v1/report-schedules': listed([schedule]),
    'GET /api/v1/report-schedules/9': { data: schedule },
    'POST /api/v1/reports': () => Response.json({ data: { id: 5 } }, { status: 202 }),
    'POST /api/v1/report-schedules': { data: schedule },
    'PUT /api/v1/report-schedules/9': { data: schedule },
    'DELETE /api/v1/report-schedules/9': () => new Response(null, { status: 204 }),
  })
})
afterEach(() => jest.restoreAllMocks())

const open = (address: string) => renderApp(`/reports${address}`, { user: reporter, now: NOW })
const WEEK = '?tab=individual&entity=1&from=2025-10-27&till=2025-10-30'

describe('the individual overview', () => {
  it('R-133 R-136 R-137 lists the trips of a vehicle by day with their eight columns', async () => {
    await open(WEEK)
    const table = await screen.findByRole('table', { name: 'Trips' })
    const heads = within(table).getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      ...[
        'Start',
        'Start address',
        'Stop',
        'Stop address',
        'Distance, km',
        'Duration',
        'Average speed, km/h',
        'Time on location',
      ],
    ])
    const row = within(table).getByRole('row', { name: /08:12/ })
    const cells = ['08:12', 'Draaiweg 44, Utrecht', '08:41', 'Kanaalweg 30, Utrecht', '6', '29 min', '13', '50 min']
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(cells)
    expect(within(table).getByText('Thursday 30-10-2025')).toBeVisible()
    expect(screen.getByText(/without an odometer are straight lines between fixes/)).toBeVisible()
  })

  it('R-137 says at its edge that there are more columns where its place is too narrow', async () => {
    jest.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900)
    jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(600)
    await open(WEEK)
    const table = await screen.findByRole('table', { name: 'Trips' })
    expect(table.closest('[data-more-after]')).not.toBeNull()
    expect(table.closest('[data-more-before]')).toBeNull()
  })

  it('G-60 says "until now" of the last trip of today, and nothing of the last one of another day', async () => {
    await open(WEEK)
    const today = await screen.findByRole('row', { name: /09:31/ })
    expect(within(today).getByText('until now')).toBeVisible()
    expect(
      within(screen.getByRole('row', { name: /08:00/ }))
        .getAllByRole('cell')
        .at(-1),
    ).toHaveTextContent('—')
  })

  it('G-98 shows less than a kilometre as 0, with the metres in its tooltip', async () => {
    const { actor } = await open(WEEK)
    const row = await screen.findByRole('row', { name: /09:31/ })
    await actor.hover(within(row).getByText('0'))
    expect(await screen.findByRole('tooltip')).toHaveTextContent('440 m')
  })

  it('R-133 marks the row of the trip that somebody points at in the timeline', async () => {
    const { actor } = await open(WEEK)
    await actor.hover(await screen.findByRole('button', { name: /^08:12 – 08:41/ }))
    expect(screen.getByRole('row', { name: /08:12/ })).toHaveClass('Mui-selected')
  })

  it('R-133 plays a trip on the map with Enter', async () => {
    const { actor, address } = await open(WEEK)
    const row = await screen.findByRole('row', { name: /08:12/ })
    act(() => row.focus())
    await actor.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/map?entity=1&trip=2&from=2025-10-30&till=2025-10-30'))
  })

  it('R-135 offers the nearest days with trips where the period has none', async () => {
    api.answer({
      'GET /api/v1/report': { data: { ...report, days: [], trips: [], nearest: { before: '2025-10-02', after: null } } },
    })
    const { actor, address } = await open(WEEK)
    await actor.click(await screen.findByRole('button', { name: '02-10-2025' }))
    expect(address()).toContain('from=2025-10-02&till=2025-10-02')
  })

  it('G-97 names the time zone once, and asks for days of it', async () => {
    await open(WEEK)
    await screen.findByRole('table', { name: 'Trips' })
    expect(screen.getAllByText(/Europe\/Amsterdam/)).toHaveLength(1)
    const [request] = api.requestsTo('GET /api/v1/report')
    expect(Object.fromEntries(new URL(request!.url).searchParams)).toEqual({
      entity_id: '1',
      from: '2025-10-27',
      till: '2025-10-30',
      tz: 'Europe/Amsterdam',
    })
  })
})

describe('the multiple overview', () => {
  it('R-134 shows the columns of the files with their totals, and opens a vehicle’s own report', async () => {
    const { actor, address } = await open('?tab=multiple&mode=summary&from=2025-10-27&till=2025-10-30')
    const table = await screen.findByRole('table', { name: 'Summary' })
    const row = within(table).getByRole('row', { name: /Cargo 042/ })
    for (const text of ['352625698104217', '79', '6:37']) expect(within(row).getByText(text)).toBeVisible()
    await actor.click(row)
    await waitFor(() => expect(address()).toContain('tab=individual'))
    expect(address()).toContain('entity=1')
    expect(address()).toContain('from=2025-10-27')
  })

  it('R-134 says at its edge that there are more columns, and has who a vehicle is below its name where there is no room', async () => {
    jest.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(1_400)
    jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900)
    await open('?tab=multiple&mode=summary&from=2025-10-27&till=2025-10-30')
    const table = await screen.findByRole('table', { name: 'Summary' })
    expect(table.closest('[data-more-after]')).not.toBeNull()
    // Columns whose content is also below the name are dropped first.
    expect(within(table).queryByRole('columnheader', { name: 'IMEI' })).toBeNull()
    expect(within(table).getByRole('row', { name: /Cargo 042/ })).toHaveTextContent('352625698104217')
    expect(within(table).getByRole('columnheader', { name: 'Distance, km' })).toBeVisible()
  })

  it('R-140 has the report on screen mailed as a spreadsheet', async () => {
    const { actor } = await open('?tab=multiple&mode=summary&entities=1&from=2025-10-27&till=2025-10-30')
    await actor.click(await screen.findByRole('button', { name: 'Send or share' }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Excel by e-mail' }))
    expect(await screen.findByText('Your report was submitted. An e-mail follows.')).toBeVisible()
    const [request] = api.requestsTo('POST /api/v1/reports')
    expect(await request!.json()).toMatchObject({ kind: 'multiple', mode: 'summary', format: 'xlsx', entity_ids: [1] })
    expect(request!.headers.get('idempotency-key')).toMatch(/\S{8}/)
  })
})

describe('the periodic overview', () => {
  it('R-132 R-140 asks for last month of a target group, and says that an e-mail follows', async () => {
    const { actor } = await open('?group=4')
    await screen.findByDisplayValue('Bosch cargo bikes')
    await actor.click(screen.getByRole('button', { name: 'Send by e-mail' }))
    expect(await screen.findByText('Your report was submitted. An e-mail follows.')).toBeVisible()
    expect(await api.requestsTo('POST /api/v1/reports')[0]!.json()).toMatchObject({
      kind: 'periodic',
      mode: 'all',
      format: 'xlsx',
      target_group_id: 4,
      from: '2025-09-01',
      till: '2025-09-30',
    })
  })

  it('R-132 is of all vehicles where no target group is chosen, and says how many those are', async () => {
    const { actor } = await open('')
    expect(await screen.findByDisplayValue('All vehicles')).toBeVisible()
    expect(await screen.findByText('2 vehicles')).toBeVisible()
    await actor.click(screen.getByRole('button', { name: 'Send by e-mail' }))
    await waitFor(() => expect(api.requestsTo('POST /api/v1/reports')).toHaveLength(1))
    expect(await api.requestsTo('POST /api/v1/reports')[0]!.json()).toMatchObject({ kind: 'periodic', target_group_id: null })
  })

  it('R-132 says before it is sent that all vehicles are too many', async () => {
    const many = Array.from({ length: 101 }, (_, at) => ({ id: at + 1, name: `Bike ${at}`, imei: null, license_plate: null }))
    api.answer({ 'GET /api/v1/dropdown/entities': { data: many } })
    await open('')
    expect(await screen.findByText('101 vehicles: at most 100 in a report; choose a target group')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Send by e-mail' })).toBeDisabled()
  })

  it('R-132 is never of all vehicles in place of a target group that is gone', async () => {
    await open('?group=99')
    expect(await screen.findByText('This target group no longer exists. Choose another one, or all vehicles.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Send by e-mail' })).toBeDisabled()
  })

  it('R-132 says what a target group is where there is none, and who may make one', async () => {
    api.answer({ 'GET /api/v1/dropdown/target-groups': { data: [] } })
    const { actor } = await open('')
    expect(await screen.findByText(/^A target group is a named set of vehicles, .* A user who may manage tags/)).toBeVisible()
    await actor.click(screen.getByRole('combobox', { name: 'Target group' }))
    expect(screen.queryByRole('option', { name: 'New target group' })).toBeNull()
  })

  it('R-132 lets whoever may make a target group make one there, with its vehicles', async () => {
    const made = { id: 8, name: 'Couriers', entities_count: 1 }
    const result = { undo_id: 1, changed: 1, unchanged: 0, failed: 0, results: [] }
    api.answer({
      'GET /api/v1/dropdown/target-groups': () =>
        Response.json({ data: api.requestsTo('POST /api/v1/tags').length > 0 ? [made] : [] }),
      'POST /api/v1/tags': { data: made },
      'PUT /api/v1/entities/tags/bulk': { data: result },
    })
    const user = {
      ...reporter,
      permissions: [...reporter.permissions, 'manage:tags', 'update:entity'] as typeof reporter.permissions,
    }
    const { actor } = await renderApp('/reports', { user, now: NOW })
    await actor.click(await screen.findByRole('combobox', { name: 'Target group' }))
    await actor.click(await screen.findByRole('option', { name: 'New target group' }))
    const dialog = await screen.findByRole('dialog', { name: 'New target group' })
    await actor.click(within(dialog).getByRole('button', { name: 'Create target group' }))
    expect(within(dialog).getByText('Choose at least one vehicle')).toBeVisible()
    await actor.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Couriers')
    await actor.click(within(dialog).getByRole('combobox', { name: 'Vehicles' }))
    await actor.click(await screen.findByRole('option', { name: /Van 3/ }))
    await actor.keyboard('{Escape}')
    await actor.click(within(dialog).getByRole('button', { name: 'Create target group' }))
    expect(await screen.findByText('Couriers has 1 vehicle')).toBeVisible()
    expect(await api.requestsTo('POST /api/v1/tags')[0]!.json()).toEqual({ name: 'Couriers', type: 'group' })
    expect(await api.requestsTo('PUT /api/v1/entities/tags/bulk')[0]!.json()).toEqual({ entities: [2], attach: [8] })
    expect(await screen.findByDisplayValue('Couriers')).toBeVisible()
  })

  it('G-58 marks a group that is too large before it is chosen', async () => {
    const { actor } = await open('')
    await actor.click(await screen.findByRole('combobox', { name: 'Target group' }))
    expect(await screen.findByRole('option', { name: /Whole vendor/ })).toHaveTextContent(/Too many.*240 vehicles/)
    expect(screen.getByRole('option', { name: /Bosch/ })).not.toHaveTextContent('Too many')
  })

  it('R-138 says at the field that the target group has too many entities', async () => {
    const errors = { target_group_id: [TOO_LARGE] }
    api.answer({ 'POST /api/v1/reports': () => problem(422, 'Refused', { errors }) })
    const { actor } = await open('?group=6')
    await screen.findByDisplayValue('Whole vendor')
    await actor.click(screen.getByRole('button', { name: 'Send by e-mail' }))
    expect(await screen.findByText(TOO_LARGE)).toBeVisible()
  })

  it('R-139 says so in the words of the catalogue when the request fails', async () => {
    api.answer({ 'POST /api/v1/reports': () => problem(503, 'Away') })
    const { actor } = await open('?group=4')
    await screen.findByDisplayValue('Bosch cargo bikes')
    await actor.click(screen.getByRole('button', { name: 'Send by e-mail' }))
    expect(await screen.findByText('An error occured while requesting your report. Please try again.')).toBeVisible()
  })
})

describe('one’s report files', () => {
  it('R-141 show state, size and expiry, and what failed is asked for again', async () => {
    const failed = aRequest({
      id: 6,
      state: 'failed',
      reason: 'The group is gone',
      file_name: null,
      size_bytes: null,
      rows: null,
    })
    api.answer({
      'GET /api/v1/reports/requests': (request: Request) => listed(request.url.includes('inqueued') ? [] : [aRequest(), failed]),
      'POST /api/v1/reports/requests/6/retry': { data: aRequest({ id: 6, state: 'queued' }) },
    })
    const { actor } = await open('?tab=files')
    const done = await screen.findByRole('row', { name: /summary-2025-09.xlsx/ })
    for (const text of ['Sent', '48 kB', '29-11-2025 13:00']) expect(within(done).getByText(text)).toBeVisible()
    const other = screen.getByRole('row', { name: /The group is gone/ })
    await actor.click(within(other).getByRole('button', { name: /Actions/ }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Make again' }))
    await waitFor(() => expect(api.requestsTo('POST /api/v1/reports/requests/6/retry')).toHaveLength(1))
  })

  it('R-141 open the report that its mail leads to, with its file and until when that is there', async () => {
    api.answer({
      'GET /api/v1/reports/requests': listed([]),
      'GET /api/v1/reports/requests/5': { data: aRequest() },
    })
    const { actor, address } = await open('?tab=files&report=5')
    const panel = await screen.findByRole('dialog', { name: 'Bosch cargo bikes' })
    for (const text of ['summary-2025-09.xlsx', 'Sent', '01-09-2025 – 30-09-2025', 'Europe/Amsterdam', '29-11-2025 13:00'])
      expect(within(panel).getByText(text)).toBeVisible()
    expect(within(panel).getByRole('button', { name: 'Download' })).toBeEnabled()
    await actor.click(within(panel).getByRole('button', { name: 'Close' }))
    expect(address()).toBe('/reports?tab=files')
  })

  it('R-141 say so where that report is not there any more', async () => {
    api.answer({
      'GET /api/v1/reports/requests': listed([]),
      'GET /api/v1/reports/requests/5': () => problem(404, 'There is no such report'),
    })
    await open('?tab=files&report=5')
    expect(await screen.findByText('There is no such report')).toBeVisible()
  })

  it('R-141 follow a report that is being made until it is there', async () => {
    let running = true
    api.answer({
      'GET /api/v1/reports/requests': (request: Request) => {
        const making = aRequest({ state: 'running', progress: 40, file_name: null, size_bytes: null })
        if (request.url.includes('inqueued')) return listed(running ? [making] : [])
        return listed([running ? making : aRequest()])
      },
    })
    await open('?tab=files')
    expect(await screen.findByText('Preparing, 40 %')).toBeVisible()
    running = false
    expect(await screen.findByText('Sent')).toBeVisible()
  })
})

describe('schedules of reports', () => {
  it('R-132 are made for a target group every month', async () => {
    const { actor } = await open('?tab=schedules&group=4&dialog=create:schedule')
    await actor.type(await screen.findByRole('textbox', { name: 'Name' }), 'For the bakery')
    await screen.findByDisplayValue('Bosch cargo bikes')
    await actor.click(screen.getByRole('button', { name: 'Create schedule' }))
    await waitFor(() => expect(api.requestsTo('POST /api/v1/report-schedules')).toHaveLength(1))
    expect(await api.requestsTo('POST /api/v1/report-schedules')[0]!.json()).toMatchObject({
      name: 'For the bakery',
      every: 'month',
      format: 'xlsx',
      target_group_id: 4,
      recipients: [7],
      tz: 'Europe/Amsterdam',
    })
  })

  it('R-132 are of all vehicles where no target group is chosen', async () => {
    api.answer({ 'GET /api/v1/report-schedules': listed([{ ...schedule, target_group_id: null, target_group_name: null }]) })
    const { actor } = await open('?tab=schedules&dialog=create:schedule')
    expect(await screen.findByRole('row', { name: /For the bakery/, hidden: true })).toHaveTextContent('All vehicles')
    await actor.type(await screen.findByRole('textbox', { name: 'Name' }), 'Everything')
    await actor.click(screen.getByRole('button', { name: 'Create schedule' }))
    await waitFor(() => expect(api.requestsTo('POST /api/v1/report-schedules')).toHaveLength(1))
    expect(await api.requestsTo('POST /api/v1/report-schedules')[0]!.json()).toMatchObject({ target_group_id: null })
  })

  it('T-15 are paused, and deleted with a way back', async () => {
    const { actor } = await open('?tab=schedules')
    const row = await screen.findByRole('row', { name: /For the bakery/ })
    expect(within(row).getByText('01-11-2025 06:00')).toBeVisible()
    await actor.click(within(row).getByRole('button', { name: /Actions/ }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Pause' }))
    await waitFor(() => expect(api.requestsTo('PUT /api/v1/report-schedules/9')).toHaveLength(1))
    expect(await api.requestsTo('PUT /api/v1/report-schedules/9')[0]!.json()).toMatchObject({ is_active: false, recipients: [7] })
    await actor.click(within(row).getByRole('button', { name: /Actions/ }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await actor.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.requestsTo('POST /api/v1/report-schedules')).toHaveLength(1))
  })
})

describe('the address of a report', () => {
  it.each([
    ['?view=individual&entity=1', '/reports?entity=1&tab=individual', 'Individual overview'],
    ['?tab=single', '/reports', 'Periodic overview'],
    ['?view=periodic', '/reports', 'Periodic overview'],
  ])('%s is understood or put right', async (asked, right, name) => {
    const { address } = await open(asked)
    expect(await screen.findByRole('tab', { name, selected: true })).toBeVisible()
    await waitFor(() => expect(address()).toBe(right))
  })
})
