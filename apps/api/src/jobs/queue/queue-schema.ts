import { ADVISORY_LOCKS } from '@roadbook/platform'
import type { Db } from 'pg-boss'
import { sql } from '../../database/sql.js'

/** Schema of the queue's own tables. The schema must exist first. The queue's library then creates and upgrades the tables. */
export const QUEUE_SCHEMA = 'jobs'
/** The table of all jobs. */
export const QUEUE_JOBS = sql`jobs.job_common`

/**
 * Grants requests two rights: to queue a job in their own transaction, and to count waiting jobs. Requests cannot read
 * payloads or results. They can read the new id, because the library returns it.
 */
export async function grantEnqueueing(database: Db): Promise<void> {
  await database.executeSql(`BEGIN;
    SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.jobGrants});
    GRANT USAGE ON SCHEMA ${QUEUE_SCHEMA} TO roadbook_api;
    GRANT SELECT ON ${QUEUE_SCHEMA}.queue TO roadbook_api;
    GRANT INSERT, SELECT (id, start_after, name, state, group_id) ON ${QUEUE_SCHEMA}.job_common TO roadbook_api;
    COMMIT`)
}
