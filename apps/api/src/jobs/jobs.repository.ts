import type pg from 'pg'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { sql } from '../database/sql.js'
import type { Requester } from './job.js'
import { QUEUE_JOBS } from './queue-schema.js'

/** A queued job. */
interface QueuedJob {
  id: string
  kind: string
  requestedBy: Requester | undefined
}

/** Records who requested a job, for the users who may see its state. */
export async function addJob(transaction: ScopedTransaction, { id, kind, requestedBy }: QueuedJob): Promise<void> {
  await transaction.rows(sql`INSERT INTO background_jobs (id, kind, requested_by, business_id)
    VALUES (${id}, ${kind}, ${requestedBy?.userId ?? null}, ${requestedBy?.businessId ?? null})`)
}

/** Returns the number of waiting jobs of a kind and group, counted up to `most`. */
export async function countWaiting(
  transaction: ScopedTransaction,
  { kind, group, most }: { kind: string; group: string; most: number },
): Promise<number> {
  const waiting = await transaction.row<{ count: number }>(sql`SELECT count(*)::int AS count FROM (
      SELECT FROM ${QUEUE_JOBS} j WHERE j.name = ${kind} AND j.state < 'active' AND j.group_id = ${group} LIMIT ${most}
    ) mine`)
  return waiting?.count ?? 0
}

/**
 * Deletes rows of a table older than this many days, for every business. Pass only fixed names of table and column, as they are
 * not escaped.
 */
export async function deleteOld(pool: pg.Pool, table: string, { since, days }: { since: string; days: number }): Promise<void> {
  await pool.query(`DELETE FROM ${table} WHERE ${since} < now() - make_interval(days => $1)`, [days])
}
