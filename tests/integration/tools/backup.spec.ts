import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { createQueueTables } from '@roadbook/api/jobs/queue/create-queue-tables'
import { Topic } from '@roadbook/contracts'
import { openEventLog } from '@roadbook/event-log'
import { migrate } from '@roadbook/migrations'
import { migrations } from '@roadbook/migrations/list'
import { forOurSessions } from '@roadbook/platform'
import { until } from '@roadbook/testing/until'
import { assertReadable, loadBackup } from '@roadbook/tools/backup/load-backup'
import { ArchiveReader } from '@roadbook/tools/backup/read-archive'
import { databaseNow, lastBackup, recordBackup } from '@roadbook/tools/backup/record-backup'
import { nextSteps } from '@roadbook/tools/backup/restore-command'
import { restoreHere } from '@roadbook/tools/backup/restore-here'
import { takeBackup } from '@roadbook/tools/backup/take-backup'
import { verifyBackup } from '@roadbook/tools/backup/verify-backup'
import { writeArchiveFile } from '@roadbook/tools/backup/write-archive'
import { projectRoot } from '@roadbook/tools/project-root'
import { DataDirectory } from '@roadbook/tools/start/data-directory'
import { addressesOf, withDatabase } from '@roadbook/tools/with-database'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { DataSource } from 'typeorm'
import { Tenants } from '../../support/api/api-tenants.js'
import { populateForCatalogue } from '../../support/api/catalogue-rows.js'
import { type EmptyDatabase, emptyDatabase } from '../../support/database/empty-database.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { addBusiness } from '../../support/database/tenant-fixture.js'

/** Texts that a careless copy could change. */
const STRANGE = ['tab\there', 'line\nline', 'back\\slash', '\\.', '\\N', 'quote\'s "', 'CR\r\nLF', '你好 🚲 é', '  ']

const OURS = "n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', 'door')"

/**
 * Returns a checksum of all rows for every table in the catalogue. Computed columns are included. Ids of transactions are
 * left out, because they have no meaning in another cluster.
 */
async function sumsOf(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string; columns: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name,
       (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.atttypid <> 'xid8'::regtype) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE ${OURS} AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'schema_migrations' ORDER BY 1`,
  )
  const sums: Record<string, string> = {}
  for (const { name, columns } of tables) {
    const { rows } = await pool.query<{ sum: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text COLLATE "C")), '') AS sum FROM (SELECT ${columns} FROM ${name}) t`,
    )
    sums[name] = rows[0]!.sum
  }
  return sums
}

