import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startConsumer } from '@roadbook/consumer/bootstrap'
import { Topic } from '@roadbook/contracts'
import { openEventLog, type OpenEventLog } from '@roadbook/event-log'
import { until } from '@roadbook/testing/until'
import { apply, type Applied } from '@roadbook/tools/import-traccar/apply'
import { RULES } from '@roadbook/tools/import-traccar/item'
import { aloneOn, Ledger } from '@roadbook/tools/import-traccar/ledger'
import { readMapping } from '@roadbook/tools/import-traccar/mapping'
import { planOf } from '@roadbook/tools/import-traccar/plan'
import { importPositions } from '@roadbook/tools/import-traccar/positions'
import { RoadbookApi } from '@roadbook/tools/import-traccar/roadbook-api'
import { assertSameSource } from '@roadbook/tools/import-traccar/source/same-source'
import { builtSince } from '@roadbook/tools/import-traccar/undo/built-since'
import { undo } from '@roadbook/tools/import-traccar/undo/undo'
import { createToken } from '@roadbook/tools/token-create'
import { TraccarHttp } from '@roadbook/tools/import-traccar/source/http'
import { TraccarApi } from '@roadbook/tools/import-traccar/source/read-api'
import { TraccarDatabase } from '@roadbook/tools/import-traccar/source/read-database'
import type { TraccarSource } from '@roadbook/tools/import-traccar/source/model'
import pg from 'pg'
import { apiForTests } from '../../support/api/api-for-tests.js'

const root = path.resolve(import.meta.dirname, '../../..')
/** Recorded answers and rows of a Traccar 6.14.5 on PostgreSQL in the time zone Europe/Berlin. Its fleet is invented. */
const recorded = JSON.parse(readFileSync(path.join(root, 'tests/support/traccar/traccar-6.14.5.json'), 'utf8')) as {
  answers: Record<string, unknown[]>
  /** Positions of the devices 1 and 3. */
  positions: { deviceId: number; fixTime: string }[]
  tables: Record<string, Record<string, unknown>[]>
}
/** Commands from the page for operators, in the order of the page. */
const COMMANDS = [
  ...readFileSync(path.join(root, 'docs/operating/moving-in.md'), 'utf8').matchAll(/^npx roadbook (import .*)$/gm),
].map(([, command]) => command!)
const DAY = Date.UTC(2026, 9, 24)
const MOST_POSITIONS = 30

const { api, tenants } = apiForTests({ EVENT_LOG: 'postgres' })
let traccar: Server
/** Address of the database with Traccar's tables, which have a schema of their own. */
let traccarDatabase: URL
let business: number
let proxy: Proxy
let folder: string
let environment: Record<string, string>
let log: OpenEventLog
let consumer: { close(): Promise<void> }

