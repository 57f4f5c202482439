import type pg from 'pg'
import { ok, warn, type Check } from '../check.js'

/** Weeks that must be there ahead of time; the consumer makes eight every night. */
const AHEAD_WEEKS = 2

/** Whether waypoints have somewhere to go next week. */
export const partitions: Check = {
  name: 'partitions',
  needs: 'database',
  look: async ({ pool }) => {
    const kind = await kindOf(pool)
    if (kind === 'missing') return [warn('there is no table of waypoints', 'run: npx roadbook migrate')]
    if (kind === 'hypertable') return [await judgePolicies(pool)]
    const offered = await pool.query("SELECT 1 FROM pg_available_extensions WHERE name = 'timescaledb'")
    const { rows } = await pool.query<{ week: string }>(
      `SELECT to_char(date_trunc('week', now() + n * interval '7 days', 'UTC') AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS week
       FROM generate_series(0, $1::int) n WHERE to_regclass(waypoint_partition_name(now() + n * interval '7 days')) IS NULL
       ORDER BY 1`,
      [AHEAD_WEEKS],
    )
    if (rows.length > 0)
      return [
        warn(
          `no partition for the weeks of ${rows.map(({ week }) => week).join(', ')}`,
          'does a consumer run? It makes them every night. Now: SELECT make_waypoint_partitions(8)',
        ),
      ]
    const findings = [ok(`a partition a week, made more than ${AHEAD_WEEKS} weeks ahead`)]
    if (offered.rowCount)
      findings.push(
        warn(
          'TimescaleDB is available, but the waypoints were made without it',
          'waypoints stay uncompressed; to change that, export, migrate into a new database and replay',
        ),
      )
    return findings
  },
}

/** How the waypoints are kept. */
export async function kindOf(pool: pg.Pool): Promise<'native' | 'hypertable' | 'missing'> {
  const { rows } = await pool.query<{ kind: string | null }>(
    "SELECT (SELECT relkind::text FROM pg_class WHERE oid = to_regclass('waypoints')) AS kind",
  )
  if (rows[0]?.kind === 'p') return 'native'
  return rows[0]?.kind == null ? 'missing' : 'hypertable'
}

async function judgePolicies(pool: pg.Pool) {
  const { rows } = await pool.query<{ proc_name: string }>(
    "SELECT proc_name FROM timescaledb_information.jobs WHERE hypertable_name = 'waypoints' AND scheduled",
  )
  const jobs = rows.map(({ proc_name }) => proc_name)
  const isComplete = jobs.includes('policy_retention') && jobs.some((name) => /compression|columnstore/.test(name))
  return isComplete
    ? ok('TimescaleDB compresses and drops by its own policies')
    : warn('TimescaleDB has no policy that compresses and drops waypoints', 'see add_columnstore_policy and add_retention_policy')
}