/** Returns the parts of a schema other than rows, one line for each part. */
async function schemaOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    SELECT format('%s %s', r.conrelid::regclass, pg_get_constraintdef(r.oid)) AS line FROM pg_constraint r
      JOIN pg_namespace n ON n.oid = r.connamespace WHERE ${OURS}
    UNION ALL
    SELECT format('%s %s %s', g.tgrelid::regclass, g.tgname, g.tgenabled) FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
      JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OURS} AND NOT g.tgisinternal
    UNION ALL
    SELECT pg_get_indexdef(c.oid) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OURS} AND c.relkind IN ('i', 'I')
    UNION ALL
    SELECT format('%s.%s %s %s %s', a.attrelid::regclass, a.attname, a.attstorage, a.attnotnull, format_type(a.atttypid, a.atttypmod))
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE ${OURS} AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
    UNION ALL
    SELECT format('%s %s %s %s %s', c.oid::regclass, c.relkind, c.reloptions, pg_get_expr(c.relpartbound, c.oid), c.relrowsecurity)
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OURS} AND c.relkind IN ('r', 'p', 'v', 'S')
    UNION ALL
    SELECT format('%s %s %s', p.tablename, p.policyname, p.roles) FROM pg_policies p
    UNION ALL
    SELECT format('%s %s', p.oid::regprocedure, md5(p.prosrc)) FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE ${OURS}
    ORDER BY 1`)
  return rows.map(({ line }) => line)
}

const sequencesOf = async (pool: pg.Pool) =>
  (await pool.query('SELECT schemaname, sequencename, last_value FROM pg_sequences ORDER BY 1, 2')).rows

describe('a backup', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'roadbook-backup-'))
  const file = path.join(folder, 'whole.zst')
  let source: TestDatabase
  let restored: EmptyDatabase

  const backup = (url: string, to: string) =>
    writeArchiveFile(
      takeBackup(url, {
        version: '1.2.3',
        files: { 'mail.secret': 'kept' },
        namedFiles: { BASEMAP: '/srv/region.pmtiles' },
        eventLog: { kind: 'postgres' },
      }),
      to,
    )
  const restore = async (from: string, url: string) => {
    const archive = ArchiveReader.open(from)
    return loadBackup(url, await archive.header(), archive)
  }
  const publish = async (url: string, ...values: string[]) => {
    const log = await openEventLog('postgres', { clientId: 'test', databaseUrl: url })
    await log.prepare()
    await log.publish(
      Topic.packets,
      values.map((value) => ({ key: '352625698104217', value: Buffer.from(value) })),
    )
    await log.close()
  }

  /** Facts about the database after only the first part of the backup was restored. */
  const half: { error?: unknown; start?: unknown; users?: number } = {}
  const restoreHalf = async () => {
    const bytes = readFileSync(file)
    const cut = path.join(folder, 'half.zst')
    writeFileSync(cut, bytes.subarray(0, Math.floor(bytes.length * 0.9)))
    half.error = await restore(cut, restored.url).catch((error: unknown) => error)
    half.start = await migrate(restored.url).catch((error: unknown) => error)
    half.users = (await restored.pool.query<{ users: number }>('SELECT count(*)::int AS users FROM users')).rows[0]!.users
  }

  beforeAll(async () => {
    source = await createTestDatabase()
    const tenants = new Tenants(source.pool)
    const business = await populateForCatalogue(tenants, 'North')
    await populateForCatalogue(tenants, 'South')
    for (const text of STRANGE)
      await source.pool.query(
        "INSERT INTO audit_log (business_id, action, object_type, object_id, after) VALUES ($1, 'a', 'b', $2, $3)",
        [business, text, JSON.stringify({ text })],
      )
    // This row is larger than the blocks in which the backup is compressed.
    await source.pool.query(
      "INSERT INTO audit_log (action, object_type, after) SELECT 'a', 'b', to_jsonb(string_agg(md5(n::text), '')) FROM generate_series(1, 40000) n",
    )
    // Adds the partition of a week that no migration creates.
    await source.pool.query("SELECT make_waypoint_partition(now() - interval '300 days')")
    await source.pool.query(
      `INSERT INTO waypoints (positioned_at, received_at, device_id, latitude, longitude, validity, attributes)
       SELECT now() - interval '300 days' + n * interval '1 hour', now(), 1, n, -n, 0, '{"di1": 1}' FROM generate_series(1, 30) n`,
    )
    await source.pool.query("INSERT INTO jobs.job_common (name, data) SELECT name, '{}' FROM jobs.queue LIMIT 1")
    await publish(source.url, 'one', 'two')
    await backup(source.url, file)
    restored = await emptyDatabase()
    await restoreHalf()
    await restore(file, restored.url)
  })
  afterAll(async () => {
    await source.drop()
    await restored?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('D7 brings back every row of every table', async () => {
    const sums = await sumsOf(source.pool)
    expect(Object.keys(sums).length).toBeGreaterThan(100)
    expect(await sumsOf(restored.pool)).toEqual(sums)
    expect(await sequencesOf(restored.pool)).toEqual(await sequencesOf(source.pool))
  })

  it('leaves ids of transactions behind, so that no change comes from the future of the new cluster', async () => {
    const { rows } = await restored.pool.query<{ late: number }>(
      `SELECT ((SELECT count(*) FROM device_changes WHERE xid >= pg_current_xact_id())
         + (SELECT count(*) FROM entities WHERE edited_in IS NOT NULL OR moved_in IS NOT NULL))::int AS late`,
    )
    expect(rows).toEqual([{ late: 0 }])
  })

  it('that broke off left a database that nothing starts on, and the next restore went on there', () => {
    expect(String(half.error)).toContain('the backup is cut off')
    expect(String(half.start)).toContain('a restore into this database broke off')
    expect(half.users).toBe(0)
  })

  it('brings back the whole schema, with partitions, foreign keys and triggers in force', async () => {
    expect(await schemaOf(restored.pool)).toEqual(await schemaOf(source.pool))
  })

  it('goes on: rows get the next numbers, packets the next places in the log', async () => {
    const [before] = (await source.pool.query<{ id: number }>('SELECT max(id) AS id FROM businesses')).rows
    expect(await addBusiness(restored.pool, 'After')).toBeGreaterThan(before!.id)
    await publish(restored.url, 'three')
    const { rows } = await restored.pool.query<{ value: Buffer; log_offset: string }>(
      'SELECT value, log_offset FROM event_log ORDER BY log_offset',
    )
    expect(rows.map(({ value, log_offset }) => `${log_offset} ${value.toString()}`)).toEqual(['0 one', '1 two', '2 three'])
  })

  it('is read by its owner alone, and is found whole', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { header, trailer } = await verifyBackup(ArchiveReader.open(file))
    expect(header).toMatchObject({
      version: '1.2.3',
      files: { 'mail.secret': 'kept' },
      migrations: migrations.map(({ name }) => name),
    })
    const sums = Object.values(await sumsOf(source.pool)).map((sum) => Number.parseInt(sum, 10))
    expect(trailer.rows).toBe(sums.reduce((all, rows) => all + rows, 0))
  })

  it('is of one moment, with all that was committed before, while others write', async () => {
    await source.pool.query('CREATE TABLE public.firsts (id int); CREATE TABLE public.seconds (id int)')
    let committed = 0
    let isOver = false
    const write = async () => {
      while (!isOver) {
        const next = committed + 1
        // The tables are read one after the other. Without a snapshot, the second table would have more rows in the backup.
        await source.pool.query(`BEGIN; INSERT INTO firsts VALUES (${next}); INSERT INTO seconds VALUES (${next}); COMMIT`)
        committed = next
      }
    }
    const writing = write()
    const underLoad = path.join(folder, 'load.zst')
    const before = committed
    try {
      await backup(source.url, underLoad)
    } finally {
      isOver = true
      await writing
    }
    const ids: Record<string, number[]> = {}
    const archive = ArchiveReader.open(underLoad)
    await archive.header()
    for await (const { table, rows } of archive.tables()) {
      const pieces: Buffer[] = []
      for await (const piece of rows()) pieces.push(piece)
      if (/firsts|seconds/.test(table)) ids[table] = Buffer.concat(pieces).toString().split('\n').filter(Boolean).map(Number)
    }
    await source.pool.query('DROP TABLE firsts; DROP TABLE seconds')
    expect(ids['"public"."firsts"']).toEqual(ids['"public"."seconds"'])
    expect(ids['"public"."firsts"']?.length).toBeGreaterThanOrEqual(before)
    expect(committed).toBeGreaterThan(before)
  })

  describe('by the command', () => {
    /** Runs a line of shell. In this line, the command `backup` writes a backup to the standard output. */
    const run = async (line: string, databaseUrl = source.url) => {
      const env = {
        ...process.env,
        DATABASE_URL: databaseUrl,
        NODE: process.execPath,
        CLI: path.join(projectRoot, 'tools/dist/cli.js'),
      }
      const shell = spawn('sh', ['-c', `backup() { "$NODE" "$CLI" backup - "$@"; }; ${line}`], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const [out, errors] = await Promise.all([buffer(shell.stdout), text(shell.stderr)])
      return { out, errors }
    }

    it('is whole when its reader is slow', async () => {
      const slow = path.join(folder, 'slow.zst')
      // Sleep: the pipe is full soon after its first byte. After that, the backup waits for as long as the reader waits.
      const { out } = await run('backup | (head -c 1; sleep 2; cat)')
      writeFileSync(slow, out)
      const { trailer } = await verifyBackup(ArchiveReader.open(slow))
      expect(trailer.rows).toBeGreaterThan(100)
    })

    it('is good even if it cannot be recorded, and not recorded if nobody wants that', async () => {
      const role = `only_backups_${randomBytes(4).toString('hex')}`
      await source.pool.query(`CREATE ROLE ${role} LOGIN BYPASSRLS PASSWORD 'roadbook' IN ROLE pg_read_all_data`)
      try {
        const url = Object.assign(new URL(source.url), { username: role, password: 'roadbook' }).href
        const { errors } = await run('backup >/dev/null; echo "exit code $?" >&2', url)
        expect(errors).toContain('the backup is whole, but was not recorded')
        expect(errors).toContain('exit code 0')
        const last = await lastBackup(source.pool)
        await run('backup --no-record >/dev/null')
        expect(await lastBackup(source.pool)).toEqual(last)
      } finally {
        await source.pool.query(`DROP ROLE ${role}`)
      }
    })

    it('fails when its reader ends early', async () => {
      const { errors } = await run('{ backup; echo "exit code $?" >&2; } | head -c 1')
      expect(errors).toContain('the program that reads the standard output has ended')
      expect(errors).toContain('exit code 1')
    })
  })

  it('goes on when a table is dropped while it begins', async () => {
    await source.pool.query('CREATE TABLE public.gone (id int)')
    const other = await source.pool.connect()
    try {
      await other.query('BEGIN; DROP TABLE gone')
      const written = backup(source.url, path.join(folder, 'gone.zst'))
      const waiting = async () =>
        (await source.pool.query("SELECT FROM pg_locks WHERE NOT granted AND relation = 'gone'::regclass")).rowCount
      await Promise.race([written, until('the backup waits for the table', waiting)])
      await other.query('COMMIT')
      expect((await written).rows).toBeGreaterThan(100)
    } finally {
      other.release()
    }
  })

  describe('that is cut off or changed', () => {
    const bytes = () => readFileSync(file)
    const bad = path.join(folder, 'bad.zst')

    it.each([0.1, 0.5, 0.99])('is found damaged when only %d of it is there', async (share) => {
      writeFileSync(bad, bytes())
      truncateSync(bad, Math.floor(bytes().length * share))
      await expect(verifyBackup(ArchiveReader.open(bad))).rejects.toThrow('the backup is cut off')
    })

    it('is found damaged when a byte is another one', async () => {
      const changed = bytes()
      changed[Math.floor(changed.length / 2)]! ^= 0x10
      writeFileSync(bad, changed)
      await expect(verifyBackup(ArchiveReader.open(bad))).rejects.toThrow(/damaged|changed/)
    })

    it('is told from other files', async () => {
      writeFileSync(bad, 'PGDMP')
      await expect(verifyBackup(ArchiveReader.open(bad))).rejects.toThrow('this is no backup of Roadbook')
      expect(() => ArchiveReader.open(path.join(folder, 'nothing'))).toThrow('there is no file')
    })
  })

  it('is not restored over anything', async () => {
    const before = await sumsOf(restored.pool)
    await expect(restore(file, restored.url)).rejects.toThrow(/is not empty: it has \d+ tables .* Nothing was changed/)
    expect(await sumsOf(restored.pool)).toEqual(before)
  })

  it('is refused by a release that is older', async () => {
    const header = await ArchiveReader.open(file).header()
    expect(() => assertReadable({ ...header, migrations: [...header.migrations, 'Later1763700009999'] }, '1.2.2')).toThrow(
      /made by Roadbook 1\.2\.3, .* newer than that of this release, 1\.2\.2 \(it lacks Later1763700009999\)/,
    )
  })

  it('with a job queue of another version leaves a queue that works, and with tables of others leaves them out', async () => {
    const target = await emptyDatabase()
    await source.pool.query(
      `CREATE TABLE public.others (id int) PARTITION BY RANGE (id);
       CREATE TABLE public.others_1 PARTITION OF public.others FOR VALUES FROM (1) TO (9)`,
    )
    try {
      const foreign = path.join(folder, 'foreign.zst')
      await backup(source.url, foreign)
      const archive = ArchiveReader.open(foreign)
      const { leftOut } = await loadBackup(target.url, { ...(await archive.header()), queueVersion: 1 }, archive)
      expect(leftOut).toContain('public.others_1: public.others, whose partition it is, is not one of Roadbook')
      expect(leftOut.join('\n')).toContain('"jobs"."queue": the job queue of the backup has version 1')
      expect(await createQueueTables(target.url)).toBeGreaterThan(1)
      const queue = new PgBoss({
        connectionString: forOurSessions(target.url),
        schema: 'jobs',
        supervise: false,
        schedule: false,
      })
      await queue.start()
      await queue.createQueue('after')
      expect(await queue.send('after', {})).toEqual(expect.any(String))
      await queue.stop({ graceful: false })
    } finally {
      await source.pool.query('DROP TABLE public.others')
      await target.drop()
    }
  })

  it('is restored into a folder by one process at a time', async () => {
    const data = new DataDirectory(path.join(folder, 'data'))
    const other = spawn(process.execPath, ['-e', 'process.stdin.resume()', 'restore'], { stdio: ['pipe', 'ignore', 'inherit'] })
    await new Promise((resolve) => other.once('spawn', resolve))
    try {
      writeFileSync(data.in('restore.pid'), `${other.pid}\n`)
      const archive = ArchiveReader.open(file)
      await expect(restoreHere(data, await archive.header(), archive)).rejects.toThrow(
        `another restore into this folder is running, as process ${other.pid}`,
      )
    } finally {
      other.kill()
    }
  })

  it('of an older release is brought to the schema of this one, later if that fails at first', async () => {
    const [old, target] = [await emptyDatabase(), await emptyDatabase()]
    try {
      const source = await new DataSource({
        type: 'postgres',
        url: old.url,
        migrations: migrations.slice(0, 60),
        migrationsTableName: 'schema_migrations',
        poolSize: 1,
      }).initialize()
      await source.runMigrations({ transaction: 'each' })
      await source.destroy()
      const id = await addBusiness(old.pool, 'From long ago')
      const older = path.join(folder, 'older.zst')
      await backup(old.url, older)
      // As soon as the rows are loaded, the database refuses new tables.
      await target.pool.query(`
        CREATE FUNCTION public.refuse() RETURNS event_trigger LANGUAGE plpgsql AS
          $$ BEGIN IF to_regclass('public.unfinished_restore') IS NULL AND to_regclass('public.users') IS NOT NULL THEN RAISE 'no room'; END IF; END $$;
        CREATE EVENT TRIGGER refuse ON ddl_command_start WHEN TAG IN ('CREATE TABLE', 'ALTER TABLE') EXECUTE FUNCTION public.refuse()`)
      await expect(restore(older, target.url)).rejects.toThrow(/^the rows are restored, but .* failed: .*no room/)
      await target.pool.query('DROP EVENT TRIGGER refuse')
      await migrate(target.url)
      expect((await target.pool.query('SELECT id, name FROM businesses')).rows).toEqual([{ id, name: 'From long ago' }])
      expect((await target.pool.query('SELECT count(*)::int AS count FROM schema_migrations')).rows).toEqual([
        { count: migrations.length },
      ])
    } finally {
      await old.drop()
      await target.drop()
    }
  })

  it('uses the direct address of the product that runs beside the command', async () => {
    const data = new DataDirectory(path.join(folder, 'beside'))
    const { host, pathname, search } = new URL(source.url)
    const { username, password } = new URL(source.url)
    data.runtime = {
      databaseUrl: `postgres://${username}:${password}@127.0.0.1:1${pathname}${search}`,
      databaseDirectUrl: `postgres://${host}`,
      launcherPid: process.pid,
      processes: {},
    }
    const before = process.env.ROADBOOK_DATA_DIR
    process.env.ROADBOOK_DATA_DIR = data.path
    try {
      const found = await withDatabase(async (pool) => (await pool.query('SELECT current_database() AS name')).rows)
      expect(found).toEqual([{ name: pathname.slice(1) }])
    } finally {
      if (before === undefined) delete process.env.ROADBOOK_DATA_DIR
      else process.env.ROADBOOK_DATA_DIR = before
    }
    expect(addressesOf(data.runtime, {})).toMatchObject({ DATABASE_DIRECT_URL: `postgres://${host}` })
    expect(addressesOf(data.runtime, { DATABASE_URL: 'postgres://mine' })).toEqual({ DATABASE_URL: 'postgres://mine' })
  })

  it('leaves records of backups behind, because the restored installation has made none', async () => {
    await recordBackup(source.pool, { takenAt: await databaseNow(source.pool), file: '-', bytes: 1 })
    const recorded = path.join(folder, 'recorded.zst')
    await backup(source.url, recorded)
    const archive = ArchiveReader.open(recorded)
    await archive.header()
    const names: string[] = []
    for await (const { table, rows } of archive.tables()) {
      names.push(table)
      for await (const _rows of rows());
    }
    await source.pool.query('DELETE FROM backups')
    expect(names).not.toContain('"public"."backups"')
    expect(names.length).toBeGreaterThan(100)
  })

  it('says what to do after a restore', async () => {
    const header = await ArchiveReader.open(file).header()
    expect(nextSteps(header, { leftOut: [] }, false).join('\n')).toContain('BASEMAP, /srv/region.pmtiles')
    const eventLog = { kind: 'kafka', settledTill: '2026-11-29T22:00:00.000Z' } as const
    expect(nextSteps({ ...header, eventLog }, { leftOut: [] }, false).join('\n')).toContain(
      'npx roadbook replay --from 2026-11-29T22:00:00.000Z',
    )
    expect(nextSteps({ ...header, files: {} }, { leftOut: [] }, false).join('\n')).toContain(
      'Put mail.secret into the data folder',
    )
  })
})
