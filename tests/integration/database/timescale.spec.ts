import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { FixValidity } from '@roadbook/contracts'
import { describeWaypoints, migrate } from '@roadbook/migrations'
import { buildIndex } from '@roadbook/migrations/concurrent-indexes'
import { migrations } from '@roadbook/migrations/list'
import { inUtc } from '@roadbook/platform'
import { loadBackup } from '@roadbook/tools/backup/load-backup'
import { ArchiveReader } from '@roadbook/tools/backup/read-archive'
import { takeBackup } from '@roadbook/tools/backup/take-backup'
import { writeArchiveFile } from '@roadbook/tools/backup/write-archive'
import { erasePerson } from '@roadbook/tools/person/erase-person'
import { createTrackStore } from '@roadbook/track-store'
import type { Patient } from '@roadbook/tools/doctor/check'
import { partitions } from '@roadbook/tools/doctor/checks/waypoints'
import { readGrowth } from '@roadbook/tools/doctor/growth'
import pg from 'pg'
import { DataSource } from 'typeorm'
import { type TrackDatabase, TRACK_DATABASES } from '../../support/consumer/track-databases.js'
import { emptyDatabase } from '../../support/database/empty-database.js'
import { startTimescale, type TimescaleServer } from '../../support/database/timescale.js'

const DAY = 86_400_000
const PRELOAD = "SET timescaledb.allow_install_without_preload = 'on'"
const NO_PRELOAD = 'RESET timescaledb.allow_install_without_preload'

/** Runs the first migrations, up to the waypoints, on an empty database whose session starts with these statements. */
async function withWaypoints(server: TimescaleServer, settings: string[], work: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const pool = new pg.Pool({ connectionString: server.url, max: 1 })
  try {
    // The server has only one session, so this client continues the session of the previous one.
    await pool.query(
      `DROP SCHEMA public CASCADE; CREATE SCHEMA public; ${PRELOAD}; RESET timescaledb.license; ${settings.join('; ')}`,
    )
    const options = { type: 'postgres', url: server.url, migrationsTransactionMode: 'each', poolSize: 1 } as const
    const source = await new DataSource({ ...options, migrations: migrations.slice(0, 3) }).initialize()
    await source.runMigrations()
    await source.destroy()
    await work(pool)
  } finally {
    await pool.end()
  }
}
const rowsOf =
  (pool: pg.Pool) =>
  async <T>(text: string, values: unknown[] = []) =>
    (await pool.query(text, values)).rows as T[]

/** Copies an installation into an empty database, by a backup and a restore. */
async function move(from: string, to: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'roadbook-move-'))
  try {
    const file = path.join(folder, 'whole.zst')
    const surroundings = { version: '1.2.3', files: {}, namedFiles: {}, eventLog: { kind: 'postgres' } as const }
    await writeArchiveFile(takeBackup(from, surroundings), file)
    const archive = ArchiveReader.open(file)
    expect(await loadBackup(to, await archive.header(), archive)).toMatchObject({ leftOut: [] })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Everything of a database's positions, as one text. */
const POSITIONS = `SELECT count(*)::int AS count, md5(string_agg(w::text, '|' ORDER BY w::text COLLATE "C")) AS sum
  FROM (SELECT positioned_at, received_at, device_id, latitude, longitude, validity, attributes FROM waypoints) w`

const addressOf = (pool: pg.Pool): string => inUtc(String(pool.options.connectionString))
const createOn = (name: string) => TRACK_DATABASES.find((one) => one.name === name)!.create()

/** Returns readings of a device, one a second. */
const readings = (deviceId: number, from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    deviceId,
    receivedAt: from + n * 1_000,
    fix: { positionedAt: from + n * 1_000, validity: FixValidity.valid, latitude: 49.4 + n * 1e-5, longitude: 8.7 },
  }))