beforeAll(async () => {
  traccar = createServer((request, response) => {
    const isAdmin = request.headers.authorization === 'Bearer token-of-anna'
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
    const [from, till] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''))
    // Returns the oldest positions of the period, as Traccar does with its setting report.maxPositions.
    const positions = recorded.positions
      .filter(({ deviceId }) => deviceId === Number(searchParams.get('deviceId')))
      .filter(({ fixTime }) => Date.parse(fixTime) >= from! && Date.parse(fixTime) <= till!)
      .slice(0, MOST_POSITIONS)
    const isHistory = pathname === '/api/positions' && searchParams.has('from')
    const list = isHistory ? positions : (recorded.answers[request.url!.replace('/api/', '')] ?? [])
    response.writeHead(isAdmin ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(list))
  })
  await new Promise<void>((resolve) => traccar.listen(0, '127.0.0.1', resolve))
  await fill(api.database.pool)
  traccarDatabase = new URL(api.database.url)
  traccarDatabase.searchParams.set('options', '-c search_path=traccar')
  proxy = await Proxy.before(() => api.url)
  folder = mkdtempSync(path.join(tmpdir(), 'roadbook-import-'))
  business = await tenants.business('Everything')
  await tenants.user('boss@x.example', 'super-admin', null)
  environment = {
    TRACCAR: `http://127.0.0.1:${(traccar.address() as AddressInfo).port}`,
    TRACCAR_TOKEN: 'token-of-anna',
    TRACCAR_DATABASE: Object.assign(new URL(traccarDatabase), { password: '' }).toString(),
    TRACCAR_DATABASE_PASSWORD: decodeURIComponent(traccarDatabase.password),
    ROADBOOK: proxy.url,
    ROADBOOK_TOKEN: await createToken(api.database.pool, { email: 'boss@x.example', name: 'moving in' }),
    BUSINESS: String(business),
    DATABASE_URL: api.database.url,
    EVENT_LOG: 'postgres',
    // A long retention period, because the recorded positions become older and older.
    RETENTION_MONTHS: '1200',
  }
  log = await openEventLog('postgres', { clientId: 'test', databaseUrl: api.database.url })
  await log.prepare()
  const settings = {
    DATABASE_URL: api.database.urlOf('ingest'),
    EVENT_LOG: 'postgres',
    LOG_LEVEL: 'silent',
    CONSUMER_HEALTH_PORT: '0',
  }
  consumer = await startConsumer({ ...settings, CHECKPOINT_MS: '50' })
}, 120_000)
afterAll(async () => {
  await consumer.close()
  await log.close()
  await proxy.close()
  await new Promise((resolve) => traccar.close(resolve))
  rmSync(folder, { recursive: true })
})

