import { createLogger, createPool, inUtc } from '@roadbook/platform'
import { migrate } from '@roadbook/migrations'
import { PROCESS_ROLES } from '@roadbook/migrations/process-roles'
import { OWNER, passwordsFrom } from '@roadbook/tools/start/database-roles'
import { rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { DurablePostgres } from '../../support/chaos/durable-postgres.js'
import { freePort } from '../../support/free-port.mjs'
import { newDataDirectory } from '../../support/product.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { addBusiness, addVehicle, testImei } from '../../support/database/tenant-fixture.js'

type Process = 'ingest' | 'web' | 'identity' | 'mailbox'
const PROCESSES: Process[] = ['ingest', 'web', 'identity', 'mailbox']
const REFUSED = /permission denied|must be owner|must be (a )?superuser|must have|not (a )?superuser|privilege/

describe('L2 each process signs in as a role', () => {
  let database: TestDatabase
  const pools = new Map<Process, pg.Pool>()
  const as = (process: Process) => pools.get(process) as pg.Pool
  const refused = async (process: Process, statement: string) =>
    expect(
      await as(process)
        .query(statement)
        .then(
          () => `${process} may: ${statement}`,
          (error: Error) => error.message,
        ),
    ).toMatch(REFUSED)

  beforeAll(async () => {
    database = await createTestDatabase()
    for (const process of PROCESSES) pools.set(process, new pg.Pool({ connectionString: inUtc(database.urlOf(process)), max: 2 }))
    const business = await addBusiness(database.pool, 'V')
    await addVehicle(database.pool, { businessId: business, name: 'E', imei: testImei(1) })
  })
  afterAll(async () => {
    for (const pool of pools.values()) await pool.end()
    await database.drop()
  })

  it('L2 that is no superuser, passes by no policy, makes no roles or databases and owns nothing of the schema', async () => {
    const { rows } = await database.pool.query(
      `SELECT rolname FROM pg_roles r WHERE rolname = ANY ($1) AND NOT (rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication)
         AND NOT EXISTS (SELECT FROM pg_class WHERE relowner = r.oid AND relnamespace <> ALL (ARRAY['jobs', 'pg_toast']::regnamespace[]))`,
      [Object.keys(PROCESS_ROLES)],
    )
    expect(rows).toHaveLength(4)
  })

  it.each(PROCESSES)('L2 that runs no program, reads no file and changes no schema: %s', async (process) => {
    for (const statement of [
      "COPY (SELECT 1) TO PROGRAM 'cat'",
      "COPY roles FROM PROGRAM 'echo x'",
      "SELECT pg_read_file('postgresql.conf')",
      "SELECT lo_import('/etc/passwd')",
      'CREATE TABLE public.mine (id int)',
      'CREATE SCHEMA mine',
      'CREATE EXTENSION file_fdw',
      'CREATE ROLE mine LOGIN SUPERUSER',
      `ALTER ROLE roadbook_${process} SUPERUSER`,
      'ALTER TABLE entities DISABLE ROW LEVEL SECURITY',
      'CREATE POLICY mine ON entities USING (true)',
      'DROP TABLE users',
      'ALTER FUNCTION in_scope(int) SECURITY DEFINER',
      'UPDATE audit_log SET action = action',
      'DELETE FROM audit_log',
      'SELECT * FROM schema_migrations',
    ])
      await refused(process, statement)
  })

  it('L2 that becomes no other: only the API’s takes the role of requests', async () => {
    const others = ['roadbook', ...Object.keys(PROCESS_ROLES)]
    for (const process of PROCESSES) {
      for (const role of others.filter((one) => one !== `roadbook_${process}`)) {
        await refused(process, `SET ROLE ${role}`)
        await refused(process, `SET SESSION AUTHORIZATION ${role}`)
      }
      if (process !== 'web') await refused(process, `BEGIN; SET LOCAL ROLE roadbook_api; SET LOCAL roadbook.scope = 'all'`)
      await as(process).query('ROLLBACK')
    }
    await as('web').query('BEGIN; SET LOCAL ROLE roadbook_api; ROLLBACK')
  })

  it('L2 that reads nothing of the others: accounts and keys from the API, tenants from identity, users from the gateway', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname IN ('identity', 'mailbox', 'jobs', 'public') AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
    )
    const inSchema = (schema: string) => rows.map(({ name }) => name).filter((name) => name.startsWith(`${schema}.`))
    const identitys = /^public\.(users|roles|api_tokens|ended_sessions|password_reset_requests|audit_log|request_counts)$/
    const ingests = new RegExp(`^public\\.(${Object.keys(PROCESS_ROLES.roadbook_ingest!.rights).join('|')})$`)
    const foreign: Record<Process, string[]> = {
      web: [...inSchema('identity'), ...inSchema('mailbox'), 'public.waypoints'],
      identity: [...inSchema('mailbox'), ...inSchema('jobs'), ...inSchema('public').filter((name) => !identitys.test(name))],
      ingest: [
        ...inSchema('identity'),
        ...inSchema('mailbox'),
        ...inSchema('jobs'),
        ...inSchema('public').filter((name) => !ingests.test(name)),
      ],
      mailbox: [...inSchema('identity'), ...inSchema('jobs'), ...inSchema('public')],
    }
    for (const process of PROCESSES) {
      expect(foreign[process].length).toBeGreaterThan(5)
      for (const name of foreign[process]) {
        await refused(process, `SELECT * FROM ${name}`)
        await refused(process, `DELETE FROM ${name}`)
      }
    }
    await refused('identity', 'SELECT phone FROM users')
    await refused('identity', 'SELECT secret_hash FROM api_tokens')
    await refused('identity', 'UPDATE users SET role_id = 1')
    await refused('ingest', 'SELECT * FROM users')
  })

  it('L2 of which the API’s, as a request, sees the tenants of its scope alone', async () => {
    const client = await as('web').connect()
    await client.query("BEGIN; SET LOCAL ROLE roadbook_api; SET LOCAL roadbook.scope = ''")
    expect((await client.query('SELECT FROM entities')).rowCount).toBe(0)
    await client.query("SET LOCAL roadbook.scope = 'all'")
    expect((await client.query('SELECT FROM entities')).rowCount).toBe(1)
    await client.query('ROLLBACK')
    client.release()
  })

  it('S28 says loudly when a process signs in as a superuser, and nothing when it does not', async () => {
    const said = async (url: string) => {
      const lines: unknown[] = []
      const logger = createLogger('test', 'silent')
      logger.error = (...line: unknown[]) => lines.push(line)
      const pool = createPool({ url, name: 'test', max: 1, logger })
      await pool.query('SELECT 1')
      await pool.query('SELECT 1')
      await pool.end()
      return lines
    }
    expect(await said(database.url)).toEqual([[{ role: 'roadbook' }, expect.stringContaining('superuser')]])
    expect(await said(database.urlOf('web'))).toEqual([])
  })
})

