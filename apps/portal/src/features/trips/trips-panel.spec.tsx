import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { problem, stubApi } from '../../testing/api-stub.js'
import { aUser } from '../../testing/fixtures.js'
import { renderPart } from '../../testing/render-app.js'
import { TripsPanel } from './components/trips-panel.js'
import type { DayRange } from '../../lib/day-range.js'
import { aTrip, aTripPage } from './testing/some-trips.js'

const NOW = Date.parse('2025-10-30T11:00:00.000Z')
const week: DayRange = { from: '2025-10-24', till: '2025-10-30' }

function Panel() {
  const [range, setRange] = useState<DayRange | undefined>(week)
  const [tripId, setTripId] = useState<number>()
  return <TripsPanel entityId={1} range={range} onRangeChange={setRange} selectedTripId={tripId} onSelectTrip={setTripId} />
}
const rendered = (time_zone = 'Europe/Amsterdam') => renderPart(<Panel />, { now: NOW, user: aUser({ time_zone }) })
const manyTrips = (count: number, from = 1) => Array.from({ length: count }, (_, index) => aTrip({ id: from + index }))
const rows = () => screen.getAllByRole('button', { name: /Croeselaan/ })

describe('the trips of a vehicle', () => {
  it('R-096 asks for ten at a time, ordered by trip_started_at desc', async () => {
    const api = stubApi({ 'GET /api/v1/trips': aTripPage(manyTrips(10), 1, 23) })
    await rendered()
    await screen.findByText('10 of 23 trips')
    const query = new URL(api.requestsTo('GET /api/v1/trips')[0]!.url).searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      search: '1',
      searchFields: 'entity_id:=',
      limit: '10',
      page: '1',
      orderBy: 'trip_started_at',
      sortedBy: 'desc',
      tz: 'Europe/Amsterdam',
      from: '2025-10-23T22:00:00.000Z',
      till: '2025-10-30T22:59:59.999Z',
    })
  })

  it('R-081 shows the totals of each day above its trips', async () => {
    stubApi({ 'GET /api/v1/trips': aTripPage(manyTrips(3)) })
    await rendered()
    const day = await screen.findByRole('region', { name: '30-10-2025' })
    expect(within(day).getByRole('heading')).toHaveTextContent('Thursday 30-10-2025')
    expect(day).toHaveTextContent('3 trips · 14 km · 1 h 06 min')
    expect(within(day).getAllByRole('button')).toHaveLength(3)
  })

  it.each([
    ['America/Los_Angeles', 'Thursday 30-10-2025'],
    ['Pacific/Kiritimati', 'Friday 31-10-2025'],
  ])('R-081 names the day of a profile in %s: %s', async (timeZone, title) => {
    stubApi({ 'GET /api/v1/trips': aTripPage([aTrip({ id: 1 })]) })
    await rendered(timeZone)
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  })

  it('R-234 tells start, stop, distance in whole kilometres, duration and speed of a trip', async () => {
    stubApi({ 'GET /api/v1/trips': aTripPage([aTrip({ id: 1 })]) })
    await rendered()
    await screen.findByText('1 of 1 trip')
    expect(rows()[0]).toHaveTextContent(/11:05.*Croeselaan 15.*3 km.*11:20.*Jaarbeursplein 6.*15 min · 12 km\/h/)
  })

  it('shows an arrival that is an estimate with a sign, and what it goes by in its tooltip', async () => {
    stubApi({ 'GET /api/v1/trips': aTripPage([aTrip({ id: 1, trip_arrived_at: '2025-10-30T10:18:10.000Z' })]) })
    const { actor } = await rendered()
    await actor.hover(await screen.findByText('≈ 11:18'))
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Estimated arrival: the vehicle was first seen at rest at 11:20')
  })

  it('shows no estimate of the minute in which the vehicle was seen', async () => {
    stubApi({
      'GET /api/v1/trips': aTripPage([
        aTrip({ id: 1, trip_arrived_at: '2025-10-30T10:20:00.000Z', trip_ended_at: '2025-10-30T10:20:59.000Z' }),
      ]),
    })
    await rendered()
    await screen.findByText('1 of 1 trip')
    expect(rows()[0]).toHaveTextContent(/11:20/)
    expect(rows()[0]).not.toHaveTextContent('≈')
  })

  it('shows an open trip as going on', async () => {
    stubApi({ 'GET /api/v1/trips': aTripPage([aTrip({ id: 1, is_open: true, trip_ended_at: null })]) })
    await rendered()
    expect(await screen.findByText('Under way')).toBeVisible()
    expect(rows()[0]).toHaveTextContent('Now')
  })

  it('R-081 loads more, and reload begins again with the first page', async () => {
    const page = (request: Request) =>
      new URL(request.url).searchParams.get('page') === '2' ? aTripPage(manyTrips(3, 11), 2, 13) : aTripPage(manyTrips(10), 1, 13)
    const api = stubApi({ 'GET /api/v1/trips': page })
    const { actor } = await rendered()
    await actor.click(await screen.findByRole('button', { name: 'Load more' }))
    expect(await screen.findByText('13 of 13 trips')).toBeVisible()
    expect(rows()).toHaveLength(13)
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument()
    await actor.click(screen.getByRole('button', { name: 'Reload trips' }))
    expect(await screen.findByText('10 of 13 trips')).toBeVisible()
    expect(api.requestsTo('GET /api/v1/trips').map(({ url }) => new URL(url).searchParams.get('page'))).toEqual(['1', '2', '1'])
  })

  it('R-083 chooses a range of days from the calendar, written DD-MM-YYYY', async () => {
    const api = stubApi({ 'GET /api/v1/trips': aTripPage([]) })
    const { actor } = await rendered()
    await actor.click(screen.getByRole('button', { name: 'Date range: 24-10-2025 – 30-10-2025' }))
    const calendar = screen.getByRole('dialog', { name: 'Date range' })
    await actor.click(within(calendar).getByRole('button', { name: 'Yesterday' }))
    expect(await screen.findByRole('button', { name: 'Date range: 29-10-2025' })).toBeVisible()
    await waitFor(() => expect(api.requestsTo('GET /api/v1/trips').at(-1)?.url).toContain('from=2025-10-28T23'))
  })

  it('says that there are none in these days, and offers all', async () => {
    stubApi({ 'GET /api/v1/trips': aTripPage([]) })
    const { actor } = await rendered()
    expect(await screen.findByText('There are no trips in these days.')).toBeVisible()
    await actor.click(screen.getByRole('button', { name: 'Show all dates' }))
    expect(await screen.findByText('This vehicle has not made a trip yet.')).toBeVisible()
  })

  it('says why the trips could not be read, and tries again', async () => {
    const api = stubApi({ 'GET /api/v1/trips': () => problem(500, 'The track store is down.') })
    const { actor } = await rendered()
    expect(await screen.findByRole('alert')).toHaveTextContent('The track store is down')
    api.answer({ 'GET /api/v1/trips': aTripPage([aTrip({ id: 1 })]) })
    await actor.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('1 of 1 trip')).toBeVisible()
  })

  it('looks up, in one call, the addresses that trips come without', async () => {
    const place = { latitude: 49.41, longitude: 8.69, address: null }
    const api = stubApi({
      'GET /api/v1/trips': aTripPage([aTrip({ id: 1, start: place, stop: { ...place, latitude: 49.5 } })]),
      'POST /api/v1/geocode-address': { data: [{ address: 'Plöck 12' }, { address: 'Hauptstraße 1' }] },
    })
    await rendered()
    expect(await screen.findByText('Plöck 12')).toBeVisible()
    expect(screen.getByText('Hauptstraße 1')).toBeVisible()
    expect(api.requestsTo('POST /api/v1/geocode-address')).toHaveLength(1)
  })

  it('selects a trip, and deselects it when it is chosen again', async () => {
    stubApi({ 'GET /api/v1/trips': aTripPage(manyTrips(2)) })
    const { actor } = await rendered()
    await screen.findByText('2 of 2 trips')
    await actor.click(rows()[0]!)
    expect(rows().map((row) => row.getAttribute('aria-pressed'))).toEqual(['true', 'false'])
    await actor.click(rows()[0]!)
    expect(rows().map((row) => row.getAttribute('aria-pressed'))).toEqual(['false', 'false'])
  })

  describe('that are recalculated', () => {
    const one = (more: object) => ({
      id: 7,
      entity_id: 1,
      from_at: '2025-10-23T22:00:00Z',
      till_at: '2025-10-30T11:00:00Z',
      state: 'running',
      progress: 40,
      added: 0,
      changed: 0,
      removed: 0,
      requested_by: 'Ada Smit',
      created_at: '2025-10-30T11:00:00Z',
      ended_at: null,
      ...more,
    })
    const RECALCULATE = 'POST /api/v1/entities/1/trips/recalculate'
    const RECALCULATIONS = 'GET /api/v1/entities/1/trips/recalculations'

    it('G-43 are cut again for the days shown, with progress, and what changed is said in words', async () => {
      let told: object[] = []
      const api = stubApi({
        'GET /api/v1/trips': aTripPage(manyTrips(2)),
        [RECALCULATIONS]: () => ({ data: told }),
        [RECALCULATE]: () => {
          told = [one({})]
          return { data: told[0] }
        },
      })
      const { actor } = await rendered()
      await actor.click(await screen.findByRole('button', { name: 'Recalculate trips' }))
      const dialog = await screen.findByRole('dialog', { name: 'Recalculate trips' })
      expect(dialog).toHaveTextContent('The trips of 24-10-2025 – 30-10-2025 are recalculated')
      await actor.click(within(dialog).getByRole('button', { name: 'Recalculate' }))
      expect(await within(dialog).findByText('40 % done')).toBeVisible()
      expect(await api.requestsTo(RECALCULATE)[0]!.json()).toEqual({
        from: '2025-10-23T22:00:00.000Z',
        till: '2025-10-30T22:59:59.999Z',
      })
      const reads = api.requestsTo('GET /api/v1/trips').length
      told = [one({ state: 'done', progress: 100, added: 1, changed: 2, ended_at: '2025-10-30T11:00:05Z' })]
      expect(await screen.findByText('Trips recalculated: 1 new trip, 2 changed', {}, { timeout: 5_000 })).toBeVisible()
      expect(dialog).toHaveTextContent(/Last on 30-10-2025.* by Ada Smit: 1 new trip, 2 changed/)
      await waitFor(() => expect(api.requestsTo('GET /api/v1/trips').length).toBeGreaterThan(reads))
    })

    it('are nothing that somebody may ask for who may not change the vehicle', async () => {
      stubApi({ 'GET /api/v1/trips': aTripPage(manyTrips(1)) })
      await renderPart(<Panel />, { now: NOW, user: aUser({ permissions: ['read:map'] }) })
      await screen.findByText('1 of 1 trip')
      expect(screen.queryByRole('button', { name: 'Recalculate trips' })).not.toBeInTheDocument()
    })
  })
})