describe('where TimescaleDB cannot do its part', () => {
  let server: TimescaleServer
  beforeAll(async () => {
    server = await startTimescale()
  })
  afterAll(() => server.stop())

  it.each([
    { why: 'it is not preloaded (shared_preload_libraries)', settings: [NO_PRELOAD] },
    { why: 'it runs under the licence "apache" (timescaledb.license)', settings: ["SET timescaledb.license = 'apache'"] },
    { why: 'TIMESCALEDB is "off"', settings: ["SET roadbook.timescaledb = 'off'"] },
  ])('waypoints are kept in partitions, and it is said that $why', async ({ why, settings }) => {
    await withWaypoints(server, settings, async (pool) => {
      const ask = rowsOf(pool)
      expect(await ask("SELECT relkind::text FROM pg_class WHERE relname = 'waypoints'")).toEqual([{ relkind: 'p' }])
      expect(await ask("SELECT extname FROM pg_extension WHERE extname = 'timescaledb'")).toEqual([])
      const kept = 'Waypoints are kept in weekly partitions of PostgreSQL, without TimescaleDB'
      expect(await describeWaypoints(ask)).toBe(`${kept}: ${why}`)
      const found = await partitions.look({ pool, now: Date.now } as Patient as never)
      expect(found).toMatchObject([{ status: 'ok', text: expect.stringContaining(`without TimescaleDB: ${why}`) }])
    })
  })

  // The last test on its server, because the session keeps the role.
  it('a role that may not make the extension is told what to run and who can, or to do without', async () => {
    const pool = new pg.Pool({ connectionString: server.url, max: 1 })
    const settings = `${PRELOAD}; RESET timescaledb.license; RESET roadbook.timescaledb`
    await pool.query(
      `DROP SCHEMA public CASCADE; CREATE SCHEMA public; ${settings}; CREATE ROLE plain CREATEROLE; SET ROLE plain`,
    )
    await pool.end()
    const told = async (environment?: Record<string, string>) =>
      migrate(server.url, { environment }).then(
        () => 'nothing',
        (error: Error) => error.message,
      )
    expect(await told()).toMatch(
      /^the role plain may not prepare the database \w+\. Let a superuser of the server run there:\n\n {2}ALTER DATABASE \w+ OWNER TO plain;\n {2}CREATE EXTENSION timescaledb;\n\nOr keep waypoints without TimescaleDB: set TIMESCALEDB=off/,
    )
    expect(await told({ TIMESCALEDB: 'off' })).toMatch(/OWNER TO plain;\n\nThen start again\.$/)
  })
})

