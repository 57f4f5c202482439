import { strFromU8, unzipSync } from 'fflate'
import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { printedOn } from '../../support/pdf-text.js'
import { MailBench } from '../../support/mail/mail-bench.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { until } from '@roadbook/testing/until'

const READER = 'reader@x.example'
const ZONE = 'Europe/Amsterdam'
/** Clocks go back in the night of 26 October. */
const DAYS = { from: '2025-10-25', till: '2025-10-27', tz: ZONE }
let mailDatabase: TestDatabase
let mails: MailBench
let api: ApiUnderTest
let tenants: Tenants
let fleet: number
let bike: number
let moped: number
let group: number

type Row = Record<string, string | number | null>

const ask = (body: object, email = READER, key?: string) =>
  api.call('POST', '/api/v1/reports', { email, body, ...(key ? { headers: { 'idempotency-key': key } } : {}) })
const request = async (id: number, email = READER) => (await api.get(`/reports/requests/${id}`, email)).body.data
const over = (id: number, email = READER) =>
  until(`report ${id} is over`, () => request(id, email), {
    withinMs: 120_000,
    fits: ({ state }) => !['queued', 'running'].includes(state),
  })
const made = async (body: object, email = READER) => {
  const { status, body: answer } = await ask({ ...DAYS, ...body }, email)
  expect([status, answer]).toEqual([202, { data: { id: expect.any(Number) } }])
  return over(answer.data.id, email)
}
const fetched = async (id: number, email = READER) => {
  const response = await fetch(`${api.url}/api/v1/reports/requests/${id}/file`, {
    headers: { authorization: `Bearer ${await api.issuer.tokenOf(email)}` },
  })
  expect(response.status).toBe(200)
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}
const screen = async (mode: string, query: string) =>
  (
    await api.get(`/reports/${mode}?from=${DAYS.from}&till=${DAYS.till}&tz=${ZONE}&limit=200&${query}`, READER, {
      'accept-language': 'nl',
    })
  ).body
