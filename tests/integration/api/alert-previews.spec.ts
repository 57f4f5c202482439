import { USUAL_LIMITS } from '@roadbook/api/features/alerts/preview/preview-limits'
import { PreviewedStaysRepository } from '@roadbook/api/features/alerts/preview/previewed-stays.repository'
import { RunningPreviews } from '@roadbook/api/features/alerts/preview/running-previews'
import { writeMarks } from '@roadbook/consumer/alerts/alert-marks'
import { lookForAlerts } from '@roadbook/consumer/alerts/find-alerts'
import { FreshReadings } from '@roadbook/consumer/alerts/fresh-readings'
import { RememberedStays } from '@roadbook/consumer/alerts/remembered-stays'
import { RuleBook } from '@roadbook/consumer/alerts/rule-book'
import type { Fix } from '@roadbook/contracts'
import { createLogger } from '@roadbook/platform'
import { createTrackStore } from '@roadbook/track-store'
import { until } from '@roadbook/testing/until'
import { TrackBuilder } from '@roadbook/trips/track-builder'
import { apiForTests } from '../../support/api/api-for-tests.js'

const { api, tenants } = apiForTests({ RATE_LIMIT_PREVIEWS_PER_MINUTE: '60' })
const MANAGER = 'manager@x.example'
const ANALYST = 'analyst@x.example'
const CLERK = 'clerk@x.example'
const DAY_MS = 86_400_000
/** Seven in the morning, UTC, some days ago. */
const BEGIN = Math.floor(Date.now() / DAY_MS) * DAY_MS - 3 * DAY_MS + 7 * 3_600_000
const ALWAYS = [1, 2, 3, 4, 5, 6, 7]

/** Causes of all kinds of alerts that readings can show. */
const RULES = [
  { kind: 'exit', lasting_s: 60 },
  { kind: 'entry' },
  { kind: 'speeding', threshold: 35 },
  { kind: 'lowBattery', threshold: 20 },
  { kind: 'tamper' },
  { kind: 'powerCut' },
  { kind: 'silent', threshold: 45 },
  { kind: 'outsideHours', hours: [{ days: ALWAYS, from: '12:00', till: '13:00' }], tz: 'UTC', lasting_s: 60 },
]

/** No time limit. The pages are so small that each vehicle has several pages. */
const LIMITS = { ...USUAL_LIMITS, patienceMs: Infinity, readingsOfPage: 40 }

let vendor: number
let other: number
let tag: number
let theirs: number
let theirDevice: number
const devices: number[] = []

/** Returns rides there and back with alarms, a battery that runs low, and a silence of 70 minutes. */
function rides(count: number): Fix[] {
  const track = new TrackBuilder(new Date(BEGIN).toISOString())
  for (let nth = 0; nth < count; nth++) {
    track.stand(10, { everyS: 60 }).ride(20, 18, { everyS: 30 })
    track.stand(20, { everyS: 300, says: { batteryPercent: 15, externalBatteryMv: 0 } })
    track.ride(5, 42, { everyS: 20, says: { attributes: { alarm: 'tampering' }, externalBatteryMv: 36_000 } }, 270).silence(70)
    track.ride(15, 18, { everyS: 30, says: { batteryPercent: 60 } }, 270).stand(30, { everyS: 300 })
  }
  return track.fixes
}

async function store(deviceId: number, fixes: readonly Fix[]): Promise<void> {
  const rows = fixes.map((fix) => ({ deviceId, receivedAt: fix.positionedAt + 1_000, fix }))
  await createTrackStore(api.database.pool).writeWaypoints(rows)
}

const preview = (body: object, email = MANAGER) => api.call('POST', '/api/v1/alert-rules/preview', { email, body })
const counted = async (body: object, email?: string) => {
  const answer = await preview(body, email)
  expect([answer.status, answer.body]).toEqual([200, { data: expect.anything() }])
  return answer.body.data
}

const viewsOfPreviews = () =>
  api.rows<{ id: string }>(
    "SELECT object_id AS id FROM audit_log WHERE after ->> 'call' = 'alert-rules.preview' ORDER BY audit_log.id",
  )