describe('where TimescaleDB keeps the waypoints', () => {
  let database: TrackDatabase
  // The time is noon. The edge of a chunk is at midnight, so rows within an hour of this time are always in the same chunk.
  const now = Math.floor(Date.now() / DAY) * DAY + DAY / 2
  const ask = <T>(text: string, values: unknown[] = []) => rowsOf(database.pool)<T>(text, values)
  const look = (at = now) => partitions.look({ pool: database.pool, now: () => at } as Patient as never)
  const job = async (name: string) =>
    (
      await ask<{ job_id: number }>(
        "SELECT job_id FROM timescaledb_information.jobs WHERE hypertable_name = 'waypoints' AND proc_name = $1",
        [name],
      )
    )[0]!.job_id
  /** Writes what the scheduler would have written after a job. This server has no scheduler. */
  const jobRan = (id: number, at: number, isSuccess: boolean) =>
    ask(
      `INSERT INTO _timescaledb_internal.bgw_job_stat (job_id, last_start, last_finish, next_start, last_successful_finish, last_run_success,
         total_runs, total_duration, total_duration_failures, total_successes, total_failures, total_crashes, consecutive_failures, consecutive_crashes, flags)
       VALUES ($1, $2, $2, $2, CASE WHEN $3 THEN $2::timestamptz ELSE '-infinity' END, $3, 1, '1 s', '0 s', 1, 0, 0, 0, 0, 0)
       ON CONFLICT (job_id) DO UPDATE SET last_finish = excluded.last_finish, last_run_success = excluded.last_run_success,
         last_successful_finish = greatest(bgw_job_stat.last_successful_finish, excluded.last_successful_finish)`,
      [id, new Date(at), isSuccess],
    )
  const write = (from: number, fixes: number, device = 0) =>
    database.store.writeWaypoints(readings(database.devices[device]!, from, fixes))
  const compressed = () =>
    ask("SELECT is_compressed FROM timescaledb_information.chunks WHERE hypertable_name = 'waypoints' ORDER BY range_start")

  beforeAll(async () => {
    database = await createOn('TimescaleDB')
    for (const name of ['policy_compression', 'policy_retention']) await jobRan(await job(name), now, true)
  })
  afterAll(() => database.stop())

  it('doctor is content while its jobs succeed', async () => {
    await write(now - 40 * DAY, 2_000)
    await write(now - DAY, 2_000)
    await database.archive(now - 40 * DAY)
    expect(await look()).toMatchObject([
      { status: 'ok', text: expect.stringMatching(/^TimescaleDB 2\.\d+.* compresses and drops/) },
    ])
  })

  it('doctor names a job that failed, one that succeeds no more, and chunks that stay large', async () => {
    await write(now - 80 * DAY, 10)
    const [compression, retention] = [await job('policy_compression'), await job('policy_retention')]
    await jobRan(compression, now, false)
    expect(await look()).toMatchObject([
      { status: 'warn', text: `TimescaleDB’s job ${compression} (policy_compression) failed when it last ran` },
      { status: 'warn', text: expect.stringMatching(/^1 chunks of waypoints .* not compressed/) },
    ])
    expect((await look(now + 3 * DAY)).map(({ text }) => text)).toContain(
      `TimescaleDB’s job ${retention} (policy_retention) has not succeeded for two of its intervals`,
    )
  })

  it('the housekeeping compresses what a failing job leaves, late rows too, and keeps away from one that works', async () => {
    const compression = await job('policy_compression')
    await jobRan(compression, now, true)
    expect(await database.store.compressOld(now)).toBe(0)
    await jobRan(compression, now - 3 * DAY, false)
    await ask('UPDATE _timescaledb_internal.bgw_job_stat SET last_successful_finish = $1', [new Date(now - 3 * DAY)])
    await write(now - 40 * DAY + 3_600_000, 5)
    expect(await database.store.compressOld(now)).toBe(2)
    expect(await compressed()).toEqual([{ is_compressed: true }, { is_compressed: true }, { is_compressed: false }])
    expect(await database.store.compressOld(now)).toBe(0)
    expect(await database.store.readWaypoints(database.devices[0]!, now - 90 * DAY, now)).toHaveLength(4_015)
  })

  // This server has one session and cannot commit within a statement. A build by chunk is therefore interrupted here at its
  // last commit. At that point every chunk has its index, and the index of the whole table is still marked as incomplete.
  it('an index on data is built chunk by chunk, and left alone once it is complete', async () => {
    const step = { index: 'waypoints_received', on: 'waypoints', by: '(received_at)', where: 'received_at IS NOT NULL' }
    const built = async () =>
      (
        await ask<{ oid: number; is_valid: boolean; chunks: number }>(
          `SELECT indexrelid::int AS oid, indisvalid AS is_valid,
             (SELECT count(*)::int FROM pg_indexes WHERE indexname LIKE '%_waypoints_received' AND schemaname = '_timescaledb_internal') AS chunks
           FROM pg_index WHERE indexrelid = 'waypoints_received'::regclass`,
        )
      )[0]!
    await expect(buildIndex(ask, step)).rejects.toThrow(/tuple concurrently (updated|deleted)/)
    const first = await built()
    expect(first).toMatchObject({ is_valid: false, chunks: (await compressed()).length })
    await ask("UPDATE pg_index SET indisvalid = true WHERE indexrelid = 'waypoints_received'::regclass")
    await buildIndex(ask, step)
    expect(await built()).toEqual({ ...first, is_valid: true })
    await expect(buildIndex(ask, { ...step, index: 'waypoints_once', unique: true })).rejects.toThrow('no unique index by chunk')
  })

  it('growth counts what is compressed, and what compression will leave of what comes', async () => {
    const [{ bytes }] = (await ask<{ bytes: number }>("SELECT hypertable_size('waypoints')::float8 AS bytes")) as [
      { bytes: number },
    ]
    const growth = await readGrowth(database.pool, undefined, now)
    expect(growth!.waypointBytes).toBeGreaterThan(0)
    expect(growth!.waypointBytes / bytes).toBeGreaterThan(0.9)
    expect(growth!.compressedShare).toBeLessThan(0.9)
  })

  it('a person’s positions are erased from compressed chunks, and those of others stay', async () => {
    const theirs = async (device: number) =>
      (await database.store.readWaypoints(database.devices[device]!, now - 90 * DAY, now)).length
    await write(now - 40 * DAY + 2 * 3_600_000, 500, 1)
    await write(now - DAY, 20, 1)
    await database.archive(now - 40 * DAY)
    const [customer] = await ask<{ id: number }>(
      `WITH customer AS (
         INSERT INTO consumers (business_id, first_name, last_name) VALUES ($1, 'Dora', 'Dial') RETURNING id
       ), vehicle AS (
         INSERT INTO entities (business_id, name, short_name, vehicle_type, consumer_id) SELECT $1, 'Bike', 'Bike', 'eBike', id FROM customer RETURNING id
       ), installed AS (
         INSERT INTO installations (device_id, entity_id, business_id, installed_at) SELECT $2, id, $1, $3 FROM vehicle
       ) SELECT id FROM customer`,
      [database.businesses[0], database.devices[1], new Date(now - 60 * DAY)],
    )
    const before = await theirs(0)
    const options = { who: [`customer:${customer!.id}`], mailSecret: 'none' }
    expect((await erasePerson(database.pool, { ...options, isTrial: true })).deleted).toMatchObject({ waypoints: 520 })
    expect(await theirs(1)).toBe(520)
    expect((await erasePerson(database.pool, { ...options, isTrial: false })).deleted).toMatchObject({ waypoints: 520 })
    expect([await theirs(1), await theirs(0)]).toEqual([0, before])
    expect(await compressed()).toContainEqual({ is_compressed: true })
  })

  it('a backup of it is restored into PostgreSQL with all positions, compressed ones too', async () => {
    const target = await emptyDatabase()
    try {
      await move(addressOf(database.pool), target.url)
      expect((await target.pool.query(POSITIONS)).rows).toEqual(await ask(POSITIONS))
      expect((await target.pool.query("SELECT relkind::text FROM pg_class WHERE oid = 'waypoints'::regclass")).rows).toEqual([
        { relkind: 'p' },
      ])
    } finally {
      await target.drop()
    }
  })

  it('a backup of it is restored into TimescaleDB, in the same chunks, and the restored one goes on', async () => {
    const server = await startTimescale()
    const pool = new pg.Pool({ connectionString: server.url, max: 1 })
    try {
      await move(addressOf(database.pool), server.url)
      expect((await pool.query(POSITIONS)).rows).toEqual(await ask(POSITIONS))
      const chunks = "SELECT range_start FROM timescaledb_information.chunks WHERE hypertable_name = 'waypoints' ORDER BY 1"
      expect((await pool.query(chunks)).rows).toEqual(await ask(chunks))
      const store = createTrackStore(pool, { mode: 'unnest' })
      await store.writeWaypoints(readings(database.devices[2]!, now, 3))
      expect(await store.readWaypoints(database.devices[2]!, now - DAY, now + DAY)).toHaveLength(3)
      expect(await store.compressOld(now)).toBeGreaterThan(0)
    } finally {
      await pool.end()
      await server.stop()
    }
  })
})