/** Formats times as the portal does in Dutch. */
const clock = new Intl.DateTimeFormat('nl', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' })
const shown = (kind: string, value: string | number | null) =>
  value === null
    ? ''
    : kind === 'time'
      ? clock
          .format(new Date(String(value)))
          .replace(' ', ' ')
          .replace(',', '')
      : String(value)

beforeAll(async () => {
  mailDatabase = await createTestDatabase()
  mails = await MailBench.start(mailDatabase.url, mailDatabase.pool)
  api = await ApiUnderTest.start({
    API_WORK: 'all',
    JOBS_POLL_S: '1',
    SMTP_URL: mails.smtpUrl,
    PORTAL_URL: 'https://portal.example',
  })
  tenants = new Tenants(api.database.pool)
  fleet = await tenants.business('Fleet')
  await tenants.user(READER, 'reporter', fleet, { locale: 'nl' })
  await tenants.user('other@x.example', 'reporter', await tenants.business('Somebody else'))
  bike = await tenants.entity(fleet, 'Fiets', { frame_number: '0123456789012', license_plate: 'AB-12' })
  moped = await tenants.entity(fleet, 'Zoë 東京', { vehicle_type: 'eMoped' })
  const first = await tenants.install(fleet, bike, '356307042441013')
  const second = await tenants.install(fleet, moped)
  await tenants.trip(first.deviceId, '2025-10-25T21:50:00Z', '2025-10-25T22:20:00Z', { distanceM: 10_004 })
  await tenants.trip(first.deviceId, '2025-10-26T00:30:00Z', '2025-10-26T00:45:00Z', { distanceM: 6_000 })
  await tenants.trip(first.deviceId, '2025-10-26T01:30:00Z', '2025-10-26T02:00:00Z', { distanceM: 4_000 })
  await tenants.trip(second.deviceId, '2025-10-27T08:00:00Z', '2025-10-27T09:00:00Z', { distanceM: 20_000 })
  for (const [at, latitude] of [
    ['2025-10-26T00:31:00Z', 49.4],
    ['2025-10-26T00:40:00Z', 49.41],
  ] as const) {
    await tenants.waypoint(first.deviceId, at, latitude, 8.7)
  }
  group = await tenants.tag('Koeriers', 'group', fleet)
  for (const one of [bike, moped]) await tenants.carry(one, group)
})
afterAll(async () => {
  await api.stop()
  await mails.stop()
  await mailDatabase.drop()
})

const csvRows = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .slice(0, -1)
    .map((line) => line.split(';').map((cell) => cell.replace(/^"(.*)"$/, '$1')))

describe('a report as a file', () => {
  it('R-132 R-140 R-141 G-61 T-14 comes by mail as CSV with the rows of the screen, across a change of the clock', async () => {
    const done = await made({ kind: 'periodic', mode: 'all', format: 'csv', target_group_id: group })
    expect(done).toMatchObject({
      state: 'done',
      progress: 100,
      rows: 4,
      file_name: 'all-2025-10-25-2025-10-27.csv',
      is_own: true,
    })
    const [mail] = await mails.arrived(READER)
    expect(mail?.subject).toBe('Uw rapport: Alle ritten · Koeriers')
    expect(mail?.text).toContain('25-10-2025 tot en met 27-10-2025')
    const content = mail?.attachments[0]?.content as ArrayBuffer
    const attached = typeof content === 'string' ? content : new TextDecoder('utf-8', { ignoreBOM: true }).decode(content)
    const [head, ...rows] = csvRows(attached)
    expect(head?.[3]).toBe('Begonnen (Europe/Amsterdam)')
    // The hour from two to three o'clock occurs twice.
    expect(rows.map((row) => row[3])).toEqual(['25-10-2025 23:50', '26-10-2025 02:30', '26-10-2025 02:30', '27-10-2025 09:00'])
    const { data, meta } = await screen('all', `target_group_id=${group}`)
    expect(head).toEqual(
      meta.columns.map(({ label, kind }: { label: string; kind: string }) => (kind === 'time' ? `${label} (${ZONE})` : label)),
    )
    const expected = data.map((row: Row) =>
      meta.columns.map(({ key, kind }: { key: string; kind: string }) => {
        const value = row[key] ?? null
        if (kind === 'time') return shown(kind, value)
        return shown(kind, value).replace('.', typeof value === 'number' ? ',' : '.')
      }),
    )
    expect(rows.map((row) => row.map((cell) => cell.replace(/^'/, '')))).toEqual(expected)
    expect(rows[0]?.[1]).toBe("'0123456789012")
    expect((await fetched(done.id)).bytes.toString()).toContain(rows[0]?.[0])
  })

  it('R-134 T-14 is Excel with the rows of the screen: numbers are numbers, times are times, and an IMEI is digits', async () => {
    const done = await made({ kind: 'multiple', mode: 'summary', format: 'xlsx', entity_ids: [bike, moped] })
    expect(done.state).toBe('done')
    const { bytes, headers } = await fetched(done.id)
    expect(headers.get('content-disposition')).toBe('attachment; filename="summary-2025-10-25-2025-10-27.xlsx"')
    const files = unzipSync(bytes)
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array())
    const sheet = text('xl/worksheets/sheet1.xml')
    expect(sheet).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/)
    const shared = [...text('xl/sharedStrings.xml').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, one]) => one)
    /** Returns the values of a row by column, as the sheet has them. */
    const cells = (row: number, width: number) => {
      const found = [
        ...(new RegExp(`<row r="${row}".*?</row>`).exec(sheet)?.[0] ?? '').matchAll(/<c r="([A-Z])\d+"([^>]*?)>(.*?)<\/c>/g),
      ]
      const told: (string | number | null)[] = Array(width).fill(null)
      for (const [, column = 'A', attributes = '', inner = ''] of found) {
        const value = /<v>(.*?)<\/v>/.exec(inner)?.[1] ?? ''
        told[column.charCodeAt(0) - 65] = attributes.includes('t="s"') ? (shared[Number(value)] ?? '') : Number(value)
      }
      return told
    }
    const { data, meta } = await screen('summary', `entity_ids=${bike},${moped}`)
    const width = meta.columns.length
    expect(cells(1, width)).toEqual(meta.columns.map(({ label }: { label: string }) => label))
    for (const [at, row] of data.entries()) {
      const told = meta.columns.map(({ key }: { key: string }) => row[key])
      expect(cells(at + 2, width)).toEqual(told)
    }
    expect(cells(2, width)).toEqual(expect.arrayContaining(['0123456789012', '356307042441013', 20]))
  })

  it('R-133 is a PDF with a map of the trips, numbered pages, and the number of a letter that it lacks', async () => {
    const one = await made({ kind: 'individual', mode: 'all', format: 'pdf', entity_ids: [bike] })
    expect(one).toMatchObject({ state: 'done', rows: 3 })
    const { text, drawings } = printedOn((await fetched(one.id)).bytes)
    expect(text).toContain('Alle ritten · Fiets')
    expect(text).toContain('Periode: 25-10-2025 – 27-10-2025')
    expect(text).toContain('Pagina 1 van 1')
    expect(text).toContain('26-10-2025 02:30')
    expect(text).toMatch(/\d+ (k?m|meter|kilometer)/)
    expect(text).toContain('zonder kilometerteller zijn rechte lijnen tussen posities')
    expect(drawings).toContain(' l\n')
    const two = await made({ kind: 'individual', mode: 'stops', format: 'pdf', entity_ids: [moped] })
    expect(printedOn((await fetched(two.id)).bytes).text).toContain('Zoë [U+6771 U+4EAC]')
  })

  it.each(['stops', 'utilisation', 'speeding', 'activity'])('R-134 of %s has as many rows as the screen', async (mode) => {
    const done = await made({ kind: 'multiple', mode, format: 'csv', entity_ids: [bike, moped], limit_kph: 20, min_minutes: 0 })
    const { meta } = await screen(mode, `entity_ids=${bike},${moped}&limit_kph=20&min_minutes=0`)
    expect([done.state, done.rows]).toEqual(['done', meta.total])
    expect(csvRows((await fetched(done.id)).bytes.toString())).toHaveLength(meta.total + 1)
  })

  it('R-140 S26 is asked for once with one Idempotency-Key', async () => {
    const body = { ...DAYS, kind: 'individual', mode: 'all', format: 'csv', entity_ids: [bike] }
    const [first, second] = [await ask(body, READER, 'once'), await ask(body, READER, 'once')]
    expect(second.body).toEqual(first.body)
    await over(first.body.data.id)
    const { rows } = await api.database.pool.query('SELECT 1 FROM report_requests WHERE id > $1', [first.body.data.id])
    expect(rows).toEqual([])
  })

  it('R-132 G-59 is of all vehicles where a periodic one names no target group', async () => {
    const done = await made({ kind: 'periodic', mode: 'summary', format: 'csv', target_group_id: null })
    expect(done).toMatchObject({ state: 'done', target_group_id: null, target_group_name: null })
    const { data } = await screen('summary', '')
    expect(done.rows).toBe(data.length)
    expect(data.length).toBeGreaterThan(1)
  })

  it.each([
    [{ kind: 'periodic', entity_ids: [1] }, 'entity_ids'],
    [{ kind: 'periodic', target_group_id: 2_000_000_000 }, 'target_group_id'],
    [{ kind: 'individual', entity_ids: [] }, 'entity_ids'],
    [{ kind: 'individual', entity_ids: [1, 2] }, 'entity_ids'],
    [{ kind: 'multiple', entity_ids: [2_000_000_000] }, 'entity_ids'],
    [{ kind: 'multiple', entity_ids: [1], target_group_id: 1 }, 'target_group_id'],
    [{ kind: 'periodic', target_group_id: 1, from: 'yesterday' }, 'from'],
    [{ kind: 'periodic', target_group_id: 1, tz: 'Nowhere' }, 'tz'],
    [{ kind: 'periodic', target_group_id: 1, format: 'doc' }, 'format'],
    [{ kind: 'periodic', target_group_id: 1, limit_kph: 0 }, 'limit_kph'],
  ])('R-139 G-59 refuses %j before anybody waits for it', async (wish, field) => {
    const { status, body } = await ask({ ...DAYS, mode: 'all', format: 'csv', ...wish })
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })
})

describe('a request for a report', () => {
  it('T-14 stands in the history of who asked, and of nobody else', async () => {
    const done = await made({ kind: 'individual', mode: 'all', format: 'csv', entity_ids: [bike] })
    const { body } = await api.get('/reports/requests?limit=200', READER)
    expect(body.data[0]).toMatchObject({
      id: done.id,
      requested_by: 'Ada Byron',
      entity_ids: [bike],
      from: DAYS.from,
      till: DAYS.till,
    })
    expect((await api.get('/reports/requests', 'other@x.example')).body.data).toEqual([])
    for (const path of ['', '/file']) {
      expect((await api.get(`/reports/requests/${done.id}${path}`, 'other@x.example')).status).toBe(404)
    }
    const retried = await api.call('POST', `/api/v1/reports/requests/${done.id}/retry`, { email: READER })
    expect([retried.status, retried.body.detail]).toEqual([409, 'The file of this report is still available; download it'])
  })

  it('is cancelled without a file or a mail, and made by a later call', async () => {
    const held = await heldUp()
    const { body } = await ask({ ...DAYS, kind: 'individual', mode: 'all', format: 'csv', entity_ids: [bike] })
    const { id } = body.data
    await until('the report is being made', () => request(id), { fits: ({ state }) => state === 'running' })
    const before = (await mails.arrived(READER)).length
    const cancelled = await api.call('POST', `/api/v1/reports/requests/${id}/cancel`, { email: READER })
    expect(cancelled.body.data).toMatchObject({ state: 'cancelled', file_name: null })
    await held.release()
    const again = await api.call('POST', `/api/v1/reports/requests/${id}/cancel`, { email: READER })
    expect([again.status, again.body.detail]).toEqual([409, 'This report is no longer being made'])
    expect((await api.get(`/reports/requests/${id}/file`, READER)).status).toBe(404)
    await api.call('POST', `/api/v1/reports/requests/${id}/retry`, { email: READER })
    expect(await over(id)).toMatchObject({ state: 'done', rows: 3 })
    expect(await mails.arrived(READER, before + 1)).toHaveLength(before + 1)
  })

  it('is mailed once, when two processes make it at the same time', async () => {
    const { pool } = api.database
    const mailed = async () => (await api.rows('SELECT FROM outgoing_mails')).length
    const bothWait = (table: string) =>
      until(
        `both wait for ${table}`,
        () => pool.query('SELECT FROM pg_locks WHERE NOT granted AND relation = $1::regclass', [table]),
        { fits: ({ rowCount }) => rowCount === 2 },
      )
    const before = await mailed()
    const beginning = await heldUp()
    const { body } = await ask({ ...DAYS, kind: 'individual', mode: 'all', format: 'csv', entity_ids: [bike] })
    const { id } = body.data
    // Simulates that the job is delivered twice. This happens if the queue takes the first process for dead.
    await pool.query(
      `INSERT INTO jobs.job_common (name, data, expire_seconds, policy)
       SELECT name, data, expire_seconds, policy FROM jobs.job_common
       WHERE id = (SELECT job_id::uuid FROM report_requests WHERE id = $1)`,
      [id],
    )
    await bothWait('trips')
    // A report writes to this table last, just before it is done.
    const end = await heldUp('audit_log', 'SHARE')
    await beginning.release()
    await bothWait('audit_log')
    await end.release()
    const jobs = "SELECT FROM jobs.job_common WHERE name = 'make-report' AND state IN ('created', 'active', 'retry')"
    await until('both jobs are over', () => api.rows(jobs), { fits: ({ length }) => length === 0 })
    expect(await request(id)).toMatchObject({ state: 'done', rows: 3 })
    expect(await mailed()).toBe(before + 1)
  })

  it('is made with the rights of the moment when it is made, and says in words why it was not', async () => {
    const leaver = await tenants.user('leaver@x.example', 'manager', fleet)
    const held = await heldUp()
    const wish = { ...DAYS, kind: 'individual', mode: 'all', format: 'csv', entity_ids: [bike] }
    // Reports are made one after the other.
    const first = (await ask(wish)).body.data.id
    await until('the first report is being made', () => request(first), { fits: ({ state }) => state === 'running' })
    const { body } = await ask(wish, 'leaver@x.example')
    await api.database.pool.query("UPDATE users SET role_id = (SELECT id FROM roles WHERE key = 'technician') WHERE id = $1", [
      leaver,
    ])
    await held.release()
    const written = async () =>
      (
        await api.rows<{ state: string; reason: { code: string } }>('SELECT state, reason FROM report_requests WHERE id = $1', [
          body.data.id,
        ])
      )[0]
    const { reason } = await until('the report has failed', written, { fits: ({ state }) => state === 'failed' })
    expect(reason.code).toBe('reports.not-allowed-any-more')
    expect(await mails.received('leaver@x.example')).toEqual([])
  })

  it('T-14 over 100 vehicles and 31 days is answered at once, and its file has every trip', async () => {
    const many = await tenants.tag('Everybody', 'group', fleet)
    await api.database.pool.query(
      `WITH vehicles AS (INSERT INTO entities (business_id, name, vehicle_type) SELECT $1, 'Fleet ' || n, 'eBike' FROM generate_series(1, 100) n RETURNING id),
         trackers AS (INSERT INTO devices (imei, business_id) SELECT (356307049000000 + id)::text, $1 FROM vehicles RETURNING id, imei),
         worn AS (INSERT INTO entity_tags (entity_id, tag_id) SELECT id, $2 FROM vehicles)
       INSERT INTO installations (device_id, entity_id, business_id, installed_at)
       SELECT t.id, v.id, $1, '2024-01-01Z' FROM vehicles v JOIN trackers t ON t.imei = (356307049000000 + v.id)::text`,
      [fleet, many],
    )
    await api.database.pool.query(
      `INSERT INTO trips (device_id, entity_id, business_id, started_at, ended_at, is_open, start_latitude, start_longitude,
         stop_latitude, stop_longitude, distance_m, average_speed_kph, max_speed_kph, idle_s, waypoint_count)
       SELECT i.device_id, i.entity_id, i.business_id, at, at + interval '20 minutes', false, 494000001, 87000001, 494100002, 87100002,
         5000, 15, 25, 60, 20
       FROM installations i JOIN entity_tags t ON t.entity_id = i.entity_id AND t.tag_id = $1
       CROSS JOIN generate_series('2025-10-01T06:00:00Z'::timestamptz, '2025-10-31T18:00:00Z', interval '6 hours') at`,
      [many],
    )
    // Updates the statistics. The server does this by itself after so many new rows.
    await api.database.pool.query('ANALYZE trips, trip_days, entities, entity_tags, installations')
    const month = { from: '2025-10-01', till: '2025-10-31' }
    const { meta } = (
      await api.get(`/reports/all?from=${month.from}&till=${month.till}&tz=${ZONE}&target_group_id=${many}`, READER)
    ).body
    const done = await made({ kind: 'periodic', mode: 'all', format: 'csv', target_group_id: many, ...month })
    expect([done.state, done.rows]).toEqual(['done', 12_300])
    expect(meta.total).toBe(12_300)
    const rows = csvRows((await fetched(done.id)).bytes.toString()).slice(1)
    const sum = rows.reduce((total, row) => total + Number(row[7]?.replace(',', '.')), 0)
    expect([rows.length, Math.round(sum)]).toEqual([12_300, meta.totals.distance])
    const pdf = await made({ kind: 'periodic', mode: 'all', format: 'pdf', target_group_id: many, ...month })
    expect(pdf).toMatchObject({ state: 'failed', reason: 'A PDF holds at most 5000 rows; choose CSV or Excel' })
  })
})

/** Locks a table. A job that needs the table waits until `release` is called. */
async function heldUp(table = 'trips', mode = 'ACCESS EXCLUSIVE') {
  const holder = await api.database.pool.connect()
  await holder.query(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE`)
  return {
    release: async () => {
      await holder.query('COMMIT')
      holder.release()
    },
  }
}
