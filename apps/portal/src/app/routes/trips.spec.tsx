import { screen, waitFor, within } from '@testing-library/react'
import { aTrip, aTripPage } from '../../features/trips/testing/some-trips.js'
import { type ApiStub, problem, stubApi } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderApp } from '../../testing/render-app.js'

const LIST = 'GET /api/v1/trips'
const MAIL = 'POST /api/v1/entities/trips/csv'
const SAY = 'POST /api/v1/trips/bulk-purpose'
const REMOVE = 'DELETE /api/v1/trips/7'
const RESTORE = 'PUT /api/v1/trips/7/restore'
const FILE = 'GET /api/v1/trips/7/export'
const trip = aTrip({ id: 7, entity_name: 'Lieferrad', distance_m: 12_300, time_on_location_s: 3_600 })
const logged = aTrip({ id: 8, entity_name: 'Postrad', is_logged: true, purpose: 'commute' })
const may = aUser({ permissions: ['index:dashboard', 'read:map', 'update:entity', 'delete:entity'] })
const said = {
  undo_id: 3,
  changed: 1,
  unchanged: 0,
  failed: 0,
  results: [{ id: 7, result: 'changed', reason: null, message: null }],
}
const aRecalculation = {
  id: 5,
  entity_id: 1,
  from_at: '2025-10-30T10:05:00.000Z',
  till_at: '2025-10-30T11:05:00.000Z',
  state: 'done',
  progress: 100,
  added: 0,
  changed: 0,
  removed: 0,
  requested_by: 'Ada',
  created_at: '2025-10-30T12:00:00.000Z',
  ended_at: '2025-10-30T12:00:01.000Z' as string | null,
}
const quality = { level: 'fair', median_gap_s: 60, longest_gap_s: 300, skipped: 12, is_by_odometer: false }
let api: ApiStub

beforeEach(() => {
  api = stubApi({
    [LIST]: aTripPage([trip, logged]),
    'GET /api/v1/trips/7': { data: { ...trip, quality } },
    'GET /api/v1/dropdown/tags': { data: [] },
    [MAIL]: { data: { job_id: 'x' } },
    [SAY]: { data: said },
    'POST /api/v1/trips/bulk-purpose/3/undo': { data: said },
    [REMOVE]: {},
    [RESTORE]: { data: trip },
    [FILE]: () =>
      new Response('<gpx/>', { headers: { 'content-disposition': 'attachment; filename="Lieferrad-2025-10-30-11-05.gpx"' } }),
  })
})
const asked = (call: string) => new URL(api.requestsTo(call).at(-1)?.url ?? 'x:').searchParams
const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

