import { createHmac } from 'node:crypto'
import { PROCESS_ROLES } from '@roadbook/migrations/process-roles'
import { createPool } from '@roadbook/platform'
import { escapeLiteral } from 'pg'

/**
 * Role that owns the embedded database and migrates it. The role is not a superuser, and no process that serves people signs in
 * with it.
 */
export const OWNER = 'roadbook_owner'

export type PasswordOf = (role: string) => string

/**
 * Returns the passwords of the roles in the embedded database, which are derived from one secret. The superuser's password is the
 * secret itself.
 */
export const passwordsFrom =
  (secret: string): PasswordOf =>
  (role) =>
    createHmac('sha256', secret).update(role).digest('base64url')

export const urlAs = (role: string, port: number, passwordOf: PasswordOf): string =>
  `postgres://${role}:${encodeURIComponent(passwordOf(role))}@127.0.0.1:${port}/roadbook`

/**
 * Creates an owner of the embedded database and a role for each process, all with passwords. Objects that an earlier
 * release created as the superuser are handed over to the owner. Otherwise functions that run with the rights of their
 * owner would have those of the superuser.
 * @param superuserUrl connection string of the database for the superuser of its cluster
 */
export async function separateRoles(superuserUrl: string, passwordOf: PasswordOf): Promise<void> {
  const pool = createPool({ url: superuserUrl, name: 'roadbook-launcher', max: 1, statementTimeoutMs: 600_000 })
  try {
    const { rows } = await pool.query<{ rolname: string }>("SELECT rolname FROM pg_roles WHERE rolname LIKE 'roadbook\\_%'")
    const there = new Set(rows.map(({ rolname }) => rolname))
    const processes = Object.keys(PROCESS_ROLES)
    const statements = [
      ...['roadbook_api', OWNER, ...processes].filter((role) => !there.has(role)).map((role) => `CREATE ROLE ${role} NOLOGIN`),
      ...[OWNER, ...processes].map(
        (role) => `ALTER ROLE ${role} NOSUPERUSER NOBYPASSRLS NOCREATEROLE LOGIN PASSWORD ${escapeLiteral(passwordOf(role))}`,
      ),
      `GRANT roadbook_api, roadbook_web TO ${OWNER}`,
      'GRANT roadbook_api TO roadbook_web',
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO ${OWNER}', current_database()); END $$`,
      HAND_OVER,
    ]
    await pool.query(`BEGIN; ${statements.join(';\n')}; COMMIT`)
  } finally {
    await pool.end()
  }
}

/**
 * Statement that hands over everything that belongs to the superuser, except in the system's schemas. Indexes, and
 * sequences of columns, change their owner together with their table.
 */
const HAND_OVER = `DO $$
DECLARE
  statement text;
BEGIN
  FOR statement IN
    SELECT format('ALTER SCHEMA %I OWNER TO ${OWNER}', nspname) FROM pg_namespace
    WHERE nspowner = current_user::regrole AND nspname !~ '^pg_|^information_schema$'
    UNION ALL
    SELECT format('ALTER TABLE %s OWNER TO ${OWNER}', c.oid::regclass) FROM pg_class c
    WHERE c.relowner = current_user::regrole AND c.relnamespace::regnamespace::text !~ '^pg_|^information_schema$'
      AND (c.relkind IN ('r', 'p', 'v', 'm') OR c.relkind = 'S' AND NOT EXISTS (
        SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')))
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO ${OWNER}', p.oid::regprocedure) FROM pg_proc p
    WHERE p.proowner = current_user::regrole AND p.pronamespace::regnamespace::text !~ '^pg_|^information_schema$'
    UNION ALL
    SELECT format('ALTER TYPE %s OWNER TO ${OWNER}', t.oid::regtype) FROM pg_type t
    WHERE t.typowner = current_user::regrole AND t.typtype IN ('e', 'd') AND t.typnamespace::regnamespace::text !~ '^pg_|^information_schema$'
  LOOP
    EXECUTE statement;
  END LOOP;
END $$`
