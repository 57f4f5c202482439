import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startConsumer } from '@roadbook/consumer/bootstrap'
import { Topic } from '@roadbook/contracts'
import { openEventLog, type OpenEventLog } from '@roadbook/event-log'
import { until } from '@roadbook/testing/until'
import { Ledger } from '@roadbook/tools/import-traccar/ledger'
import { importPositions } from '@roadbook/tools/import-traccar/positions'
import { builtSince } from '@roadbook/tools/import-traccar/undo'
import { createToken } from '@roadbook/tools/token-create'
import { TraccarApi } from '@roadbook/tools/import-traccar/source/read-api'
import { TraccarDatabase } from '@roadbook/tools/import-traccar/source/read-database'
import type { TraccarSource } from '@roadbook/tools/import-traccar/source/model'
import pg from 'pg'
import { apiForTests } from '../../support/api/api-for-tests.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

const root = path.resolve(import.meta.dirname, '../../..')
/** Answers and rows of a Traccar 6.14.5 on PostgreSQL, in the time zone Europe/Berlin; its fleet is made up. */
const recorded = JSON.parse(readFileSync(path.join(root, 'tests/support/traccar/traccar-6.14.5.json'), 'utf8')) as {
  answers: Record<string, unknown[]>
  /** Positions of device 1. */
  positions: { fixTime: string }[]
  tables: Record<string, Record<string, unknown>[]>
}
/** Commands of the page for operators, in their order. */
const COMMANDS = [
  ...readFileSync(path.join(root, 'docs/operating/moving-in.md'), 'utf8').matchAll(/^npx roadbook (import .*)$/gm),
].map(([, command]) => command!)
const DAY = Date.UTC(2026, 9, 24)
const MOST_POSITIONS = 30

const { api, tenants } = apiForTests({ EVENT_LOG: 'postgres' })
let traccar: Server
let traccarDatabase: TestDatabase
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
    // As with report.maxPositions, the oldest of the period.
    const positions = recorded.positions
      .filter(({ fixTime }) => Date.parse(fixTime) >= from! && Date.parse(fixTime) <= till!)
      .slice(0, MOST_POSITIONS)
    const list = pathname === '/api/positions' ? positions : (recorded.answers[request.url!.replace('/api/', '')] ?? [])
    response.writeHead(isAdmin ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(list))
  })
  await new Promise<void>((resolve) => traccar.listen(0, '127.0.0.1', resolve))
  traccarDatabase = await createTestDatabase()
  await fill(traccarDatabase.pool)
  proxy = await Proxy.before(() => api.url)
  folder = mkdtempSync(path.join(tmpdir(), 'roadbook-import-'))
  const business = await tenants.business('Everything')
  await tenants.user('boss@x.example', 'super-admin', null)
  environment = {
    TRACCAR: `http://127.0.0.1:${(traccar.address() as AddressInfo).port}`,
    TRACCAR_TOKEN: 'token-of-anna',
    TRACCAR_DATABASE: traccarDatabase.url,
    ROADBOOK: proxy.url,
    ROADBOOK_TOKEN: await createToken(api.database.pool, { email: 'boss@x.example', name: 'moving in' }),
    BUSINESS: String(business),
    DATABASE_URL: api.database.url,
    EVENT_LOG: 'postgres',
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
  await traccarDatabase.drop()
  rmSync(folder, { recursive: true })
})

