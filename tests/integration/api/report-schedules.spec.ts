import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { JobClock } from '../../support/api/job-clock.js'
import { MailBench } from '../../support/mail/mail-bench.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { until } from '@roadbook/testing/until'

const TIMETABLE = 'report-timetable'
const OWNER = 'owner@x.example'
const BOSS = 'boss@x.example'
const CUSTOMER = 'kunde@x.example'
let mailDatabase: TestDatabase
let mails: MailBench
let api: ApiUnderTest
let tenants: Tenants
let clock: JobClock
let fleet: number
let depot: number
let owner: number
let customer: number
let group: number

const write = (method: string, path: string, body?: unknown, email = OWNER) =>
  api.call(method, `/api/v1/report-schedules${path}`, { email, body })
const wish = (more: object = {}) => ({
  name: 'Monthly',
  mode: 'all',
  format: 'csv',
  target_group_id: group,
  every: 'month',
  recipients: [owner, customer],
  tz: 'Europe/Amsterdam',
  ...more,
})
const schedule = async (more: object = {}) => (await write('POST', '', wish(more))).body.data
const isDue = (id: number) =>
  api.database.pool.query("UPDATE report_schedules SET next_run_at = now() - interval '40 days' WHERE id = $1", [id])
/** Runs a timed job: the one that runs every five minutes, or the one that runs every hour. */
const tick = (kind = TIMETABLE) => clock.strike(kind)
const runs = (id: number) =>
  until(
    `all reports of schedule ${id} are over`,
    () =>
      api.rows<{ id: number; from: string; till: string; state: string; reason: { code: string } | null }>(
        `SELECT id, to_char(from_day, 'YYYY-MM-DD') AS from, to_char(till_day, 'YYYY-MM-DD') AS till, state, reason
         FROM report_requests WHERE schedule_id = $1 ORDER BY id`,
        [id],
      ),
    { fits: (rows) => rows.every(({ state }) => ['done', 'failed'].includes(state)) },
  )

beforeAll(async () => {
  mailDatabase = await createTestDatabase()
  mails = await MailBench.start(mailDatabase.url, mailDatabase.pool)
  api = await ApiUnderTest.start({ API_WORK: 'all', SMTP_URL: mails.smtpUrl, PORTAL_URL: 'https://portal.example' })
  tenants = new Tenants(api.database.pool)
  fleet = await tenants.business('Fleet')
  depot = await tenants.business('Depot', 'department', fleet)
  await tenants.user(BOSS, 'manager', fleet)
  owner = await tenants.user(OWNER, 'reporter', fleet)
  customer = await tenants.user(CUSTOMER, 'reporter', depot, { locale: 'de' })
  group = await tenants.tag('Couriers', 'group', fleet)
  await tenants.carry(await tenants.entity(fleet, 'Bike'), group)
  clock = await JobClock.open(api.database, TIMETABLE)
})
afterAll(async () => {
  await clock.stop()
  await api.stop()
  await mails.stop()
  await mailDatabase.drop()
})

