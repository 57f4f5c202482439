import { type Ask, judgeTimescale } from '@roadbook/migrations/timescale'
import type pg from 'pg'
import { fail, ok, warn, type Check } from '../check.js'

/**
 * Number of weeks for which partitions must exist ahead of time. The consumer process creates partitions for eight weeks every
 * night.
 */
const AHEAD_WEEKS = 2
const ANEW = 'export, migrate into a new database and replay'

/**
 * Checks whether waypoints of the next two weeks can be stored. If the database can compress old waypoints, also checks
 * whether it has done so.
 */
export const partitions: Check = {
  name: 'partitions',
  needs: 'database',
  look: async ({ pool, now }) => {
    const ask: Ask = async (statement, values) => (await pool.query(statement, values)).rows as never
    const kind = await kindOf(pool)
    if (kind === 'missing') return [warn('there is no table of waypoints', 'run: npx roadbook migrate')]
    return kind === 'hypertable' ? judgeHypertable(ask, new Date(now())) : judgePartitions(ask)
  },
}

/** Returns how the waypoints are stored. */
export async function kindOf(pool: pg.Pool): Promise<'native' | 'hypertable' | 'missing'> {
  const { rows } = await pool.query<{ kind: string | null }>(
    "SELECT (SELECT relkind::text FROM pg_class WHERE oid = to_regclass('waypoints')) AS kind",
  )
  if (rows[0]?.kind === 'p') return 'native'
  return rows[0]?.kind == null ? 'missing' : 'hypertable'
}

async function judgePartitions(ask: Ask) {
  const missing = await ask<{ week: string }>(
    `SELECT to_char(date_trunc('week', now() + n * interval '7 days', 'UTC') AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS week
     FROM generate_series(0, $1::int) n WHERE to_regclass(waypoint_partition_name(now() + n * interval '7 days')) IS NULL
     ORDER BY 1`,
    [AHEAD_WEEKS],
  )
  if (missing.length > 0)
    return [
      warn(
        `no partition for the weeks of ${missing.map(({ week }) => week).join(', ')}`,
        'does a consumer run? It makes them every night. Now: SELECT make_waypoint_partitions(8)',
      ),
    ]
  const timescale = await judgeTimescale(ask)
  const made = `a partition a week, made more than ${AHEAD_WEEKS} weeks ahead`
  if (!timescale.isUsable) return [ok(`${made}; without TimescaleDB: ${timescale.because}`)]
  return [
    ok(made),
    warn(
      'TimescaleDB is available, but the waypoints were made without it',
      `waypoints stay uncompressed; to change that, ${ANEW}`,
    ),
  ]
}

interface JobRow {
  job_id: number
  proc_name: string
  has_failed: boolean
  is_overdue: boolean
}

/** Purpose of each job of the extension, with the names that the job had in past versions. */
const DUTIES = [
  { duty: 'compresses', names: ['policy_compression', 'policy_columnstore'], cure: 'add_columnstore_policy' },
  { duty: 'drops', names: ['policy_retention'], cure: 'add_retention_policy' },
]

async function judgeHypertable(ask: Ask, now: Date) {
  const timescale = await judgeTimescale(ask)
  if (!timescale.isUsable)
    return [
      fail(`waypoints are TimescaleDB’s, but ${timescale.because}`, `let it be as docs/operating/connect.md says, or ${ANEW}`),
    ]
  const jobs = await ask<JobRow>(
    `SELECT j.job_id, j.proc_name, coalesce(s.last_run_status = 'Failed', false) AS has_failed,
       coalesce(s.last_successful_finish, c.oldest) < $1::timestamptz - 2 * j.schedule_interval AS is_overdue
     FROM timescaledb_information.jobs j LEFT JOIN timescaledb_information.job_stats s USING (job_id),
       LATERAL (SELECT min(chunk_creation_time) AS oldest FROM timescaledb_information.chunks WHERE hypertable_name = 'waypoints') c
     WHERE j.hypertable_name = 'waypoints' AND j.scheduled`,
    [now],
  )
  const left = await ask<{ chunk: string }>(
    // One day of tolerance, because the job and the housekeeping run once a day.
    "SELECT chunk::text FROM waypoint_chunks_to_compress($1::timestamptz - interval '1 day')",
    [now],
  )
  const findings = DUTIES.flatMap(({ duty, names, cure }) => {
    const job = jobs.find(({ proc_name }) => names.includes(proc_name))
    return job ? judgeJob(job) : [warn(`TimescaleDB has no policy that ${duty} waypoints`, `see ${cure}`)]
  })
  if (left.length > 0)
    findings.push(
      warn(
        `${left.length} chunks of waypoints are over for a fortnight and not compressed, the oldest is ${left[0]?.chunk}`,
        'does a consumer run? It compresses them every night. Now: SELECT compress_chunk(chunk) FROM waypoint_chunks_to_compress(now())',
      ),
    )
  return findings.length > 0 ? findings : [ok(`TimescaleDB ${timescale.version} compresses and drops by its own policies`)]
}

function judgeJob({ job_id, proc_name, has_failed, is_overdue }: JobRow) {
  if (!has_failed && !is_overdue) return []
  const what = has_failed ? 'failed when it last ran' : 'has not succeeded for two of its intervals'
  return [
    warn(
      `TimescaleDB’s job ${job_id} (${proc_name}) ${what}`,
      `the nightly housekeeping does its work meanwhile; see timescaledb_information.job_errors, try: CALL run_job(${job_id})`,
    ),
  ]
}
