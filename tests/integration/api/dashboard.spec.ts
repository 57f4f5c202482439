import { apiForTests } from '../../support/api/api-for-tests.js'
import { JobClock } from '../../support/api/job-clock.js'

const { api, tenants } = apiForTests({ API_WORK: 'all' })
const HOUR = 3_600_000
const DAY = 24 * HOUR
const summaryOf = async (email: string, query = '') => (await api.get(`/dashboard/summary${query}`, email)).body.data

describe('the figures of Home', () => {
  it('T-10 counts trips and kilometres of today beside the same weekday, up to this time of day, and marks today', async () => {
    const business = await tenants.business('Figures')
    await tenants.business('Below', 'company', business)
    await tenants.user('figures@x.example', 'manager', business, { time_zone: 'UTC' })
    const { deviceId } = await tenants.install(business, await tenants.entity(business, 'Counted'))
    const midnight = Math.floor(Date.now() / DAY) * DAY
    const on = (ago: number, at = 0) => new Date(midnight - ago * DAY + at).toISOString()
    const ride = (ago: number, at: number, distanceM: number) =>
      tenants.trip(deviceId, on(ago, at), on(ago, at + 1), { distanceM })
    await ride(0, 0, 400)
    await ride(2, 0, 300)
    await ride(7, 0, 200)
    // A trip in the evening a week ago. It does not count in the comparison with this morning, but it counts for its whole
    // day.
    await ride(7, DAY - 1, 900)
    await ride(9, 0, 100)
    const day = (ago: number) => on(ago).slice(0, 10)
    const daysOf = (values: number[]) => values.map((value, at) => ({ day: day(7 - at), value, is_running: at === 7 }))
    const deleted = await ride(0, 5, 50)
    await tenants.pool.query('UPDATE trips SET deleted_at = now() WHERE id = $1', [deleted])
    expect(await summaryOf('figures@x.example')).toMatchObject({
      entities: 1,
      businesses_below: 1,
      time_zone: 'UTC',
      trips: { today: 1, last_week: 1, days: daysOf([2, 0, 0, 0, 0, 1, 0, 1]) },
      distance_m: {
        today: 400,
        last_week: 200,
        days: daysOf([1_100, 0, 0, 0, 0, 300, 0, 400]),
      },
    })
    // The number and the distance must be those of the view of that day, which Home opens.
    const ofToday = `trip_started_at:>=${on(0)};trip_started_at:<=${on(0, DAY - 1)}`
    const view = await api.get(`/trips?searchFields=${encodeURIComponent(ofToday)}&tz=UTC`, 'figures@x.example')
    expect(view.body.meta.total).toBe(1)
    expect(view.body.data.map(({ distance_m }: { distance_m: number }) => distance_m)).toEqual([400])
  })

  it('G-97 are of the days of the zone that is asked for', async () => {
    const business = await tenants.business('Elsewhere')
    await tenants.user('elsewhere@x.example', 'manager', business, { time_zone: 'UTC' })
    const { deviceId } = await tenants.install(business, await tenants.entity(business, 'Abroad'))
    // Two zones that never have the same day: one is fourteen hours ahead of UTC, and the other is eleven hours behind.
    const now = new Date().toISOString()
    await tenants.trip(deviceId, now, now)
    const days = []
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const { trips, time_zone } = await summaryOf('elsewhere@x.example', `?tz=${zone}`)
      expect([time_zone, trips.today]).toEqual([zone, 1])
      days.push(trips.days.at(-1).day)
    }
    expect(new Set(days).size).toBe(2)
  })
})