/** Copies the recorded rows into tables as Traccar has them (`schema/changelog-*.xml`). */
async function fill(pool: pg.Pool): Promise<void> {
  const typeOf = (name: string, value: unknown) => {
    if (/time$/.test(name) || name === 'lastupdate') return 'timestamp'
    if (typeof value === 'number') return Number.isInteger(value) && /id$/.test(name) ? 'int' : 'double precision'
    return typeof value === 'boolean' ? 'boolean' : 'varchar'
  }
  for (const [table, rows] of Object.entries(recorded.tables)) {
    const columns = new Map(rows.flatMap((row) => Object.entries(row)).map(([name, value]) => [name, typeOf(name, value)]))
    if (columns.size === 0) columns.set('userid', 'int').set('groupid', 'int').set('deviceid', 'int').set('geofenceid', 'int')
    if (table === 'tc_positions') columns.set('network', 'varchar')
    await pool.query(`CREATE TABLE ${table} (${[...columns].map(([name, type]) => `"${name}" ${type}`).join(', ')})`)
    await pool.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`, [JSON.stringify(rows)])
  }
}

/** Passes requests to the API. It can end the sender of a write after the API has answered and before the sender reads it. */
class Proxy {
  /** Writes until a sender is ended. */
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

/** Runs a command of the page, as the operator's shell does. */
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
const edit = (changes: object) =>
  writeFileSync(path.join(folder, 'traccar-mapping.json'), JSON.stringify({ ...mapping(), ...changes }))

/** Tables that note what happened, and are no part of what is there. */
const JOURNALS =
  /^(audit_log|idempotency_keys|event_log.*|request_counts|user_calls|device_changes|alert_stay_changes|api_token_addresses|ingest_progress|alert_rulebook|alert_batches|geocoded_cells)$/

async function counts(): Promise<Record<string, number>> {
  const tables = await api.rows<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND NOT relispartition ORDER BY 1",
  )
  const found: Record<string, number> = {}
  for (const { name } of tables.filter((table) => !JOURNALS.test(table.name)))
    found[name] = (await api.rows<{ count: number }>(`SELECT count(*)::int AS count FROM ${name}`))[0]!.count
  return found
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
    const byApi = await read(new TraccarApi(environment.TRACCAR!, { token: 'token-of-anna' }, () => Date.UTC(2026, 9, 26)))
    const byDatabase = await read(new TraccarDatabase(traccarDatabase.url, 'Europe/Berlin'))
    expect(byApi.model.devices).toHaveLength(9)
    expect(byDatabase.model).toEqual(byApi.model)
    expect(byApi.positions).toHaveLength(80)
    expect(byDatabase.positions.map(([id]) => id)).toEqual(byApi.positions.map(([id]) => id))
  })
})

describe('moving in, as docs/operating/moving-in.md has it', () => {
  let before: Record<string, number>

  it('begins with a trial that changes nothing and names every loss', async () => {
    before = await counts()
    const { code, out } = await run(command('plan'))
    expect(code).toBe(0)
    expect(out).toMatch(/devices +9 in Traccar, 6 taken/)
    for (const loss of [
      '9705141740 is no IMEI',
      'would see 8 more',
      'attribute floor = 400',
      'holds only at the times of calendar 1',
    ])
      expect(out).toContain(loss)
    expect(await counts()).toEqual(before)
  }, 120_000)

  it('survives a kill after a write that was done and not answered, with everything there once', async () => {
    edit({ history_from: '2026-10-24' })
    // The first installation.
    expect((await run(command('apply'), 20)).code).toBe(null)
    expect(await run(command('apply'))).toMatchObject({ code: 0, out: expect.stringContaining('refused 0') as string })
    const after = await counts()
    const made = Object.keys(before)
      .filter((table) => !table.startsWith('import'))
      .map((table) => [table, after[table]! - before[table]!])
    expect(Object.fromEntries(made.filter(([, more]) => more !== 0))).toMatchObject({
      businesses: 2,
      // Two brands, and three groups.
      tags: 5,
      devices: 6,
      entities: 6,
      installations: 6,
      users: 4,
      geofences: 4,
      entity_tags: expect.any(Number) as number,
    })
  }, 300_000)

  it('changes nothing the second time', async () => {
    const rows = await counts()
    const { code, out } = await run(command('apply'))
    expect(code).toBe(0)
    expect(out).toMatch(/^created 0, were there from an earlier run 33, existed before 0, refused 0$/m)
    expect(await counts()).toEqual(rows)
  }, 120_000)

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
    // Forgets how far it came, as a run that was killed before it could note it.
    await api.database.pool.query('DELETE FROM imported_tracks')
    const source = new TraccarDatabase(traccarDatabase.url, 'Europe/Berlin')
    const again = { source, log, pool: api.database.pool, ledger: await ledger(), from: '2026-10-24', say: () => undefined }
    expect(await importPositions(again)).toMatchObject({ positions: 160, fixes: 160 })
    expect(await importPositions(again)).toMatchObject({ positions: 0, fixes: 0 })
    await source.close()
    await quiet()
    expect(await tracks()).toEqual(expected)
  }, 300_000)

  it('is not undone while somebody has built on it, and says what', async () => {
    const rows = await counts()
    await api.database.pool.query("UPDATE entities SET color = 'red', updated_at = clock_timestamp() WHERE name = 'Truck 3'")
    const [oberland] = await api.rows<{ id: number }>("SELECT id FROM businesses WHERE name = 'Oberland'")
    await tenants.entity(oberland!.id, 'A new van')
    await api.database.pool.query("UPDATE device_states SET last_received_at = now() WHERE imei = '352625698104217'")
    expect(await builtSince(api.database.pool, await ledger())).toEqual([
      expect.stringMatching(/^vehicle \d+ "Truck 3" was changed$/),
      `business ${oberland!.id} has 1 row in entities (business_id)`,
      'tracker 352625698104217 has sent since',
    ])
    await api.database.pool.query("UPDATE device_states SET last_received_at = last_positioned_at WHERE imei = '352625698104217'")
    await api.database.pool.query("DELETE FROM entities WHERE name = 'A new van'")
    await api.database.pool.query('UPDATE imported_rows SET settled_at = clock_timestamp()')
    expect(await counts()).toEqual(rows)
  })

  it('is undone wholly, also after a kill: no row is left', async () => {
    expect((await run(command('undo'), 3)).code).toBe(null)
    const { code, out, err } = await run(command('undo'))
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('6 vehicle')
    expect(await counts()).toEqual(before)
  }, 300_000)
})
