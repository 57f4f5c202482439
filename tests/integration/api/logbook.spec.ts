import { apiForTests } from '../../support/api/api-for-tests.js'
import { printedOn } from '../../support/pdf-text.js'

const { api, tenants } = apiForTests()
const MANAGER = 'manager@x.example'
const ZONE = 'Europe/Berlin'
let business: number
let car: number
let deviceId: number

beforeAll(async () => {
  business = await tenants.business('Fleet')
  await tenants.user(MANAGER, 'manager', business, { locale: 'de' })
  await tenants.user('reporter@x.example', 'reporter', business)
})
beforeEach(async () => {
  car = await tenants.entity(business, 'Golf', { license_plate: 'B-XY 12' })
  ;({ deviceId } = await tenants.install(business, car))
})

const call = (method: string, path: string, body?: unknown, email = MANAGER) =>
  api.call(method, `/api/v1${path}`, { email, body })
const logbook = async (from = '2025-03', till = from) =>
  (await call('GET', `/entities/${car}/logbook?from=${from}&till=${till}&tz=${ZONE}`)).body.data
const close = (month = '2025-03') => call('POST', `/entities/${car}/logbook/closings`, { month, tz: ZONE })
const say = (trip: number, purpose: string, more: object = {}) => call('PUT', `/trips/${trip}/purpose`, { purpose, ...more })
/** Returns the month in the logbook's time zone. Near the end of a month, it differs from the month in UTC. */
const monthOf = (moment: Date) =>
  new Intl.DateTimeFormat('sv', { timeZone: ZONE, year: 'numeric', month: '2-digit' }).format(moment)
const pool = () => api.database.pool
/** Returns the words on the PDF of March, regardless of line breaks. */
async function printedLogbook(): Promise<string> {
  const answer = await fetch(`${api.url}/api/v1/entities/${car}/logbook/export?from=2025-03&tz=${ZONE}&format=pdf`, {
    headers: { authorization: `Bearer ${await api.issuer.tokenOf(MANAGER)}` },
  })
  return printedOn(Buffer.from(await answer.arrayBuffer())).text.replaceAll(/\s+/g, ' ')
}
/** Writes a reading of the tracker's counter, in metres. */
const odometer = async (at: string, metres: number) => {
  await tenants.waypoint(deviceId, at, 49.4, 8.7)
  await pool().query('UPDATE waypoints SET odometer_m = $3 WHERE device_id = $1 AND positioned_at = $2', [deviceId, at, metres])
}
/** Adds two trips in March. In Berlin, the first is at the start of the month. Between the two, the odometer rises by 4 km. */
async function march(): Promise<[number, number]> {
  const first = await tenants.trip(deviceId, '2025-02-28T23:10:00Z', '2025-02-28T23:40:00Z', { distanceM: 12_000 })
  const second = await tenants.trip(deviceId, '2025-03-05T08:00:00Z', '2025-03-05T08:30:00Z', { distanceM: 20_000 })
  await odometer('2025-02-28T23:10:00Z', 100_000)
  await odometer('2025-02-28T23:40:00Z', 112_000)
  await odometer('2025-03-05T08:00:00Z', 116_000)
  await odometer('2025-03-05T08:30:00Z', 136_000)
  return [first, second]
}