describe('a report that comes by itself', () => {
  it.each([
    ['day', "date_trunc('day', local - interval '6 hours') + interval '30 hours'"],
    ['week', "date_trunc('week', local - interval '6 hours') + interval '7 days 6 hours'"],
    ['month', "date_trunc('month', local - interval '6 hours') + interval '1 month 6 hours'"],
  ])('R-132 is due at six in the morning after each %s, by the clock of its zone', async (every, expected) => {
    const made = await schedule({ every })
    const [due] = await api.rows<{ at: Date }>(
      `SELECT (${expected}) AT TIME ZONE 'Europe/Amsterdam' AS at FROM (SELECT now() AT TIME ZONE 'Europe/Amsterdam' AS local) n`,
    )
    expect(made).toMatchObject({ every, tz: 'Europe/Amsterdam', is_active: true, paused_reason: null, owner: 'Ada Byron' })
    expect(made.next_run_at).toBe(due?.at.toISOString())
    await write('DELETE', `/${made.id}`)
  })

  it('R-132 T-14 is made once for the period that has just ended, however late, and mailed to each in their language', async () => {
    const { id } = await schedule({ name: 'Once' })
    await isDue(id)
    await tick()
    await tick()
    const [period] = await api.rows<{ from: string; till: string }>(
      `SELECT to_char(month - interval '1 month', 'YYYY-MM-DD') AS from, to_char(month - interval '1 day', 'YYYY-MM-DD') AS till
       FROM (SELECT date_trunc('month', now() AT TIME ZONE 'Europe/Amsterdam' - interval '6 hours') AS month) m`,
    )
    expect(await runs(id)).toEqual([{ id: expect.any(Number), ...period, state: 'done', reason: null }])
    expect((await mails.arrivedWith(OWNER, 'All trips · Couriers')).attachments).toHaveLength(1)
    const theirs = await mails.arrivedWith(CUSTOMER, 'Ihr Bericht: All trips · Couriers')
    const [run] = await runs(id)
    expect(theirs.text).toContain(`https://portal.example/reports?tab=files&report=${run?.id}`)
    // A recipient may view and download the report, but not run it again.
    const seen = await api.get(`/reports/requests/${run?.id}`, CUSTOMER)
    expect(seen.body.data).toMatchObject({ state: 'done', is_own: false, schedule_id: null })
    expect((await api.get(`/reports/requests/${run?.id}/file`, CUSTOMER)).status).toBe(200)
    expect((await api.call('POST', `/api/v1/reports/requests/${run?.id}/retry`, { email: CUSTOMER })).status).toBe(404)
    expect((await api.get(`/report-schedules/${id}`, OWNER)).body.data.next_run_at > new Date().toISOString()).toBe(true)
    // The same period is not sent again, even if the clock is set back.
    await isDue(id)
    await tick()
    expect(await runs(id)).toHaveLength(1)
  })

  it('goes to nobody who may not read reports any more', async () => {
    const leaver = await tenants.user('leaver@x.example', 'reporter', fleet)
    const { id } = await schedule({ name: 'Leaver', mode: 'summary', recipients: [owner, leaver] })
    await api.database.pool.query("UPDATE users SET role_id = (SELECT id FROM roles WHERE key = 'dealer') WHERE id = $1", [
      leaver,
    ])
    await isDue(id)
    await tick()
    expect(await runs(id)).toMatchObject([{ state: 'done' }])
    await mails.arrivedWith(OWNER, 'Summary · Couriers')
    expect(await mails.received('leaver@x.example')).toEqual([])
  })

  it('M10 goes to nobody who has gone elsewhere, and what went to them before is out of their reach', async () => {
    const nina = await tenants.user('nina@x.example', 'reporter', fleet)
    const { id } = await schedule({ name: 'Nina', mode: 'summary', recipients: [owner, nina] })
    const run = async () => {
      await isDue(id)
      await api.database.pool.query(
        'UPDATE report_requests SET from_day = from_day - 1000, till_day = till_day - 1000 WHERE schedule_id = $1',
        [id],
      )
      await tick()
      return (await runs(id)).at(-1)?.id
    }
    const fileOf = (request: number | undefined, email: string) => api.get(`/reports/requests/${request}/file`, email)
    const listed = async (email: string) =>
      (await api.get('/reports/requests?limit=200', email)).body.data.map((one: { id: number }) => one.id)
    const before = await run()
    expect((await fileOf(before, 'nina@x.example')).status).toBe(200)
    const days = { from: '2025-10-01', till: '2025-10-31', tz: 'Europe/Amsterdam' }
    const body = { kind: 'periodic', mode: 'summary', format: 'csv', target_group_id: group, ...days }
    const own = (await api.call('POST', '/api/v1/reports', { email: 'nina@x.example', body })).body.data.id
    await until(
      'the own report is done',
      async () => (await api.get(`/reports/requests/${own}`, 'nina@x.example')).body.data.state,
      { fits: (state) => state === 'done' },
    )
    expect((await fileOf(own, 'nina@x.example')).status).toBe(200)
    await mails.arrived('nina@x.example', 2)

    await api.database.pool.query('UPDATE users SET business_id = $1 WHERE id = $2', [await tenants.business('Elsewhere'), nina])
    const after = await run()
    expect(after).not.toBe(before)
    await mails.arrivedWith(OWNER, 'Summary · Couriers')
    for (const request of [before, own, after]) expect((await fileOf(request, 'nina@x.example')).status).toBe(404)
    expect(await listed('nina@x.example')).toEqual([own])
    expect((await api.get(`/reports/requests/${own}`, 'nina@x.example')).body.data).toMatchObject({
      state: 'done',
      file_name: null,
    })
    expect(await mails.received('nina@x.example')).toHaveLength(2)
    expect((await fileOf(after, OWNER)).status).toBe(200)
  })

  it('pauses when its owner may not read reports any more, says why, and goes on when somebody else saves it', async () => {
    const gone = await tenants.user('gone@x.example', 'reporter', fleet)
    const made = (await write('POST', '', wish({ name: 'Orphan' }), 'gone@x.example')).body.data
    await api.database.pool.query("UPDATE users SET role_id = (SELECT id FROM roles WHERE key = 'dealer') WHERE id = $1", [gone])
    await isDue(made.id)
    await tick()
    expect(await runs(made.id)).toEqual([])
    const paused = (await api.get(`/report-schedules/${made.id}`, BOSS)).body.data
    expect(paused).toMatchObject({ is_active: false })
    expect(paused.paused_reason).toMatch(/^The user who set up this schedule may no longer read reports/)
    const saved = (await write('PUT', `/${made.id}`, wish({ name: 'Orphan' }), BOSS)).body.data
    expect(saved).toMatchObject({ is_active: true, paused_reason: null })
    await isDue(made.id)
    await tick()
    expect(await runs(made.id)).toMatchObject([{ state: 'done' }])
  })

  it('R-132 is of all vehicles of its business, where it names no target group', async () => {
    const made = await schedule({ target_group_id: null, name: 'Everything' })
    expect(made).toMatchObject({ target_group_id: null, is_active: true })
    const { target_group_id: _, ...without } = wish({ name: 'Unsaid' })
    expect((await write('POST', '', without)).status).toBe(422)
    await tenants.entity(fleet, 'Bike of no group')
    await isDue(made.id)
    await tick()
    const [run] = await runs(made.id)
    expect(run).toMatchObject({ state: 'done', reason: null })
    expect((await api.get(`/report-schedules/${made.id}`, OWNER)).body.data).toMatchObject({
      is_active: true,
      paused_reason: null,
    })
  })

  it('is of the vehicles of its business, also when somebody above it paused it and let it go on', async () => {
    const bike = await tenants.entity(depot, 'Bike of the depot')
    await tenants.entity(fleet, 'Bike beside the depot')
    const own = wish({ target_group_id: null, mode: 'summary', recipients: [customer] })
    const made = (await write('POST', '', own, CUSTOMER)).body.data
    for (const is_active of [false, true])
      expect((await write('PUT', `/${made.id}`, { ...own, is_active })).body.data).toMatchObject({
        owner: 'Ada Byron',
        is_active,
      })
    await isDue(made.id)
    await tick()
    expect(await runs(made.id)).toMatchObject([{ state: 'done' }])
    expect(
      await api.rows(
        `SELECT r.rows, f.business_ids FROM report_requests r JOIN report_files f ON f.request_id = r.id WHERE r.schedule_id = $1`,
        [made.id],
      ),
    ).toEqual([{ rows: 1, business_ids: [depot] }])
    await api.rows('UPDATE entities SET deleted_at = now() WHERE id = $1', [bike])
  })

  it('can be paused after it has grown too large', async () => {
    const { id } = await schedule({ target_group_id: null, name: 'Grows' })
    const added = await api.rows<{ id: number }>(
      `INSERT INTO entities (business_id, name, vehicle_type) SELECT $1, 'Bike ' || n, 'eBike' FROM generate_series(1, 101) n RETURNING id`,
      [fleet],
    )
    const all = wish({ target_group_id: null, name: 'Grows' })
    expect((await write('PUT', `/${id}`, all)).status).toBe(422)
    expect((await write('PUT', `/${id}`, { ...all, is_active: false })).body.data).toMatchObject({ is_active: false })
    await api.rows('UPDATE entities SET deleted_at = now() WHERE id = ANY ($1)', [added.map((one) => one.id)])
  })

  it('G-58 R-138 is refused as it is saved where it would be of more vehicles than a report may be of', async () => {
    const crowded = await tenants.business('Crowded')
    await tenants.user('crowd@x.example', 'reporter', crowded)
    await api.rows(
      `INSERT INTO entities (business_id, name, vehicle_type) SELECT $1, 'Bike ' || n, 'eBike' FROM generate_series(1, 101) n`,
      [crowded],
    )
    const reader = (await api.rows<{ id: number }>("SELECT id FROM users WHERE email = 'crowd@x.example'"))[0]!.id
    const { status, body } = await write('POST', '', wish({ target_group_id: null, recipients: [reader] }), 'crowd@x.example')
    expect([status, Object.keys(body.errors)]).toEqual([422, ['target_group_id']])
    expect(body.errors.target_group_id[0]).toContain('at most 100 vehicles')
  })

  it('pauses when its target group is gone', async () => {
    const other = await tenants.tag('Gone', 'group', fleet)
    const { id } = await schedule({ target_group_id: other })
    await api.database.pool.query('UPDATE tags SET deleted_at = now() WHERE id = $1', [other])
    await isDue(id)
    await tick()
    expect((await api.get(`/report-schedules/${id}`, OWNER)).body.data).toMatchObject({
      is_active: false,
      paused_reason: 'The target group was deleted; choose another one',
    })
  })

  it('T-12 tells others no more of customers than anybody who reads reports may know', async () => {
    const rented = await tenants.entity(fleet, 'Rented', { consumer_id: await tenants.consumer(fleet) })
    const { deviceId } = await tenants.install(fleet, rented)
    const cases = await tenants.tag('Missing', 'group', fleet)
    await tenants.carry(rented, cases)
    await tenants.openCase(rented)
    // Adds a trip in each of the last three months. Whatever today's date is, the month of the report then has a trip.
    const today = new Date()
    const middles = [1, 2, 3].map((ago) =>
      new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - ago, 15, 12)).toISOString(),
    )
    for (const middle of middles) await tenants.trip(deviceId, middle, middle)
    const [day = ''] = middles.map((middle) => middle.slice(0, 10))
    const own = {
      kind: 'periodic',
      mode: 'all',
      format: 'csv',
      target_group_id: cases,
      from: day,
      till: day,
    }
    const asked = (await api.call('POST', '/api/v1/reports', { email: BOSS, body: { ...own, tz: 'UTC' } })).body.data.id
    const made = (await write('POST', '', wish({ target_group_id: cases, every: 'month' }), BOSS)).body.data
    await isDue(made.id)
    await tick()
    const [run] = await runs(made.id)
    const rowsOf = async (id: number) =>
      (await api.rows<{ rows: number }>('SELECT rows FROM report_requests WHERE id = $1', [id]))[0]?.rows
    await until('the rows of the report are counted', () => rowsOf(asked), { fits: (rows) => rows >= 0 })
    // A user who manages the case sees the trip. But a report that is sent to other people does not include it.
    expect([await rowsOf(asked), await rowsOf(run?.id ?? 0)]).toEqual([1, 0])
  })

  it('is seen, changed and ended by whoever reads reports there, and stands in the audit log', async () => {
    const made = await schedule({ name: 'Weekly', every: 'week' })
    const list = await api.get('/report-schedules?search=Weekly', BOSS)
    expect(list.body.data).toMatchObject([{ id: made.id, recipients: [owner, customer], target_group_name: 'Couriers' }])
    const stale = await api.call('PUT', `/api/v1/report-schedules/${made.id}`, {
      email: BOSS,
      body: wish({ name: 'Late' }),
      headers: { 'if-match': '"2020-01-01T00:00:00.000Z"' },
    })
    expect(stale.status).toBe(412)
    expect((await write('DELETE', `/${made.id}`, undefined, BOSS)).status).toBe(204)
    expect((await api.get(`/report-schedules/${made.id}`, OWNER)).status).toBe(404)
    const log = await api.rows<{ action: string }>(
      "SELECT action FROM audit_log WHERE object_type = 'report-schedule' AND object_id = $1 ORDER BY id",
      [String(made.id)],
    )
    expect(log.map(({ action }) => action)).toEqual(['report-schedule.create', 'report-schedule.delete'])
  })

  it.each([
    [{ recipients: [] }, 'recipients'],
    [{ recipients: [2_000_000_000] }, 'recipients'],
    [{ target_group_id: 2_000_000_000 }, 'target_group_id'],
    [{ every: 'year' }, 'every'],
    [{ tz: 'Nowhere' }, 'tz'],
    [{ name: '' }, 'name'],
  ])('refuses %j', async (more, field) => {
    const { status, body } = await write('POST', '', wish(more))
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })

  it('refuses recipients who may not read reports', async () => {
    const dealer = await tenants.user('dealer@x.example', 'dealer', fleet)
    const { body } = await write('POST', '', wish({ recipients: [owner, dealer] }))
    expect(body.errors).toEqual({ recipients: ['Each recipient must be a user who may read reports'] })
  })

  it('T-14 keeps its file for 30 days; then it can be made once more, until nobody remembers that it was asked for', async () => {
    const { id } = await schedule({ name: 'Kept' })
    await isDue(id)
    const before = Date.now()
    await tick()
    const [run] = await runs(id)
    const request = async () => (await api.get(`/reports/requests/${run?.id}`, OWNER)).body.data
    expect(Date.parse((await request()).file_expires_at)).toBeGreaterThan(before + 29 * 86_400_000)
    await api.database.pool.query("UPDATE report_files SET expires_at = now() - interval '1 second'")
    await tick('clean-up-jobs')
    expect(await request()).toMatchObject({ state: 'done', file_name: null })
    expect(await api.rows('SELECT 1 FROM report_files WHERE request_id = $1', [run?.id])).toEqual([])
    expect((await api.call('POST', `/api/v1/reports/requests/${run?.id}/retry`, { email: OWNER })).status).toBe(200)
    await runs(id)
    expect((await request()).file_name).toMatch(/\.csv$/)
    await api.database.pool.query("UPDATE report_requests SET created_at = now() - interval '31 days' WHERE id = $1", [run?.id])
    await tick('clean-up-jobs')
    expect(await request()).toBeUndefined()
  })

  it('says of one whose process died in every attempt that it failed', async () => {
    const { id } = await schedule({ name: 'Abandoned' })
    await isDue(id)
    await tick()
    const [run] = await runs(id)
    await api.database.pool.query(
      `WITH asked AS (UPDATE report_requests SET state = 'running', ended_at = NULL WHERE id = $1 RETURNING job_id)
       UPDATE jobs.job SET state = 'failed' WHERE id = (SELECT job_id FROM asked)`,
      [run?.id],
    )
    await tick()
    expect((await runs(id))[0]).toMatchObject({ state: 'failed', reason: { code: 'job.unexpected' } })
  })
})
