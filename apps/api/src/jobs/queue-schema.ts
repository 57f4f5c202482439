import type { Db } from 'pg-boss'
import { sql } from '../database/sql.js'

/** The queue's own tables, made and brought up to date by its library; the schema itself is there before it. */
export const QUEUE_SCHEMA = 'jobs'
/** The table of all jobs. */
export const QUEUE_JOBS = sql`jobs.job_common`

/** Taken while grants change, because several processes may start at once. */
const GRANT_LOCK = 5_011

/**
 * Requests may put a job into the queue, within their own transaction, and see how many wait: they read neither payloads nor
 * results there. The library asks for the new id back.
 */
export async function grantEnqueueing(database: Db): Promise<void> {
  await database.executeSql(`BEGIN;
    SELECT pg_advisory_xact_lock(${GRANT_LOCK});
    GRANT USAGE ON SCHEMA ${QUEUE_SCHEMA} TO roadbook_api;
    GRANT SELECT ON ${QUEUE_SCHEMA}.queue TO roadbook_api;
    GRANT INSERT, SELECT (id, start_after, name, state, group_id) ON ${QUEUE_SCHEMA}.job_common TO roadbook_api;
    COMMIT`)
}