describe('a logbook', () => {
  it('tells the trips of a local month with purpose, odometer at both ends, and what it ran between them', async () => {
    const [first, second] = await march()
    await tenants.trip(deviceId, '2025-03-31T22:00:00Z', '2025-03-31T22:30:00Z')
    await say(second, 'business', { note: 'Kunde 12', driver: 'Ada' })
    const told = await logbook()
    expect(told).toMatchObject({
      entity_id: car,
      entity_name: 'Golf',
      license_plate: 'B-XY 12',
      odometer_start_m: 100_000,
      odometer_stop_m: 136_000,
      totals: { trips: 2, distance_m: 32_000, business_m: 20_000, commute_m: 0, private_m: 0, unsaid_m: 12_000 },
      months: [{ month: '2025-03', trips: 2, unsaid: 1, open: 2, closed_at: null, closed_by: null }],
    })
    expect(told.entries).toEqual([
      expect.objectContaining({ trip_id: first, purpose: null, odometer_start_m: 100_000, gap_m: null, is_closed: false }),
      expect.objectContaining({
        trip_id: second,
        purpose: 'business',
        note: 'Kunde 12',
        driver: 'Ada',
        gap_m: 4_000,
        id: null,
        start_address: expect.stringContaining('Heidelberg'),
        is_late: true,
        is_recalculated: false,
        corrections: [],
      }),
    ])
  })

  it('closes a month only when it is over, nothing goes on, and every trip has a purpose', async () => {
    const [first, second] = await march()
    const refused = async (month?: string) => {
      const { status, body } = await close(month)
      return [status, body.code]
    }
    expect(await refused()).toEqual([409, 'logbook.unsaid'])
    await say(first, 'private')
    await say(second, 'commute')
    const open = await tenants.trip(deviceId, '2025-03-06T08:00:00Z', '2025-03-06T08:30:00Z', { isOpen: true })
    expect(await refused()).toEqual([409, 'logbook.under-way'])
    await pool().query('DELETE FROM trips WHERE id = $1', [open])
    expect(await refused(monthOf(new Date()))).toEqual([409, 'logbook.not-over'])
    expect((await call('POST', `/entities/${car}/logbook/closings`, { month: '2025-13', tz: ZONE })).status).toBe(422)
    expect((await close()).body.data.months).toEqual([
      expect.objectContaining({ open: 0, unsaid: 0, closed_at: expect.any(String), closed_by: 'Ada Byron' }),
    ])
    expect(await refused()).toEqual([409, 'logbook.closed'])
    const { rows } = await pool().query("SELECT after FROM audit_log WHERE action = 'logbook.close' AND object_id = $1", [
      String(car),
    ])
    expect(rows).toEqual([{ after: { month: '2025-03', trips: 2 } }])
  })

  it('says of an arrival that it is an estimate, and a closed month keeps it', async () => {
    const arrivedAt = '2025-03-05T08:28:20Z'
    const id = await tenants.trip(deviceId, '2025-03-05T08:00:00Z', '2025-03-05T08:30:00Z', { arrivedAt })
    await say(id, 'business')
    const said = { ended_at: '2025-03-05T08:30:00.000Z', arrived_at: '2025-03-05T08:28:20.000Z' }
    expect((await logbook()).entries).toEqual([expect.objectContaining(said)])
    await close()
    await pool().query('UPDATE trips SET arrived_at = NULL WHERE id = $1', [id])
    expect((await logbook()).entries).toEqual([expect.objectContaining({ ...said, is_recalculated: false })])
    expect(await printedLogbook()).toContain('vermutlich angekommen am 05-03-2025 09:28')
  })

  it('keeps its own facts whatever becomes of a trip, and says that the trip was cut anew', async () => {
    const [first, second] = await march()
    await say(first, 'private')
    await say(second, 'commute')
    const before = (await close()).body.data.entries
    await pool().query("UPDATE trips SET distance_m = 19000, started_at = started_at + interval '1 minute' WHERE id = $1", [
      second,
    ])
    await pool().query('DELETE FROM trips WHERE id = $1', [first])
    const after = (await logbook()).entries
    expect(after).toEqual([
      { ...before[0], trip_id: null, is_recalculated: true },
      { ...before[1], is_recalculated: true },
    ])
    expect(before.map((entry: { distance_m: number }) => entry.distance_m)).toEqual([12_000, 20_000])
  })

  it('shows what was found after a month was closed, and takes it in as added later', async () => {
    const [first, second] = await march()
    await say(first, 'private')
    await say(second, 'commute')
    await close()
    const late = await tenants.trip(deviceId, '2025-03-02T08:00:00Z', '2025-03-02T08:30:00Z', { distanceM: 4_000 })
    expect((await logbook()).months[0]).toMatchObject({ trips: 3, open: 1, unsaid: 1 })
    await say(late, 'business')
    const { entries } = (await close()).body.data
    expect(
      entries.map(({ trip_id, added_at }: { trip_id: number; added_at: string | null }) => [trip_id, added_at !== null]),
    ).toEqual([
      [first, false],
      [late, true],
      [second, false],
    ])
  })

  it('is put right only so that everybody sees who changed what, and why', async () => {
    const [first, second] = await march()
    await say(first, 'private')
    await say(second, 'business', { note: 'Kunde 12', driver: 'Ada' })
    const [, entry] = (await close()).body.data.entries
    expect((await say(second, 'private')).body.code).toBe('trips.logged')
    expect((await call('DELETE', `/trips/${second}`)).body.code).toBe('trips.logged')
    const path = `/logbook-entries/${entry.id}/corrections`
    expect((await call('POST', path, { purpose: 'private' })).status).toBe(422)
    expect((await call('POST', path, { purpose: 'private', reason: 'x' }, 'reporter@x.example')).status).toBe(403)
    await call('POST', path, { purpose: 'commute', reason: 'Falscher Zweck' })
    const { body } = await call('POST', path, { purpose: 'commute', note: null, driver: 'Grace', reason: 'Falscher Fahrer' })
    const corrected = { corrected_at: expect.any(String), corrected_by: 'Ada Byron' }
    expect(body.data).toMatchObject({
      purpose: 'commute',
      note: null,
      driver: 'Grace',
      said: { purpose: 'business', note: 'Kunde 12', driver: 'Ada' },
      corrections: [
        { purpose: 'commute', note: 'Kunde 12', driver: 'Ada', reason: 'Falscher Zweck', ...corrected },
        { purpose: 'commute', note: null, driver: 'Grace', reason: 'Falscher Fahrer', ...corrected },
      ],
    })
    const { rows } = await pool().query(
      "SELECT before, after FROM audit_log WHERE action = 'logbook.correct' ORDER BY id DESC LIMIT 1",
    )
    expect(rows[0]).toMatchObject({ before: { driver: 'Ada' }, after: { driver: 'Grace', reason: 'Falscher Fahrer' } })
  })

  it('cannot be changed by any other way: its tables take nothing but new rows', async () => {
    const { rows } = await pool().query(`SELECT table_name, string_agg(privilege_type, ' ' ORDER BY privilege_type) AS may
      FROM information_schema.role_table_grants WHERE grantee = 'roadbook_api' AND table_name LIKE 'logbook_%' GROUP BY 1 ORDER BY 1`)
    expect(rows).toEqual(
      ['logbook_corrections', 'logbook_entries', 'logbook_months'].map((name) => ({ table_name: name, may: 'INSERT SELECT' })),
    )
  })

  it('comes as a spreadsheet and as PDF, named after plate and month, with every remark', async () => {
    const [first, second] = await march()
    await say(first, 'private')
    await say(second, 'business', { note: 'Żółw i Юрий, Αθήνα' })
    const [, entry] = (await close()).body.data.entries
    await call('POST', `/logbook-entries/${entry.id}/corrections`, { purpose: 'commute', reason: 'Falscher Zweck' })
    const file = async (format: string) =>
      api.call('GET', `/api/v1/entities/${car}/logbook/export?from=2025-03&tz=${ZONE}&format=${format}`, { email: MANAGER })
    const sheet = await file('xlsx')
    expect(sheet.headers.get('content-disposition')).toBe('attachment; filename="fahrtenbuch-B-XY-12-2025-03.xlsx"')
    expect(sheet.headers.get('content-type')).toContain('spreadsheetml')
    const pdf = await file('pdf')
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(await printedLogbook()).toContain('Żółw i Юрий, Αθήνα')
    expect((await file('doc')).status).toBe(422)
  })

  it('of a customer’s vehicle is hidden until the customer consents, and then each look is in the log', async () => {
    await march()
    await pool().query('UPDATE entities SET consumer_id = $2 WHERE id = $1', [car, await tenants.consumer(business)])
    for (const path of ['logbook', 'logbook/export']) expect((await call('GET', `/entities/${car}/${path}`)).status).toBe(404)
    await tenants.consent(car)
    for (const path of ['logbook', 'logbook/export']) expect((await call('GET', `/entities/${car}/${path}`)).status).toBe(200)
    const { rows } = await pool().query(
      "SELECT after FROM audit_log WHERE action = 'consumer.position.view' AND object_id = $1",
      [String(car)],
    )
    expect(rows).toHaveLength(2)
  })

  it.each(['from=2025-1', 'from=2025-03&till=2025-02', 'from=2024-01&till=2025-02', 'tz=Mars'])('refuses %s', async (query) => {
    expect((await call('GET', `/entities/${car}/logbook?${query}`)).status).toBe(422)
  })
})