describe('the trips of the fleet', () => {
  it('R-136 R-137 tell start and stop with their addresses, distance, duration, speed and time on location', async () => {
    const { unmount } = await renderApp('/trips?cols=entity_name,average_speed_kph,time_on_location_s', { user: may })
    expect(await rowOf('Lieferrad')).toHaveTextContent(/12\skm\/h1\sh/)
    unmount()
    await renderApp('/trips', { user: may })
    const row = await rowOf('Lieferrad')
    for (const text of ['30-10-2025 11:05', 'Croeselaan 15', '11:20', 'Jaarbeursplein 6', '15 min'])
      expect(within(row).getByText(text)).toBeVisible()
    expect(row).toHaveTextContent(/12\skm/)
    // Values for which there is no room on one line at 1440 px are shown in the panel.
    for (const text of ['AB-12-CD', /km\/h/]) expect(within(row).queryByText(text)).not.toBeInTheDocument()
    expect(Object.fromEntries(asked(LIST))).toMatchObject({
      orderBy: 'trip_started_at',
      sortedBy: 'desc',
      tz: 'Europe/Amsterdam',
    })
  })

  it('are narrowed to a distance from and to; either may be absent', async () => {
    const { actor } = await renderApp('/trips?f.distance_m=5..&f.duration_s=10..30', { user: may })
    await rowOf('Lieferrad')
    expect(asked(LIST).get('searchFields')).toBe('distance_m:>=5000;duration_s:>=600;duration_s:<=1800')
    expect(screen.getByText(/10–30\smin/)).toBeVisible()
    await actor.click(screen.getByRole('button', { name: /Distance.*at least 5\skm/ }))
    expect(screen.getByLabelText('At least, km')).toHaveValue(5)
    await actor.type(screen.getByLabelText('At most, km'), '2')
    await actor.click(screen.getByRole('button', { name: 'Apply' }))
    expect(screen.getByText('Must not be lower than “At least”')).toBeVisible()
  })

  it('R-274 come by mail in the shown columns, under the names of the file', async () => {
    const { actor } = await renderApp('/trips?f.purpose=business', { user: may })
    await rowOf('Lieferrad')
    expect(screen.queryByRole('button', { name: 'CSV' })).not.toBeInTheDocument()
    await actor.click(screen.getByRole('button', { name: 'Send by mail' }))
    await waitFor(() => expect(api.requestsTo(MAIL)).toHaveLength(1))
    expect(asked(MAIL).get('columns')).toBe(
      'entity_name,trip_started_at,start_address,trip_ended_at,trip_arrived_at,stop_address,distance,distance_by_road,duration,purpose',
    )
    expect(asked(MAIL).get('searchFields')).toBe('purpose:inbusiness')
  })

  it.each([
    [
      { begun_by: 'speed', ended_by: 'rest', ended_after_s: 300 },
      ['The tracker reported a speed', 'The vehicle stood for 5 min'],
    ],
    [
      { begun_by: 'ignition', ended_by: 'ignition', ended_after_s: 10 },
      ['The ignition was on and the place changed', 'The ignition was switched off'],
    ],
    [
      { begun_by: 'movement', ended_by: 'silence', ended_after_s: 1_200 },
      ['The movement sensor reported motion and the place changed', 'The tracker did not report for 20 min'],
    ],
    [
      { begun_by: 'place', ended_by: 'silence', ended_after_s: null },
      ['The place changed', 'The tracker did not report for an hour'],
    ],
    [
      { begun_by: 'silence', ended_by: 'jump', ended_after_s: 40 },
      ['The vehicle was moving when the tracker reported again', 'The vehicle cannot have driven to its next position'],
    ],
  ] as const)('say why one began and ended: %j', async (reasons, said) => {
    api = stubApi({ [LIST]: aTripPage([trip, logged]), 'GET /api/v1/trips/7': { data: { ...trip, quality, reasons } } })
    const { actor } = await renderApp('/trips', { user: may })
    await actor.click(within(await rowOf('Lieferrad')).getByText('Lieferrad'))
    const panel = await screen.findByRole('dialog', { name: 'Lieferrad' })
    for (const words of said) expect(await within(panel).findByText(words)).toBeVisible()
  })

  it('say nothing of why one began of which nobody knows, nor of the end of one that goes on', async () => {
    for (const [reasons, isBegunSaid] of [
      [null, false],
      [{ begun_by: 'speed', ended_by: null, ended_after_s: null }, true],
    ] as const) {
      api = stubApi({ [LIST]: aTripPage([trip]), 'GET /api/v1/trips/7': { data: { ...trip, quality, reasons } } })
      const { actor, unmount } = await renderApp('/trips', { user: may })
      await actor.click(within(await rowOf('Lieferrad')).getByText('Lieferrad'))
      const panel = await screen.findByRole('dialog', { name: 'Lieferrad' })
      expect(await within(panel).findByText('Quality: Fair')).toBeVisible()
      expect(within(panel).queryByText('Why it began') !== null).toBe(isBegunSaid)
      expect(within(panel).queryByText('Why it ended')).not.toBeInTheDocument()
      unmount()
    }
  })

  describe('that were one', () => {
    const JOIN = 'POST /api/v1/trips/7/join'
    const PART = 'POST /api/v1/trips/7/part'
    const ASKED = 'GET /api/v1/entities/1/trips/recalculations'
    const waits = { ...aRecalculation, state: 'queued', ended_at: null }
    const panelOf = async (one: typeof trip) => {
      api = stubApi({
        [LIST]: aTripPage([one, logged]),
        'GET /api/v1/trips/7': { data: { ...one, quality } },
        [JOIN]: { data: waits },
        [PART]: { data: waits },
        [ASKED]: { data: [{ ...aRecalculation, changed: 1, removed: 1 }] },
      })
      const { actor } = await renderApp('/trips', { user: may })
      await actor.click(within(await rowOf('Lieferrad')).getByText('Lieferrad'))
      const panel = await screen.findByRole('dialog', { name: 'Lieferrad' })
      return { actor, panel: within(panel) }
    }

    it.each([
      ['Join with the next trip', 'next'],
      ['Join with the previous trip', 'previous'],
    ])('become one by "%s", and what became of them is said', async (label, other) => {
      const { actor, panel } = await panelOf(trip)
      await actor.click(await panel.findByRole('button', { name: label }))
      expect(await screen.findByText('Trips recalculated: 1 changed, 1 removed')).toBeVisible()
      expect(await api.requestsTo(JOIN).at(-1)!.json()).toEqual({ with: other })
      expect(panel.queryByRole('button', { name: 'Separate trips again' })).not.toBeInTheDocument()
    })

    it('say so, and are parted again', async () => {
      const { actor, panel } = await panelOf({ ...trip, is_joined: true })
      expect(await panel.findByText('Joined by hand: stops within the trip do not end it')).toBeVisible()
      await actor.click(panel.getByRole('button', { name: 'Separate trips again' }))
      expect(await screen.findByText('Trips recalculated: 1 changed, 1 removed')).toBeVisible()
      expect(api.requestsTo(PART)).toHaveLength(1)
    })
  })

  it('tell the distance by road beside the measured one, where it is known', async () => {
    const matched = { ...trip, matched_distance_m: 13_400 }
    api = stubApi({ [LIST]: aTripPage([matched, logged]), 'GET /api/v1/trips/7': { data: { ...matched, quality } } })
    const { actor } = await renderApp('/trips?cols=entity_name,distance_m,matched_distance_m', { user: may })
    const row = await rowOf('Lieferrad')
    expect(row).toHaveTextContent(/12\skm13\skm/)
    expect(within(row).getByTitle(/13\skm by road/)).toBeVisible()
    expect(await rowOf('Postrad')).toHaveTextContent('—')
    await actor.click(within(row).getByText('Lieferrad'))
    const panel = await screen.findByRole('dialog', { name: 'Lieferrad' })
    expect(await within(panel).findByText('Distance by road')).toBeVisible()
    expect(panel).toHaveTextContent(/Distance by road13\skm/)
  })

  it('show an arrival that is an estimate, and the reading that saw the vehicle at rest', async () => {
    const estimated = { ...trip, trip_arrived_at: '2025-10-30T10:17:40.000Z' }
    api = stubApi({ [LIST]: aTripPage([estimated]), 'GET /api/v1/trips/7': { data: { ...estimated, quality } } })
    const { actor } = await renderApp('/trips', { user: may })
    const row = await rowOf('Lieferrad')
    expect(row).toHaveTextContent('≈ 11:17')
    await actor.click(within(row).getByText('Lieferrad'))
    const panel = await screen.findByRole('dialog', { name: 'Lieferrad' })
    expect(await within(panel).findByText('≈ 30-10-2025 11:17')).toBeVisible()
    expect(panel).toHaveTextContent('Seen at rest30-10-2025 11:20')
  })

  it('open beside the list, lead to the map, and are taken along as a file', async () => {
    const saved: string[] = []
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    URL.createObjectURL = () => 'blob:x'
    URL.revokeObjectURL = () => undefined
    const { actor, address } = await renderApp('/trips?trip=7', { user: may })
    const panel = await screen.findByRole('dialog', { name: 'Lieferrad' })
    expect(await within(panel).findByText('Quality: Fair')).toBeVisible()
    expect(panel).toHaveTextContent('1 min · 12 points left out · distance by straight lines between fixes')
    await actor.click(await within(panel).findByRole('button', { name: 'Download' }))
    await actor.click(await screen.findByRole('menuitem', { name: /GPX/ }))
    await waitFor(() => expect(saved).toEqual(['Lieferrad-2025-10-30-11-05.gpx']))
    expect(asked(FILE).get('format')).toBe('gpx')
    await actor.click(await within(panel).findByRole('button', { name: 'Show on map' }))
    await waitFor(() => expect(address()).toBe('/map?entity=1&trip=7&from=2025-10-30&till=2025-10-30'))
  })

  it('say what they were for, which can be taken back', async () => {
    const { actor } = await renderApp('/trips', { user: may })
    const row = await rowOf('Lieferrad')
    await actor.click(within(row).getByRole('button', { name: /Actions for/ }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Set purpose' }))
    const dialog = await screen.findByRole('dialog', { name: 'What was the purpose?' })
    await actor.click(within(dialog).getByLabelText('Purpose'))
    await actor.click(await screen.findByRole('option', { name: 'Private' }))
    await actor.type(within(dialog).getByLabelText(/Driver/), 'Ada')
    await actor.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.requestsTo(SAY)).toHaveLength(1))
    const request = api.requestsTo(SAY)[0]!
    expect(await request.json()).toEqual({ ids: [7], purpose: 'private', driver: 'Ada', note: null })
    expect(request.headers.get('idempotency-key')).toMatch(/\S{8}/)
    await actor.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.requestsTo('POST /api/v1/trips/bulk-purpose/3/undo')).toHaveLength(1))
  })

  it('lead to the month of the logbook that they lie in by the zone of the profile', async () => {
    api.answer({ [LIST]: aTripPage([aTrip({ id: 9, entity_name: 'Nachtrad', trip_started_at: '2025-10-31T23:30:00.000Z' })]) })
    const { actor, address } = await renderApp('/trips', { user: may })
    await actor.click(within(await rowOf('Nachtrad')).getByRole('button', { name: /Actions for/ }))
    await actor.click(await screen.findByRole('menuitem', { name: /logbook/i }))
    expect(address()).toBe('/trips?view=logbook&entity=1&month=2025-11')
  })

  it('go, and come back by Undo; one of a closed logbook stays and says why', async () => {
    const { actor } = await renderApp('/trips', { user: may })
    await actor.click(within(await rowOf('Postrad')).getByRole('button', { name: /Actions for/ }))
    expect(await screen.findByRole('menuitem', { name: /Delete/ })).toHaveTextContent(
      'This trip is in a logbook month that is closed',
    )
    await actor.keyboard('{Escape}')
    await actor.click(within(await rowOf('Lieferrad')).getByRole('button', { name: /Actions for/ }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(await screen.findByText('Trip deleted')).toBeVisible()
    await actor.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.requestsTo(RESTORE)).toHaveLength(1))
    expect(api.requestsTo(REMOVE)).toHaveLength(1)
  })

  it('that were deleted are shown alone, with the way back, to who may', async () => {
    const { actor } = await renderApp('/trips?view=deleted', { user: may })
    await actor.click(within(await rowOf('Lieferrad')).getByRole('button', { name: /Actions for/ }))
    expect(asked(LIST).get('searchFields')).toBe('is_deleted:=true')
    await actor.click(await screen.findByRole('menuitem', { name: 'Restore' }))
    await waitFor(() => expect(api.requestsTo(RESTORE)).toHaveLength(1))
  })

  it('are only read by who may change nothing, and deleted ones are not theirs', async () => {
    await renderApp('/trips?view=deleted', { user: aUser({ permissions: ['index:dashboard', 'read:map'] }) })
    await rowOf('Lieferrad')
    expect(asked(LIST).has('searchFields')).toBe(false)
    expect(screen.queryByRole('tab', { name: 'Deleted' })).not.toBeInTheDocument()
  })

  it('tell in the API’s words what could not be deleted', async () => {
    api = stubApi({ [LIST]: aTripPage([trip]), [REMOVE]: problem(409, 'This trip is still going on') })
    const { actor } = await renderApp('/trips', { user: may })
    await actor.click(within(await rowOf('Lieferrad')).getByRole('button', { name: /Actions for/ }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(await screen.findByText('This trip is still going on')).toBeVisible()
  })
})
