/** Function that runs a statement on a connection and returns its rows. */
export type Ask = <T>(statement: string, values?: unknown[]) => Promise<T[]>

/** Result of the check that TimescaleDB can store waypoints here. If it cannot, the result contains the reason. */
export type Timescale =
  | { isUsable: true; version: string; isInstalled: boolean }
  | { isUsable: false; because: string; isInstalled: boolean }

/** Oldest version of TimescaleDB with the columnstore that the track store uses. */
const OLDEST_VERSION = '2.18'

interface Facts {
  offered: string | null
  installed: string | null
  is_loaded: boolean
  license: string | null
  is_unwanted: boolean
}

/**
 * Checks if the server can use TimescaleDB. A role that is not a superuser cannot read `shared_preload_libraries`. Instead,
 * the function looks for a setting that exists only if the library is preloaded, because every role can read it. Before the
 * extension exists, only the configured licence is known, which may differ from the real one.
 */
export async function judgeTimescale(ask: Ask): Promise<Timescale> {
  const [facts] = await ask<Facts>(`SELECT
    (SELECT default_version FROM pg_available_extensions WHERE name = 'timescaledb') AS offered,
    (SELECT extversion FROM pg_extension WHERE extname = 'timescaledb') AS installed,
    EXISTS (SELECT FROM pg_settings WHERE name = 'timescaledb.max_background_workers')
      OR coalesce(current_setting('timescaledb.allow_install_without_preload', true), '') = 'on' AS is_loaded,
    current_setting('timescaledb.license', true) AS license,
    coalesce(current_setting('roadbook.timescaledb', true), '') = 'off' AS is_unwanted`)
  const { offered, installed, is_loaded, license, is_unwanted } = facts as Facts
  const version = installed ?? offered
  const isInstalled = installed !== null
  const not = (because: string): Timescale => ({ isUsable: false, because, isInstalled })
  if (is_unwanted) return not('TIMESCALEDB is "off"')
  if (version === null) return not('this server does not offer it')
  if (!is_loaded) return not('it is not preloaded (shared_preload_libraries)')
  if (isOlder(version, OLDEST_VERSION)) return not(`version ${version} is older than ${OLDEST_VERSION}`)
  // Compression and policies need the Community licence.
  if (license && license !== 'timescale') return not(`it runs under the licence "${license}" (timescaledb.license)`)
  return { isUsable: true, version, isInstalled }
}

function isOlder(version: string, than: string): boolean {
  const [have, need] = [version, than].map((text) => text.split('.').map((part) => Number.parseInt(part, 10))) as [
    number[],
    number[],
  ]
  const at = need.findIndex((part, index) => part !== (have[index] ?? 0))
  return at >= 0 && (have[at] ?? 0) < need[at]!
}

/**
 * Describes how waypoints are stored and, if TimescaleDB is not used, the reason. Returns undefined before the first
 * migration.
 */
export async function describeWaypoints(ask: Ask): Promise<string | undefined> {
  const [table] = await ask<{ kind: string }>("SELECT relkind::text AS kind FROM pg_class WHERE oid = to_regclass('waypoints')")
  if (!table) return undefined
  const timescale = await judgeTimescale(ask)
  if (table.kind !== 'p')
    return timescale.isUsable
      ? `Waypoints are kept by TimescaleDB ${timescale.version}, compressed`
      : `Waypoints are kept by TimescaleDB, which does not do its part: ${timescale.because}`
  const why = timescale.isUsable ? 'they were made without it' : timescale.because
  return `Waypoints are kept in weekly partitions of PostgreSQL, without TimescaleDB: ${why}`
}
