import { migrations } from '@roadbook/migrations/list'
import type pg from 'pg'
import { fail, ok, warn, type Check } from '../check.js'

const OLDEST_VERSION = 150_000
const WARN_SKEW_MS = 1_000
/** A tenth of what makes a fix implausible for its date. */
const FAIL_SKEW_MS = 60_000

export const database: Check = {
  name: 'database',
  look: async ({ pool, databaseUrl }) => {
    if (!pool || !databaseUrl)
      return [fail('no database is known', 'start the product here with "npm start", or set DATABASE_URL')]
    const { hostname, port, pathname } = new URL(databaseUrl)
    const where = `${hostname}:${port || 5432}${pathname}`
    try {
      const { rows } = await pool.query<{ number: number; version: string }>(
        "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version",
      )
      const { number, version } = rows[0] as { number: number; version: string }
      if (number >= OLDEST_VERSION) return [ok(`PostgreSQL ${version} at ${where}`)]
      return [fail(`PostgreSQL ${version} at ${where} is too old`, 'upgrade it to version 15 or later')]
    } catch (error) {
      const remedy = 'is it running, and are address, user and password of DATABASE_URL right?'
      return [fail(`${where}: ${(error as Error).message || (error as { code?: string }).code}`, remedy)]
    }
  },
}

export const clock: Check = {
  name: 'clock',
  needs: 'database',
  look: async ({ pool, now }) => {
    // The first query opens the connection; only the second is measured.
    await pool.query('SELECT 1')
    const before = now()
    const { rows } = await pool.query<{ at: number }>('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at')
    return [judgeSkew(Math.round((rows[0]?.at ?? 0) - (before + now()) / 2))]
  },
}

/** @param skewMs how far the database's clock is ahead of ours. */
export function judgeSkew(skewMs: number) {
  const off = Math.abs(skewMs)
  if (off < WARN_SKEW_MS) return ok(`the database's clock and this machine's differ by ${off} ms`)
  const text = `the database's clock is ${(off / 1_000).toFixed(1)} s ${skewMs > 0 ? 'ahead of' : 'behind'} this machine's`
  return off < FAIL_SKEW_MS
    ? warn(text, 'let both follow a time server (chrony, systemd-timesyncd)')
    : fail(`${text}: fixes are judged by the wrong time`, 'let both follow a time server (chrony, systemd-timesyncd)')
}

export const schema: Check = {
  name: 'schema',
  needs: 'database',
  look: async ({ pool }) => {
    const applied = await appliedMigrations(pool)
    const known = migrations.map(({ name }) => name)
    const missing = known.filter((name) => !applied.includes(name))
    const strange = applied.filter((name) => !known.includes(name))
    if (missing.length > 0)
      return [fail(`${missing.length} migrations are missing, the first is ${missing[0]}`, 'run: npx roadbook migrate')]
    if (strange.length > 0)
      return [warn(`the database is newer than this program: ${strange.join(', ')}`, 'run the newest version of the program')]
    return [ok(`all ${known.length} migrations are applied`)]
  },
}

async function appliedMigrations(pool: pg.Pool): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string | null }>("SELECT to_regclass('schema_migrations')::text AS name")
  if (!tables[0]?.name) return []
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM schema_migrations')
  return rows.map(({ name }) => name)
}

interface RoleRow {
  rolname: string
  rolsuper: boolean
  rolbypassrls: boolean
  rolcanlogin: boolean
}

export const privileges: Check = {
  name: 'privileges',
  needs: 'database',
  look: async ({ pool, local, databaseUrl }) => {
    const { rows } = await pool.query<RoleRow>(
      `SELECT rolname, rolsuper, rolbypassrls, rolcanlogin FROM pg_roles WHERE rolname = current_user OR rolname LIKE 'roadbook\\_api%'`,
    )
    const { rows: open } = await pool.query<{ name: string }>(
      `SELECT DISTINCT c.relname AS name FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid WHERE NOT c.relrowsecurity`,
    )
    const api = rows.filter(({ rolname }) => rolname.startsWith('roadbook_api'))
    const findings = api
      .filter(({ rolsuper, rolbypassrls, rolcanlogin }) => rolsuper || rolbypassrls || rolcanlogin)
      .map(({ rolname }) =>
        fail(
          `the role ${rolname} can pass by the separation of tenants`,
          `ALTER ROLE ${rolname} NOSUPERUSER NOBYPASSRLS NOLOGIN`,
        ),
      )
    if (api.length === 0) findings.push(fail('the role roadbook_api is missing', 'run: npx roadbook migrate'))
    for (const { name } of open)
      findings.push(fail(`row security is off on ${name}`, `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`))
    const isOwn = local !== undefined && new URL(databaseUrl).hostname === '127.0.0.1'
    const login = rows.find(({ rolname }) => !rolname.startsWith('roadbook_api'))
    if (login?.rolsuper && !isOwn)
      findings.push(
        warn(
          `the role ${login.rolname} of DATABASE_URL is a superuser`,
          'give the product a role of its own that owns its database',
        ),
      )
    return findings.length > 0 ? findings : [ok('requests cannot pass by the separation of tenants')]
  },
}
