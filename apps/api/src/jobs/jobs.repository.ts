import type pg from 'pg'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { sql } from '../database/sql.js'
import type { Requester } from './job.js'
import { QUEUE_JOBS } from './queue/queue-schema.js'

/** A queued job. */
interface QueuedJob {
  id: string
  kind: string
  requestedBy: Requester | undefined
}

/** Records who requested a job. Only that user and super admins may see the job's state. */
export async function addJob(transaction: ScopedTransaction, { id, kind, requestedBy }: QueuedJob): Promise<void> {
  await transaction.rows(sql`INSERT INTO background_jobs (id, kind, requested_by, business_id)
    VALUES (${id}, ${kind}, ${requestedBy?.userId ?? null}, ${requestedBy?.businessId ?? null})`)
}

/** Returns the number of waiting jobs of a kind and group. Counts up to `most`. */
export async function countWaiting(
  transaction: ScopedTransaction,
  { kind, group, most }: { kind: string; group: string; most: number },
): Promise<number> {
  const waiting = await transaction.row<{ count: number }>(sql`SELECT count(*)::int AS count FROM (
      SELECT FROM ${QUEUE_JOBS} j WHERE j.name = ${kind} AND j.state < 'active' AND j.group_id = ${group} LIMIT ${most}
    ) mine`)
  return waiting?.count ?? 0
}

/** Jobs of one kind that wait. Jobs in `due` could run now. Jobs in `retry` have failed and are tried again later. */
export interface WaitingJobs {
  kind: string
  state: 'due' | 'retry'
  count: number
}

/** Counts the waiting jobs by kind and state. Rejects before the queue exists. */
export function waitingByKind(transaction: ScopedTransaction): Promise<(WaitingJobs & Record<string, unknown>)[]> {
  return transaction.rows(sql`SELECT j.name AS kind, count(*)::int AS count,
      CASE WHEN j.state = 'retry' AND j.start_after > now() THEN 'retry' ELSE 'due' END AS state
    FROM ${QUEUE_JOBS} j WHERE j.state < 'active' AND (j.state = 'retry' OR j.start_after <= now()) GROUP BY 1, 3`)
}

/**
 * Deletes rows of a table that are older than this many days, for every business. Pass only fixed names of table and column,
 * because the names are not escaped.
 */
export async function deleteOld(pool: pg.Pool, table: string, { since, days }: { since: string; days: number }): Promise<void> {
  await pool.query(`DELETE FROM ${table} WHERE ${since} < now() - make_interval(days => $1)`, [days])
}