/** Copies the recorded rows into tables that have the columns of Traccar's tables (`schema/changelog-*.xml`). */
async function fill(pool: pg.Pool): Promise<void> {
  const typeOf = (name: string, value: unknown) => {
    if (/time$/.test(name) || name === 'lastupdate') return 'timestamp'
    if (name === 'data') return 'bytea'
    if (typeof value === 'number') return Number.isInteger(value) && /id$/.test(name) ? 'int' : 'double precision'
    return typeof value === 'boolean' ? 'boolean' : 'varchar'
  }
  await pool.query('CREATE SCHEMA traccar')
  for (const [name, rows] of Object.entries(recorded.tables)) {
    const table = `traccar.${name}`
    const columns = new Map(rows.flatMap((row) => Object.entries(row)).map(([name, value]) => [name, typeOf(name, value)]))
    if (columns.size === 0) columns.set('userid', 'int').set('groupid', 'int').set('deviceid', 'int').set('geofenceid', 'int')
    if (name === 'tc_positions') columns.set('network', 'varchar')
    await pool.query(`CREATE TABLE ${table} (${[...columns].map(([name, type]) => `"${name}" ${type}`).join(', ')})`)
    await pool.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`, [JSON.stringify(rows)])
  }
}

/**
 * Passes requests on to the API. It can kill the sender of a write when the API has answered and the sender has not read
 * the answer yet.
 */
class Proxy {
  /** Number of writes after which the sender is killed. */
  countdown = Infinity
  victim: ChildProcess | undefined
  constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async before(address: () => string): Promise<Proxy> {
    const server = createServer((request, response) => {
      void (async () => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk as Buffer)
        const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
        const body = Buffer.concat(chunks)
        const answer = await fetch(address() + request.url!, {
          method: request.method!,
          headers: headers as Record<string, string>,
          ...(body.length > 0 && { body }),
        })
        const bytes = Buffer.from(await answer.arrayBuffer())
        if (--self.countdown === 0) return void self.victim!.kill('SIGKILL')
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }).end(bytes)
      })()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const self = new Proxy(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    return self
  }

  close(): Promise<unknown> {
    this.server.closeAllConnections()
    return new Promise((resolve) => this.server.close(resolve))
  }
}

interface Run {
  code: number | null
  out: string
  err: string
}

/** Runs a command of the page in the way in which the operator's shell does. */
function run(command: string, killAt = Infinity): Promise<Run> {
  const args = command.split(' ').map((word) => word.replace(/^\$(\w+)$/, (_, name: string) => environment[name]!))
  const child = spawn(process.execPath, [path.join(root, 'tools/dist/cli.js'), ...args], {
    cwd: folder,
    env: { ...process.env, ...environment },
  })
  Object.assign(proxy, { victim: child, countdown: killAt })
  let [out, err] = ['', '']
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })))
}
const command = (name: string, at = 0) => COMMANDS.filter((one) => one.startsWith(`import traccar ${name} `))[at]!
const mapping = () => JSON.parse(readFileSync(path.join(folder, 'traccar-mapping.json'), 'utf8')) as Record<string, never>
const ledger = async () => (await Ledger.find(api.database.pool, 'traccar'))!
const http = () => new TraccarHttp(environment.TRACCAR!, { token: 'token-of-anna' })
const roadbook = () => new RoadbookApi(api.url, environment.ROADBOOK_TOKEN!)
/** Applies the mapping file as "apply" or "rules" does, without starting a process for the command. */
async function applied(command: 'apply' | 'rules' = 'apply'): Promise<Applied> {
  const source = new TraccarApi(http())
  const decided = readMapping(readFileSync(path.join(folder, 'traccar-mapping.json'), 'utf8'), 'mapping')
  const target = { pool: api.database.pool, api: roadbook(), ledger: await ledger() }
  const { items } = planOf(await source.model(), decided)
  const chosen = items.filter(({ kind }) => RULES.has(kind) === (command === 'rules'))
  return apply({ items: chosen }, decided, target, () => undefined)
}
const edit = (changes: object) =>
  writeFileSync(path.join(folder, 'traccar-mapping.json'), JSON.stringify({ ...mapping(), ...changes }))

/**
 * Tables whose rows are not compared. They only record events, or the consumer writes them at any time, because alert rules are
 * active.
 */
const JOURNALS =
  /^(audit_log|idempotency_keys|event_log.*|request_counts|user_calls|device_changes|alert_stay_changes|api_token_addresses|ingest_progress|alert_rulebook|alert_batches|geocoded_cells|bulk_changes|background_jobs|alert_marks|alert_states)$/

async function counts(): Promise<Record<string, number>> {
  const tables = await api.rows<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND NOT relispartition ORDER BY 1",
  )
  const each = tables
    .filter(({ name }) => !JOURNALS.test(name))
    .map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS count FROM ${name}`)
  const rows = await api.rows<{ name: string; count: number }>(each.join(' UNION ALL '))
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

async function quiet(): Promise<void> {
  const fits = (partitions: Map<number, bigint>) => [...partitions.values()].every((messages) => messages === 0n)
  await until('the consumer is through', () => log.lag(Topic.packets, 'consumer'), { withinMs: 60_000, fits })
}

describe('a Traccar server', () => {
  const read = async (source: TraccarSource) => {
    const positions = []
    for await (const page of source.positions(1, { fixTime: DAY, id: 0 })) positions.push(...page)
    const model = await source.model()
    await source.close()
    return { model, positions: positions.map(({ id, fixTime }) => [id, fixTime]) }
  }

  it('is the same by its API and straight from its database, also in the night when clocks go back', async () => {
    const byApi = await read(new TraccarApi(http(), () => Date.UTC(2026, 9, 26)))
    const byDatabase = await read(new TraccarDatabase(traccarDatabase.toString(), 'Europe/Berlin'))
    expect(byApi.model.devices).toHaveLength(9)
    expect(byDatabase.model).toEqual(byApi.model)
    expect(byApi.positions).toHaveLength(80)
    expect(byDatabase.positions.map(([id]) => id)).toEqual(byApi.positions.map(([id]) => id))
  })
})

describe('moving in, as docs/operating/moving-in.md has it', () => {
  let before: Record<string, number>

  beforeAll(async () => {
    // A tracker that is on no vehicle. During a part of the history it was on another vehicle.
    const free = await tenants.install(business, await tenants.entity(business, 'Sold'), '352625698104225')
    await api.rows("UPDATE installations SET removed_at = '2026-10-24T10:00Z' WHERE device_id = $1", [free.deviceId])
    // A tracker that another business deleted, with that business's history.
    const others = await tenants.business('Others')
    const gone = await tenants.install(others, await tenants.entity(others, 'Their car'), '356307042441013')
    await api.rows('UPDATE installations SET removed_at = now() WHERE device_id = $1', [gone.deviceId])
    await api.rows('UPDATE devices SET deleted_at = now() WHERE id = $1', [gone.deviceId])
  })

  it('begins with a trial that changes nothing and names every loss', async () => {
    before = await counts()
    const { code, out, err } = await run(command('plan'))
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/devices +9 in Traccar, 6 taken/)
    expect(out).toMatch(
      /notifications +9 in Traccar, 5 taken\ncalendars +3 in Traccar, 2 taken\nmaintenances +3 in Traccar, 2 taken/,
    )
    for (const loss of [
      '9705141740 is no IMEI',
      'would see 8 more',
      'attribute floor = 400',
      'holds only at the times of calendar 1',
      'its vehicle will be left out, because tracker 356307042441013 is in Roadbook: it is a deleted tracker of business',
      'tracker 352625698104225 is registered and free',
      'Roadbook has no alert rule for the alarm sos',
      'Roadbook does not send it by sms',
      'its calendar "First of the month" is more than hours of a week: an event recurs monthly',
      'does not inform willi@winter.example, who is not imported',
      'becomes part of the rule of notification 1',
      'it counts engine hours',
    ])
      expect(out).toContain(loss)
    expect(await counts()).toEqual(before)
    expect(statSync(path.join(folder, 'traccar-mapping.json')).mode & 0o777).toBe(0o600)
  }, 120_000)

  it('survives a kill after a write that was done and not answered, with everything there once', async () => {
    edit({ history_from: '2026-10-24' })
    // The command was killed after the first installation.
    expect((await run(command('apply'), 17)).code).toBe(null)
    expect((await api.rows('SELECT FROM installations WHERE removed_at IS NULL')).length).toBe(1)
    expect(await applied()).toMatchObject({ failed: [] })
    const after = await counts()
    const made = Object.keys(before)
      .filter((table) => !table.startsWith('import'))
      .map((table) => [table, after[table]! - before[table]!])
    expect(Object.fromEntries(made.filter(([, more]) => more !== 0))).toMatchObject({
      businesses: 2,
      // Two brands, and three groups.
      tags: 5,
      devices: 4,
      entities: 5,
      installations: 5,
      users: 4,
      geofences: 4,
      entity_tags: expect.any(Number) as number,
    })
  }, 300_000)

  it('changes nothing the second time, and names the vehicle that it left out', async () => {
    const rows = await counts()
    expect(await applied()).toEqual({
      made: 0,
      kept: 30,
      existing: [],
      left: [
        expect.stringMatching(/^vehicle 4 "Scooter 9" is left out, because .* it is a deleted tracker of business \d+ "Others"/),
      ],
      failed: [],
    })
    expect(await counts()).toEqual(rows)
  }, 120_000)

  it('leaves deleted trackers of others as they are, and the stays of a free one before', async () => {
    const stays = await api.rows(
      `SELECT d.imei, d.deleted_at IS NOT NULL AS deleted, e.name, i.installed_at FROM installations i JOIN devices d ON d.id = i.device_id
       JOIN entities e ON e.id = i.entity_id WHERE d.imei IN ('352625698104225', '356307042441013') ORDER BY 1, 4`,
    )
    expect(stays).toEqual([
      { imei: '352625698104225', deleted: false, name: 'Sold', installed_at: new Date('2024-01-01Z') },
      // The installation does not begin on the first day of the history, because the tracker was on the other vehicle until
      // this time.
      { imei: '352625698104225', deleted: false, name: 'Van 2', installed_at: new Date('2026-10-24T10:00Z') },
      { imei: '356307042441013', deleted: true, name: 'Their car', installed_at: new Date('2024-01-01Z') },
    ])
  })

  it('refuses another Traccar, another business, and a second command at the same time', async () => {
    const source = new TraccarApi(http())
    const { devices } = await source.model()
    const [first, ...others] = devices.filter(({ id }) => id !== 4)
    const replaced = { ...first!, uniqueId: '1' }
    expect(assertSameSource('http://new.example', [replaced, ...others], await ledger())).toMatchObject([
      { id: replaced.id, is: '1' },
    ])
    const strange = devices.map((device) => ({ ...device, uniqueId: `9${device.uniqueId.slice(1)}` }))
    await expect(ledger().then((one) => assertSameSource(environment.TRACCAR!, strange, one))).rejects.toThrow(
      'taken from another Traccar',
    )
    await expect(ledger().then((one) => assertSameSource('http://new.example', [], one))).rejects.toThrow(
      'taken from another Traccar',
    )
    const { pool } = api.database
    await expect(Ledger.open(pool, 'traccar', { source: environment.TRACCAR!, into: business + 1 })).rejects.toThrow(
      `use --into ${business}`,
    )
    const second = aloneOn(pool, 'traccar', () => aloneOn(pool, 'traccar', () => Promise.resolve()))
    await expect(second).rejects.toThrow('another command of the import traccar is running')
    await aloneOn(pool, 'traccar', () => Promise.resolve())
  })

  it('makes of each thing what the trial promised', async () => {
    const vans = await api.rows(
      `SELECT b.name AS business, e.license_plate, e.frame_number, e.brand, d.imei, d.model, d.description, i.installed_at
       FROM entities e JOIN businesses b ON b.id = e.business_id JOIN installations i ON i.entity_id = e.id JOIN devices d ON d.id = i.device_id
       WHERE e.name = 'Van 1'`,
    )
    expect(vans).toEqual([
      {
        business: 'Oberland',
        license_plate: 'FL 12345',
        frame_number: 'WDB9066331S123456',
        brand: 'Mercedes',
        imei: '352625698104217',
        model: 'FMB920',
        description: 'SIM +4235550101',
        installed_at: new Date(DAY),
      },
    ])
    expect(await api.rows('SELECT kind, reach_m::int, limit_kph FROM geofences ORDER BY name')).toEqual([
      { kind: 'corridor', reach_m: 25, limit_kph: null },
      { kind: 'polygon', reach_m: null, limit_kph: 30 },
      { kind: 'corridor', reach_m: 40, limit_kph: null },
      { kind: 'circle', reach_m: 250, limit_kph: null },
    ])
  })

  it('makes no rules before the history, because its kilometres would count for the next service', async () => {
    const { code, err } = await run(command('rules'))
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('run positions first') as string })
  }, 120_000)

  it('takes the history once, and cuts its trips', async () => {
    const fromDatabase = command('positions', 1)
    expect((await run(fromDatabase)).out).toContain('published 160 positions')
    await quiet()
    const tracks = () =>
      api.rows(`SELECT d.imei, (SELECT count(*)::int FROM waypoints w WHERE w.device_id = d.id) AS waypoints,
        (SELECT count(*)::int FROM trips t WHERE t.device_id = d.id) AS trips FROM devices d ORDER BY d.imei`)
    const expected = expect.arrayContaining([
      { imei: '352625698104217', waypoints: 80, trips: 1 },
      { imei: '352625698104233', waypoints: 80, trips: 1 },
    ]) as unknown
    await until('the trips are there', tracks, {
      withinMs: 30_000,
      fits: (rows) => JSON.stringify(rows).match(/"trips":1/g)?.length === 2,
    })
    expect(await tracks()).toEqual(expected)
    // Deletes the stored progress, as if the run had been killed before it could store the progress.
    await api.database.pool.query('DELETE FROM imported_tracks')
    const source = new TraccarDatabase(traccarDatabase.toString(), 'Europe/Berlin')
    const again = { source, log, pool: api.database.pool, ledger: await ledger(), from: '2026-10-24', say: () => undefined }
    expect(await importPositions(again)).toMatchObject({ positions: 160, fixes: 160 })
    expect(await importPositions(again)).toMatchObject({ positions: 0, fixes: 0 })
    await source.close()
    await quiet()
    expect(await tracks()).toEqual(expected)
  }, 300_000)

  it('makes alert rules and maintenance plans after the history, once', async () => {
    const { code, out } = await run(command('rules'))
    expect({ code, out }).toEqual({
      code: 0,
      out: 'created 7, were there from an earlier run 0, existed before 0, left out 0, refused 0\n',
    })
    const rows = await counts()
    expect(await applied('rules')).toEqual({ made: 0, kept: 7, existing: [], left: [], failed: [] })
    expect(await counts()).toEqual(rows)
    const names = (link: string, table: string, name: string) =>
      `(SELECT string_agg(x.${name}, ', ' ORDER BY x.${name}) FROM alert_rule_${link} l JOIN ${table} x ON x.id = l.${link.slice(0, -1)}_id WHERE l.rule_id = r.id)`
    const rules =
      await api.rows(`SELECT r.name, r.kind, b.name AS business, r.threshold, r.hours, r.time_zone AS zone, r.tell_mail AS mail,
        r.tell_bell AS bell, r.active, r.effective_from > now() - interval '10 minutes' AS is_new, ${names('geofences', 'geofences', 'name')} AS geofences,
        ${names('tags', 'tags', 'name')} AS tags, ${names('users', 'users', 'email')} AS users
      FROM alert_rules r JOIN businesses b ON b.id = r.business_id ORDER BY r.id`)
    const rule = {
      threshold: null,
      hours: null,
      mail: 'each',
      bell: false,
      active: true,
      is_new: true,
      geofences: null,
      tags: null,
    }
    const ofOtto = { business: 'Oberland', users: 'otto@oberland.example', zone: expect.any(String) as string }
    expect(rules).toEqual([
      {
        ...rule,
        name: 'Left the yard',
        kind: 'exit',
        business: 'Rheintal',
        bell: true,
        geofences: 'Yard',
        hours: [{ days: [1, 2, 3, 4, 5], from: '08:00', till: '18:00' }],
        zone: 'Europe/Berlin',
        users: 'dora@rheintal.example, rita@rheintal.example',
      },
      { ...rule, ...ofOtto, name: 'Speeding', kind: 'speeding', threshold: 100, tags: 'Speeding (Traccar 4)' },
      { ...rule, ...ofOtto, name: 'Attack: power cut', kind: 'powerCut', bell: true },
      { ...rule, ...ofOtto, name: 'Attack: tamper', kind: 'tamper', bell: true },
      {
        ...rule,
        name: 'Moves at night',
        kind: 'outsideHours',
        business: 'Everything',
        hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '06:00', till: '22:00' }],
        zone: 'Europe/Berlin',
        users: 'admin@traccar.example',
      },
    ])
    const tagged = await api.rows(
      "SELECT e.name FROM tags t JOIN entity_tags l ON l.tag_id = t.id JOIN entities e ON e.id = l.entity_id WHERE t.name = 'Speeding (Traccar 4)'",
    )
    expect(tagged).toEqual([{ name: 'Van 2' }])
    const services = await api.rows<{ due_at: number }>(`SELECT p.title, e.name, t.value, t.metric, b.name AS business,
        m.counted_from_m + t.value * 1000::bigint - vehicle_odometer_m(e.id) AS left_m,
        extract(epoch FROM (m.counted_from AT TIME ZONE p.time_zone + make_interval(days => t.value)) AT TIME ZONE p.time_zone)::float8 * 1000 AS due_at
      FROM maintenance_plans p JOIN maintenance_triggers t ON t.plan_id = p.id JOIN maintenance_plan_entities m ON m.plan_id = p.id
      JOIN entities e ON e.id = m.entity_id JOIN businesses b ON b.id = p.business_id ORDER BY p.id, e.name`)
    expect(services).toMatchObject([
      // Traccar reports the oil at 10 000 km, and its counter shows 16 697.9 m.
      { title: 'Oil', name: 'Van 1', value: 15_000, metric: 'kilometers', business: 'Oberland', left_m: '9983302' },
      { title: 'Oil', name: 'Van 2', left_m: '15000000' },
      { title: 'Inspection', name: 'Truck 3', value: 182, metric: 'days', business: 'Rheintal' },
    ])
    // The inspection is due a whole number of periods after its start.
    expect((services.at(-1)!.due_at - Date.UTC(2025, 0, 15)) % (182 * 86_400_000)).toBe(0)
  }, 120_000)

  it('compares the trips of both by the days of a zone, also in the night when clocks go back and over midnight', async () => {
    const { code, out, err } = await run(`${command('compare')} --time-zone Europe/Berlin`)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('Compared 5 vehicles from 2026-10-13 to 2026-10-26, by the days of Europe/Berlin: 70 days of vehicles')
    expect(out).toMatch(/Trips +2 +2\n/)
    expect(out).toContain('Unexplained: 0. Trips that Roadbook misses or has not computed: 0. Not comparable: 0.')
    expect([...out.matchAll(/^ +1 {2}(\w+):/gm)].map(([, cause]) => cause)).toEqual(['same', 'end_noticed'])
  }, 120_000)

  it('names a trip that Roadbook lost, and a vehicle that cannot be compared', async () => {
    const { pool } = api.database
    const [van] = await api.rows<{ id: number }>("SELECT id FROM entities WHERE name = 'Van 1'")
    await pool.query('UPDATE trips SET entity_id = NULL WHERE entity_id = $1', [van!.id])
    const linked = recorded.answers.devices!
    recorded.answers.devices = linked.filter((device) => (device as { id: number }).id !== 3)
    const { code, out } = await run(`${command('compare')} --first-day 2026-10-25 --time-zone Europe/Berlin --json`)
    recorded.answers.devices = linked
    await pool.query(
      "UPDATE trips SET entity_id = $1 WHERE device_id = (SELECT id FROM devices WHERE imei = '352625698104217')",
      [van!.id],
    )
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      summary: { causes: { unexplained: 1 }, unexplained: 1, not_comparable: 1 },
      not_comparable: [{ traccar_id: 3, why: expect.stringContaining('link the account to the device') as string }],
    })
  }, 120_000)

  it('is not undone while somebody has built on it, and says what', async () => {
    const rows = await counts()
    const { pool } = api.database
    const idOf = async (table: string, where: string) =>
      (await api.rows<{ id: number }>(`SELECT id FROM ${table} WHERE ${where}`))[0]!.id
    const oberland = await idOf('businesses', "name = 'Oberland'")
    const [van, truck] = [await idOf('entities', "name = 'Van 1'"), await idOf('entities', "name = 'Truck 3'")]
    const otto = await idOf('users', "email = 'otto@oberland.example'")
    const device = await idOf('devices', "imei = '352625698104241'")
    const [yard, tag] = [await idOf('geofences', "name = 'Yard'"), await idOf('tags', "name = 'Winter'")]
    const [attack, oil] = [await idOf('alert_rules', "kind = 'powerCut'"), await idOf('maintenance_plans', "title = 'Oil'")]
    const others = await tenants.business('Others below', 'company', business)
    const other = await tenants.entity(others, 'Their van')
    const { deviceId: theirs } = await tenants.install(others, other)
    // The rule is inactive, so that consumer processes raise no alerts meanwhile.
    await pool.query(
      `INSERT INTO alert_rules (business_id, name, kind, time_zone, active) VALUES (${business}, 'At the yard', 'exit', 'UTC', false)`,
    )
    const rule = await idOf('alert_rules', "name = 'At the yard'")
    await tenants.entity(oberland, 'A new van')
    const work = [
      `UPDATE entities SET color = 'red', updated_at = clock_timestamp() WHERE id = ${truck}`,
      `UPDATE users SET last_name = 'New', updated_at = clock_timestamp() WHERE id = ${otto}`,
      `UPDATE devices SET title = 'Mine', updated_at = clock_timestamp() WHERE id = ${device}`,
      `INSERT INTO audit_log (action, object_type, object_id, at) VALUES ('device.update', 'device', '${device}', clock_timestamp())`,
      `INSERT INTO entity_tags (entity_id, tag_id) VALUES (${other}, ${tag})`,
      `INSERT INTO trip_purposes (trip_id, purpose) SELECT id, 'business' FROM trips WHERE entity_id = ${van} LIMIT 1`,
      "UPDATE device_states SET last_received_at = now() WHERE imei = '352625698104217'",
      "UPDATE alert_rules SET name = 'Gone', updated_at = clock_timestamp() WHERE kind = 'powerCut'",
      `INSERT INTO maintenance_notifications (entity_id, plan_id, trigger_id, planned_at)
       SELECT ${van}, plan_id, id, now() FROM maintenance_triggers WHERE name = 'Oil'`,
    ]
    for (const statement of work) await pool.query(statement)
    await tenants.alert(rule, other, theirs, new Date(DAY), yard)
    // An alert of an imported rule, and the mail about it. They are consequences of the import.
    const alert = await tenants.alert(attack, van, await idOf('devices', "imei = '352625698104217'"), new Date(DAY))
    await pool.query(
      `INSERT INTO alert_tellings (alert_id, user_id, change, digest) VALUES ('${alert}', ${otto}, 'raised', false)`,
    )
    const built = [
      `vehicle ${truck} "Truck 3" was changed`,
      `user ${otto} "otto@oberland.example" was changed`,
      `device ${device} "352625698104241" was changed`,
      `rule ${attack} "Gone" was changed`,
      `business ${oberland} has 1 row in entities (business_id)`,
      `tag ${tag} has 1 row in entity_tags (tag_id)`,
      `vehicle ${van} has 1 row in maintenance_notifications (entity_id)`,
      `geofence ${yard} has 1 row in alerts (geofence_id)`,
      `maintenance ${oil} has 1 row in maintenance_notifications (plan_id)`,
      `vehicle ${van} has 1 row in trip_purposes, about its trips`,
      'tracker 352625698104217 has sent since',
    ]
    expect(await builtSince(pool, await ledger())).toEqual(built)
    const all = await counts()
    await expect(undo(pool, roadbook(), await ledger())).rejects.toThrow(built.join('\n  '))
    expect(await counts()).toEqual(all)
    for (const statement of [
      "UPDATE device_states SET last_received_at = last_positioned_at WHERE imei = '352625698104217'",
      "DELETE FROM entities WHERE name = 'A new van'",
      'DELETE FROM trip_purposes',
      'DELETE FROM alerts',
      `DELETE FROM alert_rules WHERE id = ${rule}`,
      "UPDATE alert_rules SET name = 'Attack: power cut' WHERE kind = 'powerCut'",
      'DELETE FROM maintenance_notifications',
      `DELETE FROM installations WHERE device_id = ${theirs}`,
      `DELETE FROM devices WHERE id = ${theirs}`,
      `DELETE FROM entities WHERE id = ${other}`,
      `DELETE FROM businesses WHERE id = ${others}`,
      'UPDATE imported_rows SET settled_at = clock_timestamp()',
    ])
      await pool.query(statement)
    expect(await counts()).toEqual(rows)
  }, 120_000)

  it('is undone wholly, also after a kill: no row is left, and the trackers that were there are free again', async () => {
    let writes = 0
    const killed = new (class extends RoadbookApi {
      override async write(...request: Parameters<RoadbookApi['write']>) {
        const answer = await super.write(...request)
        if (++writes === 3) throw new Error('killed')
        return answer
      }
    })(api.url, environment.ROADBOOK_TOKEN!)
    await expect(undo(api.database.pool, killed, await ledger())).rejects.toThrow('killed')
    expect(await undo(api.database.pool, roadbook(), await ledger())).toEqual({ user: 3, business: 2 })
    expect(await counts()).toEqual(before)
    expect(await api.rows("SELECT business_id FROM devices WHERE imei = '352625698104225'")).toEqual([{ business_id: business }])
  }, 300_000)
})
