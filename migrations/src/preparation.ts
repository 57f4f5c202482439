import { type Ask, judgeTimescale } from './timescale.js'

/** Error if rights are missing that only a role with more privileges can grant. The message contains the statements to run. */
export class UnpreparedDatabase extends Error {
  override name = 'UnpreparedDatabase'
}

/** Role for requests. No process starts without this role. */
const NEEDED_ROLE = 'roadbook_api'

interface Privileges {
  me: string
  database: string
  creates_roles: boolean
  role_is_there: boolean
  role_is_ours: boolean
  /** True if the role of the API's process exists but may not take the role for requests. */
  web_is_stuck: boolean
  creates_schemas: boolean
  creates_tables: boolean
  creates_extension: boolean
}

/**
 * Checks that our role has the required rights, before the first migration that needs them.
 * @throws UnpreparedDatabase with the missing statements and who can run them
 */
export async function assertPrepared(ask: Ask): Promise<void> {
  const [standing] = await ask<Privileges>(
    `SELECT quote_ident(current_user) AS me, quote_ident(current_database()) AS database,
      r.rolsuper OR r.rolcreaterole AS creates_roles,
      p.oid IS NOT NULL AS role_is_there, p.oid IS NOT NULL AND pg_has_role(p.oid, 'MEMBER') AS role_is_ours,
      coalesce(NOT pg_has_role(w.oid, p.oid, 'MEMBER'), w.oid IS NOT NULL) AS web_is_stuck,
      has_database_privilege(current_database(), 'CREATE') AS creates_schemas,
      has_schema_privilege('public', 'CREATE') AS creates_tables,
      r.rolsuper OR EXISTS (
        SELECT FROM pg_available_extension_versions v JOIN pg_available_extensions e ON e.name = v.name AND e.default_version = v.version
        WHERE v.name = 'timescaledb' AND (v.trusted OR NOT v.superuser) AND has_database_privilege(current_database(), 'CREATE')
      ) AS creates_extension
    FROM pg_roles r LEFT JOIN pg_roles p ON p.rolname = $1 LEFT JOIN pg_roles w ON w.rolname = 'roadbook_web' WHERE r.rolname = current_user`,
    [NEEDED_ROLE],
  )
  const { me, database, ...may } = standing as Privileges
  const roles = may.creates_roles
    ? []
    : [
        ...(may.role_is_there ? [] : [`CREATE ROLE ${NEEDED_ROLE};`]),
        ...(may.role_is_ours ? [] : [`GRANT ${NEEDED_ROLE} TO ${me};`]),
        ...(may.web_is_stuck ? [`GRANT ${NEEDED_ROLE} TO roadbook_web;`] : []),
      ]
  const place = may.creates_schemas && may.creates_tables ? [] : [`ALTER DATABASE ${database} OWNER TO ${me};`]
  const wantsExtension = !may.creates_extension && (await isExtensionWanted(ask))
  const statements = [...roles, ...place, ...(wantsExtension ? ['CREATE EXTENSION timescaledb;'] : [])]
  if (statements.length === 0) return
  const way = wantsExtension ? 'Or keep waypoints without TimescaleDB: set TIMESCALEDB=off.\n' : ''
  throw new UnpreparedDatabase(
    `the role ${me} may not prepare the database ${database}. Let a superuser of the server run there:\n\n` +
      `${statements.map((statement) => `  ${statement}`).join('\n')}\n\n${way}Then start again.`,
  )
}

/**
 * Returns true only before the waypoints are created. After that, the extension would be of no use, because waypoints are
 * always stored in the way in which they were created.
 */
async function isExtensionWanted(ask: Ask): Promise<boolean> {
  const timescale = await judgeTimescale(ask)
  if (!timescale.isUsable || timescale.isInstalled) return false
  const made = await ask("SELECT WHERE to_regclass('waypoints') IS NOT NULL")
  return made.length === 0
}