describe('what needs attention (T-10)', () => {
  const ago = (ms: number) => new Date(Date.now() - ms)
  const ahead = (days: number) => new Date(Date.now() + days * DAY).toISOString()
  let business: number

  beforeAll(async () => {
    business = await tenants.business('Work list')
    const other = await tenants.business('Not ours')
    await tenants.user('manager@work.example', 'manager', business)
    await tenants.user('technician@work.example', 'technician', business)
    await tenants.user('reporter@work.example', 'reporter', business)
    const vehicle = async (name: string, { heard, of = business }: { heard?: Date; of?: number } = {}) => {
      const entityId = await tenants.entity(of, name)
      const { deviceId } = await tenants.install(of, entityId)
      if (heard) await tenants.state(deviceId, heard)
      return { entityId, deviceId }
    }
    const battery = (deviceId: number, millivolts: number) =>
      tenants.pool.query('UPDATE device_states SET external_battery_mv = $2 WHERE device_id = $1', [deviceId, millivolts])
    const installed = (deviceId: number, at: Date) =>
      tenants.pool.query('UPDATE installations SET installed_at = $2 WHERE device_id = $1', [deviceId, at])
    const offered = await tenants.subscription(business)

    await vehicle('Well', { heard: ago(0) })
    await tenants.openCase((await vehicle('Stolen', { heard: ago(0) })).entityId)
    await vehicle('Asleep', { heard: ago(25 * HOUR) })
    await vehicle('Silent', { heard: ago(27 * HOUR) })
    await vehicle('Never heard')
    const low = await vehicle('Low', { heard: ago(0) })
    await battery(low.deviceId, 31_000)
    await battery((await vehicle('Full', { heard: ago(0) })).deviceId, 41_000)
    const fresh = await vehicle('Just installed')
    await installed(fresh.deviceId, ago(60_000))
    const waiting = await vehicle('Waits to be verified')
    await installed(waiting.deviceId, ago(HOUR))
    await tenants.subscribe((await vehicle('Ends', { heard: ago(0) })).entityId, offered, { endsAt: ahead(20) })
    await tenants.subscribe((await vehicle('Runs', { heard: ago(0) })).entityId, offered, { endsAt: ahead(60) })
    const follows = await vehicle('Is followed', { heard: ago(0) })
    await tenants.subscribe(follows.entityId, offered, { endsAt: ahead(20) })
    await tenants.pool.query(
      "INSERT INTO entity_subscriptions (entity_id, subscription_id, starts_at) VALUES ($1, $2, now() + interval '19 days')",
      [follows.entityId, offered],
    )
    await tenants.openCase((await vehicle('Theirs, stolen', { heard: ago(30 * HOUR), of: other })).entityId)
    const rule = await tenants.alertRule(business, 'Leaves')
    const raised = (began: string) => tenants.alert(rule, low.entityId, low.deviceId, new Date(began))
    await raised('2026-01-01T10:00Z')
    const acknowledged = await raised('2026-01-01T11:00Z')
    await tenants.pool.query('UPDATE alerts SET acknowledged_at = now() WHERE id = $1', [acknowledged])
    const snoozed = await raised('2026-01-01T12:00Z')
    await tenants.pool.query("UPDATE alerts SET snoozed_until = now() + interval '1 day' WHERE id = $1", [snoozed])
    // The vehicle has no tracker, so no tracker is silent.
    const without = await tenants.entity(business, 'Without a tracker')
    // An insurance that ends later, has ended, or is followed by equal cover needs no attention.
    await tenants.insure(without, { endsIn: 10 })
    const insured = await tenants.entity(business, 'Insured')
    for (const endsIn of [-3, 10, 90]) await tenants.insure(insured, { endsIn, coverage: 'theft' })
    const plan = await tenants.maintenancePlan(business, 'Yearly')
    const later = await tenants.entity(business, 'Due later')
    for (const [entity, days] of [
      [without, 6],
      [later, 20],
    ] as const) {
      await tenants.maintain(plan, entity)
      const service = await tenants.maintenanceNotification(plan, entity)
      await tenants.pool.query('UPDATE maintenance_notifications SET due_at = $2 WHERE id = $1', [service, ahead(days)])
    }
  })

  it('T-10 is counted, each thing once', async () => {
    const { attention } = await summaryOf('manager@work.example')
    expect(Object.fromEntries(attention.map(({ kind, count }: { kind: string; count: number }) => [kind, count]))).toEqual({
      open_case: 1,
      open_alert: 1,
      unverified: 1,
      silent: 2,
      low_battery: 1,
      subscription_ending: 1,
      insurance_ending: 1,
      service_due: 1,
    })
  })

  it('T-10 is as many as the view has that it opens, and the list of installations that wait', async () => {
    const { attention } = await summaryOf('manager@work.example')
    const badges = await api.get('/dashboard/badges', 'manager@work.example')
    const ofCases = attention.find(({ kind }: { kind: string }) => kind === 'open_case')
    expect(badges.body.data).toEqual({ open_cases: ofCases.count, alerts: 0, claims_to_decide: null })
    for (const { kind, count, path } of attention) {
      const view = new URL(path, 'https://portal.example')
      const isAlert = kind === 'open_alert'
      expect([kind, view.pathname]).toEqual([kind, isAlert ? '/alerts' : '/entities'])
      const conditions = [...view.searchParams].map(([name, value]) => [name.replace(/^f\./, ''), value] as const)
      const search = conditions.map(([field, value]) => `${field}:${value}`).join(';')
      const searchFields = conditions.map(([field]) => `${field}:in`).join(';')
      const { status, body } = await api.get(
        `/${isAlert ? 'alerts' : 'entities/index'}?search=${search}&searchFields=${searchFields}`,
        'manager@work.example',
      )
      expect([kind, status, body.meta.total]).toEqual([kind, 200, count])
    }
    const { body } = await api.get('/install-devices/unverified', 'manager@work.example')
    expect(body.data.map(({ entity_name }: { entity_name: string }) => entity_name)).toEqual(['Waits to be verified'])
  })

  it('T-10 is told of what the role may open, and nothing of the rest', async () => {
    const kindsOf = async (email: string) => (await summaryOf(email)).attention.map(({ kind }: { kind: string }) => kind)
    expect(await kindsOf('technician@work.example')).not.toContain('service_due')
    expect(await kindsOf('technician@work.example')).toContain('silent')
    expect(await kindsOf('reporter@work.example')).toEqual(['open_alert'])
    expect((await api.get('/dashboard/badges', 'reporter@work.example')).body.data).toEqual({
      open_cases: null,
      alerts: expect.anything(),
      claims_to_decide: null,
    })
  })

  it('D.4 is told beside as many as a week ago, in the scope of who asks, once somebody counted then', async () => {
    const weekAgo = async (email: string) =>
      Object.fromEntries(
        (await summaryOf(email)).attention.map(({ kind, week_ago }: { kind: string; week_ago: number | null }) => [
          kind,
          week_ago,
        ]),
      )
    expect((await weekAgo('manager@work.example')).silent).toBeNull()
    await tenants.needDay(business, 7, { silent: 5, open_case: 0 })
    await tenants.needDay(business, 8, { silent: 70 })
    await tenants.needDay(await tenants.business('Below the list', 'company', business), 7, { silent: 2 })
    await tenants.needDay(await tenants.business('Not theirs'), 7, { silent: 90 })
    expect(await weekAgo('manager@work.example')).toMatchObject({ silent: 7, open_case: 0, low_battery: null })
  })

  it('D.4 is counted once a day for each business, and kept for some weeks', async () => {
    await tenants.needDay(business, 40, { silent: 1 })
    const clock = await JobClock.open({ url: api.database.url, pool: tenants.pool }, 'need-days')
    await clock.strike('need-days')
    await tenants.openCase(await tenants.entity(business, 'Stolen later that day'))
    await clock.strike('need-days')
    await clock.stop()
    const { rows } = await tenants.pool.query(
      "SELECT (now() AT TIME ZONE 'UTC')::date - day AS ago, vehicles FROM need_days WHERE business_id = $1 ORDER BY day DESC",
      [business],
    )
    expect(rows.map(({ ago }) => ago)).toEqual([0, 7, 8])
    expect(rows[0].vehicles).toMatchObject({ silent: 2, open_case: 1, low_battery: 1, service_due: 1 })
  })
})