beforeEach(() => void Object.assign(USUAL_LIMITS, LIMITS))
afterEach(() => jest.restoreAllMocks())
beforeAll(async () => {
  vendor = await tenants.business('Vendor')
  tag = await tenants.tag('Vans', 'general', vendor)
  await tenants.user(MANAGER, 'manager', vendor)
  await tenants.user(ANALYST, 'manager', vendor)
  const department = await tenants.business('Department', 'department', vendor)
  await tenants.user(CLERK, 'manager', department)
  other = await tenants.business('Other')
  await tenants.user('manager@other.example', 'manager', other)
  const { latitude, longitude } = rides(1)[0]! as Required<Fix>
  await api.rows(
    `INSERT INTO geofences (business_id, name, kind, shape, reach_m, south, north, west, east, effective_from)
     VALUES ($1, 'Yard', 'circle', $2, 800, $3::float8 - 0.01, $3::float8 + 0.01, $4::float8 - 0.015, $4::float8 + 0.015, now() - interval '90 days')`,
    [vendor, { type: 'Point', coordinates: [longitude, latitude] }, latitude, longitude],
  )
  const bike = await tenants.entity(vendor, 'Bike')
  const cargo = await tenants.entity(department, 'Cargo bike')
  await tenants.carry(cargo, tag)
  theirs = await tenants.entity(vendor, 'Customer’s bike', { consumer_id: await tenants.consumer(vendor) })
  for (const [business, entity] of [
    [vendor, bike],
    [department, cargo],
    [vendor, theirs],
  ] as const) {
    devices.push((await tenants.install(business, entity)).deviceId)
  }
  theirDevice = devices[2]!
  await store(devices[0]!, rides(3))
  await store(devices[1]!, rides(1))
  await store(theirDevice, rides(2))
})

