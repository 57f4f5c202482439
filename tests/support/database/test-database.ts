import { randomBytes } from 'node:crypto'
import { startApi } from '@roadbook/api/bootstrap'
import pg from 'pg'
import { migrate } from '@roadbook/migrations'
import { forOurSessions, inUtc } from '@roadbook/platform'
import { PROCESS_ROLES } from '@roadbook/migrations/process-roles'
import { MemoryEventLog } from '../api/api-event-log.js'

export interface TestDatabase {
  /** Connection string of the owner role, in UTC. */
  url: string
  /**
   * Connection string of the role with which a process signs in. The role is named without its prefix `roadbook_`. The
   * sessions are in UTC only if the process itself sets this.
   */
  urlOf(role: 'ingest' | 'web' | 'identity' | 'mailbox'): string
  pool: pg.Pool
  drop(): Promise<void>
}

const serverUrl = () => {
  const url = process.env.TEST_POSTGRES_URL
  if (!url) throw new Error('TEST_POSTGRES_URL is not set: run this suite in the integration project')
  return url
}

const withName = (name: string) => Object.assign(new URL(serverUrl()), { pathname: `/${name}` }).toString()

const ofRole = (name: string, role: string) =>
  Object.assign(new URL(withName(name)), { username: `roadbook_${role}`, password: 'roadbook' }).toString()

/** Creates a new, fully migrated database for one suite, cloned from a template in milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `t_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: serverUrl() })
  await admin.connect()
  try {
    await ensureTemplate(admin)
    await admin.query(`CREATE DATABASE ${name} TEMPLATE roadbook_template STRATEGY FILE_COPY`)
  } finally {
    await admin.end()
  }
  const url = inUtc(withName(name))
  // Suites also run code of the product over this pool, so its sessions have the product's settings.
  const pool = new pg.Pool({ connectionString: forOurSessions(withName(name)), max: 8 })
  // If a suite kills its server or drops its database, idle clients report errors. These must not fail the suite.
  pool.on('error', () => undefined)
  return {
    url,
    urlOf: (role) => ofRole(name, role),
    pool,
    drop: async () => {
      await pool.end()
      const client = new pg.Client({ connectionString: serverUrl() })
      await client.connect()
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await client.end()
    },
  }
}

/**
 * Builds the template if it is missing. Several workers may call this function at the same time. With an advisory lock,
 * only one of them builds the template.
 */
async function ensureTemplate(admin: pg.Client): Promise<void> {
  await admin.query('SELECT pg_advisory_lock(5000)')
  try {
    const existing = await admin.query("SELECT 1 FROM pg_database WHERE datname = 'roadbook_template'")
    if (existing.rowCount) return
    await admin.query('DROP DATABASE IF EXISTS roadbook_building WITH (FORCE)')
    await admin.query('CREATE DATABASE roadbook_building')
    await migrate(withName('roadbook_building'))
    await refuseOtherZones()
    for (const role of Object.keys(PROCESS_ROLES)) await admin.query(`ALTER ROLE ${role} LOGIN PASSWORD 'roadbook'`)
    await startOnce()
    await admin.query('ALTER DATABASE roadbook_building RENAME TO roadbook_template')
  } finally {
    await admin.query('SELECT pg_advisory_unlock(5000)')
  }
}

/**
 * Starts an API once, because the first start on a database creates the job queues. No start in a suite then has to create
 * them. The event log is not prepared, because suites use their own.
 */
async function startOnce(): Promise<void> {
  const settings = {
    DATABASE_URL: ofRole('roadbook_building', 'web'),
    PORT: '0',
    HOST: '127.0.0.1',
    API_HEALTH_PORT: '0',
    API_WORK: 'requests',
    LOG_LEVEL: 'silent',
    PORTAL_DIR: '/nowhere',
    OIDC_ISSUER: 'http://127.0.0.1:9',
  }
  const api = await startApi(settings, { log: new MemoryEventLog() })
  await api.close()
}

/**
 * Makes the template and its clones refuse sessions that are not in UTC (see `inUtc`). The server's own zone is not UTC, so
 * a session that does not set UTC is refused, and its test fails. The check is a login trigger, which PostgreSQL has from
 * version 17 on.
 */
async function refuseOtherZones(): Promise<void> {
  const client = new pg.Client({ connectionString: withName('roadbook_building') })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: number }>("SELECT current_setting('server_version_num')::int AS version")
    if (rows[0]!.version < 170_000) return
    await client.query(`CREATE SCHEMA door;
      CREATE FUNCTION door.refuse_other_zones() RETURNS event_trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF current_setting('TimeZone') <> 'UTC' THEN
          RAISE EXCEPTION 'this session is in %, not in UTC: connect by createPool or inUtc', current_setting('TimeZone');
        END IF;
      END $$;
      CREATE EVENT TRIGGER refuse_other_zones ON login EXECUTE FUNCTION door.refuse_other_zones()`)
  } finally {
    await client.end()
  }
}