describe('the first steps', () => {
  const stepsOf = async (email: string) => (await api.get('/dashboard/first-steps', email)).body.data
  const doneOf = async (email: string) =>
    Object.entries((await stepsOf(email)).done)
      .filter(([, isDone]) => isDone)
      .map(([step]) => step)

  it('tick by what is there, of one’s own businesses alone, and stay ticked when it is deleted', async () => {
    const business = await tenants.business('First hour')
    const email = 'first@hour.example'
    await tenants.user(email, 'manager', business)
    expect(await doneOf(email)).toEqual(['business'])
    const { imei } = await tenants.device(business)
    expect(await doneOf(email)).toEqual(['business', 'point', 'register'])
    expect(await stepsOf(email)).toMatchObject({ device: { imei, business_id: business }, vehicle: null })
    const entity = await tenants.entity(business, 'First')
    const installed = await tenants.install(business, entity)
    expect(await doneOf(email)).toEqual(['business', 'point', 'register', 'install'])
    await tenants.state(installed.deviceId, new Date())
    expect(await stepsOf(email)).toMatchObject({
      vehicle: { entity_id: entity, name: 'First', imei: installed.imei, is_on_map: true },
    })
    expect((await summaryOf(email)).is_begun).toBe(false)
    await tenants.user('second@hour.example', 'reporter', business)
    expect((await summaryOf(email)).is_begun).toBe(true)
    await tenants.pool.query('UPDATE users SET deleted_at = now() WHERE email = $1', ['second@hour.example'])
    await tenants.pool.query('UPDATE devices SET deleted_at = now() WHERE imei = $1', [imei])
    expect((await summaryOf(email)).is_begun).toBe(true)
    expect((await stepsOf(email)).device).toBeNull()
  })

  it('tell who knocks to super admins alone, and where trackers are to send', async () => {
    const business = await tenants.business('Knocked at')
    await tenants.user('knocked@x.example', 'manager', business)
    await tenants.user('root@knocked.example', 'super-admin', null)
    await tenants.pool.query(
      "INSERT INTO unknown_devices (imei, protocol, remote_address, attempts) VALUES ('356307042999999', 'gt06', '203.0.113.9', 1)",
    )
    const steps = await stepsOf('root@knocked.example')
    expect(steps.knocks).toEqual([
      expect.objectContaining({ imei: '356307042999999', protocol: 'gt06', remote_address: '203.0.113.9' }),
    ])
    expect(steps.gateway.host).toBeNull()
    expect(steps.gateway.ports).toEqual(
      expect.arrayContaining([
        { protocol: 'teltonika', port: 5027 },
        { protocol: 'gt06', port: 5023 },
      ]),
    )
    expect((await stepsOf('knocked@x.example')).knocks).toEqual([])
  })
})
