import { ok, warn, type Check } from '../check.js'

/**
 * Time without a new job after which the queue counts as stopped. Some jobs are queued every minute, so such a pause means
 * that no process queues jobs any more.
 */
const PAUSE = "interval '10 minutes'"

export const jobs: Check = {
  name: 'jobs',
  needs: 'database',
  look: async ({ pool }) => {
    const { rows: tables } = await pool.query<{ name: string | null }>("SELECT to_regclass('jobs.job')::text AS name")
    if (!tables[0]?.name) return [ok('no API has started on this database yet')]
    const { rows } = await pool.query<{ is_up: boolean; is_still: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'roadbook-api%'
           AND backend_start < now() - ${PAUSE}) AS is_up,
         NOT EXISTS (SELECT FROM jobs.job WHERE created_on > now() - ${PAUSE}) AS is_still`,
    )
    return [judgeJobs(rows[0]!)]
  },
}

/**
 * Rates the job queue.
 * @param facts `is_up`: an API has run for a while. `is_still`: no job was queued in the last `PAUSE`
 */
export const judgeJobs = (facts: { is_up: boolean; is_still: boolean }) =>
  facts.is_up && facts.is_still
    ? warn('the API runs, and no process does its jobs', 'start one API process at least with API_WORK=all (the default)')
    : ok('jobs are done')
