import { migrations } from '@roadbook/migrations/list'
import type pg from 'pg'
import { fail, ok, warn, type Check } from '../check.js'

const OLDEST_VERSION = 150_000
const WARN_SKEW_MS = 1_000
/**
 * Clock difference from which the check fails, in milliseconds. A difference ten times as large would make correct fixes
 * implausible.
 */
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
    // The first query also opens the connection, so only the second query is measured.
    await pool.query('SELECT 1')
    const before = now()
    const { rows } = await pool.query<{ at: number }>('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at')
    return [judgeSkew(Math.round((rows[0]?.at ?? 0) - (before + now()) / 2))]
  },
}

/**
 * Rates the clock difference.
 * @param skewMs milliseconds by which the database's clock is ahead of ours
 */
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
  look: async ({ pool }) => {
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
    const login = rows.find(({ rolname }) => !rolname.startsWith('roadbook_api'))
    if (login?.rolsuper || login?.rolbypassrls)
      findings.push(
        fail(
          `the role ${login.rolname} of DATABASE_URL is a superuser or passes by row security`,
          'give the database an owner that is neither: docs/operating/connect.md, "A database of your own"',
        ),
      )
    findings.push(...(await judgeSignIns(pool)))
    return findings.length > 0 ? findings : [ok('requests cannot pass by the separation of tenants')]
  },
}

interface SignInRow {
  process: string
  role: string
  is_mighty: boolean
  is_owner: boolean
}

/** Rates the roles with which the connected processes signed in. */
async function judgeSignIns(pool: pg.Pool) {
  const { rows } = await pool.query<SignInRow>(
    `SELECT DISTINCT substring(a.application_name FROM '^roadbook[- ](\\w+)') AS process, r.rolname AS role,
       r.rolsuper OR r.rolbypassrls AS is_mighty, pg_has_role(r.oid, d.datdba, 'MEMBER') AS is_owner
     FROM pg_stat_activity a JOIN pg_roles r ON r.oid = a.usesysid JOIN pg_database d ON d.oid = a.datid
     WHERE a.datname = current_database() AND a.application_name ~ '^roadbook[- ](api|gateway|consumer|identity|mailbox)' ORDER BY 1`,
  )
  const remedy = 'let it sign in as a role of its own: docs/operating/connect.md, "A database of your own"'
  return rows.flatMap(({ process, role, is_mighty, is_owner }) => {
    if (is_mighty) return [fail(`${process} signs in as ${role}, to whom the database forbids nothing`, remedy)]
    return is_owner ? [warn(`${process} signs in as ${role}, who owns the database`, remedy)] : []
  })
}