describe('the embedded database', () => {
  const folder = newDataDirectory()
  let server: DurablePostgres
  const urlOf = (name: string, user = 'roadbook', password = 'roadbook') =>
    Object.assign(new URL(server.url), { pathname: `/${name}`, username: user, password }).toString()
  const run = async (url: string, text: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return await client.query(text)
    } finally {
      await client.end()
    }
  }
  beforeAll(async () => {
    const port = await freePort()
    server = new DurablePostgres({ folder: path.join(folder, 'postgres'), port, logFile: path.join(folder, 'log') })
    await server.start()
  })
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('L2 of an earlier release, where everything is the superuser’s, becomes its owner’s by itself', async () => {
    await migrate(urlOf('roadbook'))
    await server.stop()
    await server.start()
    const owner = urlOf('roadbook', OWNER, passwordsFrom('roadbook')(OWNER))
    await migrate(owner)
    const { rows } = await run(
      urlOf('roadbook'),
      `SELECT relname AS name FROM pg_class WHERE relowner = 'roadbook'::regrole AND relnamespace::regnamespace::text !~ '^pg_|^information_schema$'
       UNION ALL SELECT proname FROM pg_proc WHERE proowner = 'roadbook'::regrole AND pronamespace::regnamespace::text !~ '^pg_|^information_schema$'`,
    )
    expect(rows).toEqual([])
    await run(owner, "INSERT INTO businesses (kind, name) VALUES ('vendor', 'V')")
    await expect(run(owner, "COPY businesses TO PROGRAM 'cat'")).rejects.toThrow(REFUSED)
    for (const role of Object.keys(PROCESS_ROLES)) await run(urlOf('roadbook', role, passwordsFrom('roadbook')(role)), 'SELECT 1')
  })

  it('tells an owner without CREATEROLE what to run, and by whom, and works once it was run', async () => {
    const mighty = (name: string, text: string) => run(urlOf(name), text)
    await mighty('roadbook', `DROP OWNED BY ${['roadbook_api', ...Object.keys(PROCESS_ROLES)].join(', ')}`)
    await mighty('postgres', `DROP ROLE ${['roadbook_api', ...Object.keys(PROCESS_ROLES)].join(', ')}`)
    await mighty('postgres', "CREATE ROLE plain LOGIN PASSWORD 'roadbook'")
    await mighty('postgres', 'CREATE DATABASE plain OWNER plain')
    const message = await migrate(urlOf('plain', 'plain')).then(
      () => '',
      (error: Error) => error.message,
    )
    expect(message).toMatch(/^the role plain may not prepare the database plain\. Let a superuser of the server run there:/)
    const statements = message.split('\n').filter((line) => line.startsWith('  '))
    expect(statements).toEqual(['  CREATE ROLE roadbook_api;', '  GRANT roadbook_api TO plain;'])
    await mighty('plain', statements.join('\n'))
    expect((await migrate(urlOf('plain', 'plain'))).length).toBeGreaterThan(20)
    expect(await migrate(urlOf('plain', 'plain'))).toEqual([])
  })
})