describe('the preview of an alert rule', () => {
  it('counts what the rule raises from the same readings, for every kind that readings show', async () => {
    for (const { kind, threshold, lasting_s, hours, tz } of RULES as { [name: string]: unknown }[]) {
      await api.rows(
        `INSERT INTO alert_rules (business_id, name, kind, threshold, lasting_s, hours, time_zone, effective_from)
         VALUES ($1, $2, $2, $3, $4, $5, $6, now() - interval '30 days')`,
        [vendor, kind, threshold ?? null, lasting_s ?? 0, hours ? JSON.stringify(hours) : null, tz ?? 'UTC'],
      )
    }
    await evaluate()
    const raised = await api.rows<{ kind: string; alerts: number; vehicles: number }>(
      `SELECT kind, count(*)::int AS alerts, count(DISTINCT entity_id)::int AS vehicles FROM alerts
       WHERE entity_id <> $1 AND withdrawn_at IS NULL GROUP BY kind ORDER BY kind`,
      [theirs],
    )
    expect(raised.map(({ kind }) => kind)).toEqual(RULES.map(({ kind }) => kind).sort())
    const previews = []
    for (const { kind, ...body } of RULES.toSorted((one, other) => (one.kind < other.kind ? -1 : 1))) {
      const { alerts, vehicles } = await counted({ kind, ...body })
      previews.push({ kind, alerts, vehicles })
    }
    expect(previews).toEqual(raised)
  })

  it('says over which days and vehicles it counted, and saves nothing', async () => {
    const before = await api.rows('SELECT count(*) FROM alert_rules')
    const said = await counted({ kind: 'tamper' })
    expect(said).toMatchObject({ countable: true, days: 30, counted_vehicles: 2, hidden_vehicles: 1, left_out_vehicles: 0 })
    expect(said.readings_since).toBe(new Date(rides(1)[0]!.positionedAt).toISOString())
    expect(await counted({ kind: 'tamper', tag_ids: [tag] })).toMatchObject({ alerts: 1, vehicles: 1, counted_vehicles: 1 })
    expect(await api.rows('SELECT count(*) FROM alert_rules')).toEqual(before)
  })

  it('G-106 counts a customer’s vehicle only while its location may be seen', async () => {
    const hidden = await counted({ kind: 'tamper' })
    await tenants.consent(theirs)
    const seen = await counted({ kind: 'tamper' })
    expect([hidden.alerts, seen.alerts, seen.hidden_vehicles]).toEqual([4, 6, 0])
    await api.rows('DELETE FROM consents')
  })

  it('G-106 leaves out a customer’s vehicle whose consent is withdrawn while it is counted', async () => {
    await tenants.consent(theirs)
    const { findPage } = PreviewedStaysRepository.prototype
    const read: number[] = []
    jest.spyOn(PreviewedStaysRepository.prototype, 'findPage').mockImplementation(async function (this: never, ...asked) {
      const page = await findPage.apply(this, asked)
      if (asked[1] === theirDevice) await api.rows('DELETE FROM consents')
      read.push(asked[1])
      return page
    })
    expect(await counted({ kind: 'tamper' })).toMatchObject({ alerts: 4, counted_vehicles: 2, hidden_vehicles: 1 })
    expect(read.filter((device) => device === theirDevice)).toHaveLength(1)
  })

  it('R-240 records once an hour that somebody counted from the readings of a customer’s vehicle', async () => {
    await api.rows('DELETE FROM consents')
    await counted({ kind: 'tamper' }, ANALYST)
    const before = await viewsOfPreviews()
    await tenants.consent(theirs)
    await counted({ kind: 'tamper' }, ANALYST)
    await counted({ kind: 'powerCut' }, ANALYST)
    await api.rows('DELETE FROM consents')
    expect((await viewsOfPreviews()).slice(before.length)).toEqual([{ id: String(theirs) }])
  })

  it('G-107 counts nothing of the time in which the tracker was on the vehicle on paper alone', async () => {
    const later = new Date(BEGIN + DAY_MS)
    await api.rows('UPDATE installations SET removed_at = $2 WHERE device_id = $1', [theirDevice, new Date(BEGIN - DAY_MS)])
    await api.rows('INSERT INTO installations (device_id, entity_id, business_id, installed_at) VALUES ($1, $2, $3, $4)', [
      theirDevice,
      await tenants.entity(vendor, 'Next bike'),
      vendor,
      new Date(BEGIN - DAY_MS),
    ])
    expect(await counted({ kind: 'tamper' })).toMatchObject({ alerts: 4, counted_vehicles: 2 })
    await api.rows('UPDATE installations SET moved_at = $2 WHERE device_id = $1 AND removed_at IS NULL', [theirDevice, later])
    expect(await counted({ kind: 'tamper' })).toMatchObject({ alerts: 4, counted_vehicles: 3 })
    const [seen] = await api.rows<{ readings: number }>(
      'SELECT count(*)::int AS readings FROM waypoints WHERE device_id = ANY ($1) AND (device_id <> $2 OR positioned_at >= $3)',
      [devices, theirDevice, later],
    )
    USUAL_LIMITS.readings = seen!.readings
    expect(await counted({ kind: 'tamper' })).toMatchObject({ days: 30, alerts: 4, counted_vehicles: 3 })
  })

  it('counts for vehicles of the caller alone, and knows geofences of businesses above', async () => {
    const exit = { kind: 'exit', lasting_s: 60 }
    expect(await counted(exit, CLERK)).toMatchObject({ alerts: 2, vehicles: 1, counted_vehicles: 1 })
    expect(await counted(exit, 'manager@other.example')).toMatchObject({ alerts: 0, counted_vehicles: 0, readings_since: null })
    const refused = await preview({ ...exit, business_id: vendor }, CLERK)
    expect([refused.status, refused.body.reasons.business_id[0].code]).toEqual([422, 'absent.business'])
  })

  it('says of another sender that readings do not show it', async () => {
    expect(await counted({ kind: 'dispute' })).toMatchObject({ countable: false, alerts: 0, readings_since: null })
  })

  it('counts fewer days or fewer vehicles when there is too much to count', async () => {
    USUAL_LIMITS.readings = 10
    const { days, left_out_vehicles: none } = await counted({ kind: 'tamper' })
    expect([days === 2 || days === 3, none]).toEqual([true, 0])
    Object.assign(USUAL_LIMITS, LIMITS)
    let reads = 0
    jest.spyOn(PreviewedStaysRepository.prototype, 'findLast').mockImplementation(async () => {
      reads += 1
      return undefined
    })
    Object.assign(USUAL_LIMITS, { patienceMs: 0.5, clock: () => (reads > 1 ? 1 : 0) })
    const few = await counted({ kind: 'tamper' })
    expect(few).toMatchObject({ days: 30, alerts: 3, vehicles: 1, counted_vehicles: 1 })
    expect(few.left_out_vehicles).toBeGreaterThan(0)
  })

  it('leaves out a vehicle whose readings the database does not find in time', async () => {
    const { findPage } = PreviewedStaysRepository.prototype
    jest.spyOn(PreviewedStaysRepository.prototype, 'findPage').mockImplementation(async function (this: never, ...asked) {
      if (asked[1] === devices[0]) throw Object.assign(new Error('canceling statement'), { code: '57014' })
      return findPage.apply(this, asked)
    })
    const { alerts, counted_vehicles: vehicles, left_out_vehicles: leftOut } = await counted({ kind: 'tamper' })
    expect([alerts, leftOut, vehicles > 0]).toEqual([1, 1, true])
  })

  it('counts the silence of a vehicle that sent nothing in these days', async () => {
    const longAgo = new Date(Date.now() - 40 * DAY_MS)
    const silent = await tenants.entity(other, 'Silent bike')
    const { deviceId } = await tenants.install(other, silent)
    await store(deviceId, [{ ...rides(1)[0]!, positionedAt: longAgo.getTime() }])
    await tenants.state(deviceId, longAgo)
    expect(await counted({ kind: 'silent', threshold: 60 }, 'manager@other.example')).toMatchObject({
      alerts: 1,
      vehicles: 1,
      counted_vehicles: 1,
      readings_since: null,
    })
  })

  it('stops when the client has gone, or asks for another preview, and lets few users count at once', async () => {
    USUAL_LIMITS.atOnce = 1
    const findPage = jest.spyOn(PreviewedStaysRepository.prototype, 'findPage')
    const run = jest.spyOn(RunningPreviews.prototype, 'run')
    const lock = await api.database.pool.connect()
    await lock.query('BEGIN; LOCK TABLE installations')
    const running = async (count: number) => until('the preview runs', () => run.mock.calls.length >= count)

    const first = preview({ kind: 'tamper' })
    await running(1)
    const others = await preview({ kind: 'tamper' }, CLERK)
    expect([others.status, others.headers.get('retry-after')]).toEqual([429, '2'])
    const leaving = new AbortController()
    const second = fetch(`${api.url}/api/v1/alert-rules/preview`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await api.issuer.tokenOf(MANAGER)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'tamper' }),
      signal: leaving.signal,
    }).catch((error: Error) => error.name)
    await running(3)
    leaving.abort()
    expect(await second).toBe('AbortError')
    const [, gone] = run.mock.calls.at(-1)!
    await until('the server notices', () => gone.aborted)
    await lock.query('COMMIT')
    lock.release()
    expect((await first).status).toBe(429)
    await Promise.allSettled(run.mock.results.map(({ value }) => value))
    expect(findPage).not.toHaveBeenCalled()
    await counted({ kind: 'tamper' }, CLERK)
  })

  it.each([
    ['threshold', { kind: 'lowBattery' }],
    ['hours', { kind: 'outsideHours' }],
    ['geofence_ids', { kind: 'exit', geofence_ids: [2_000_000_000] }],
    ['tag_ids', { kind: 'exit', tag_ids: [2_000_000_000] }],
  ])('says what is wrong with its %s', async (name, body) => {
    const refused = await preview(body)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [name]])
  })
})

/** Finds and writes the alerts of all readings, as a consumer process does. */
async function evaluate(): Promise<void> {
  const { pool } = api.database
  const store = createTrackStore(pool)
  const parts = {
    pool,
    store,
    book: new RuleBook(pool),
    fresh: new FreshReadings(),
    remembered: new RememberedStays(),
    logger: createLogger('test', 'silent'),
    now: Date.now,
  }
  await writeMarks(
    pool,
    devices.map((deviceId) => ({ deviceId, from: BEGIN })),
  )
  await lookForAlerts(parts, new AbortController().signal)
}
