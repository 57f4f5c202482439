import type { Db } from 'pg-boss'

/** The queue's own tables, made and brought up to date by its library; the schema itself is there before it. */
export const QUEUE_SCHEMA = 'jobs'

/** Taken while grants change, because several processes may start at once. */
const GRANT_LOCK = 5_011

/**
 * Requests may put a job into the queue, within their own transaction, and nothing else: they read neither payloads nor
 * results there. The library asks for the new id back.
 */
export async function grantEnqueueing(database: Db): Promise<void> {
  await database.executeSql(`BEGIN;
    SELECT pg_advisory_xact_lock(${GRANT_LOCK});
    GRANT USAGE ON SCHEMA ${QUEUE_SCHEMA} TO roadbook_api;
    GRANT SELECT ON ${QUEUE_SCHEMA}.queue TO roadbook_api;
    GRANT INSERT, SELECT (id, start_after) ON ${QUEUE_SCHEMA}.job_common TO roadbook_api;
    COMMIT`)
}
