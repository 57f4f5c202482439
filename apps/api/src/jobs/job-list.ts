import type { Caller } from '../auth/caller.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { type Sql, sql } from '../database/sql.js'
import { type RowOf, toApiRow } from '../http/api-row.js'
import { code, ordered, text, time } from '../lists/columns.js'
import { defineList } from '../lists/list.js'
import { sentenceFrom } from '../texts/sentence.js'
import { JobDto } from './dto/job.dto.js'

export type JobRow = RowOf<Omit<JobDto, 'reason'>> & { reason: string | null }

/** Jobs that are still in the queue's tables, with their state. */
const FROM = sql`FROM background_jobs b CROSS JOIN LATERAL background_job_state(b.id) s`

/** Returns the condition that a job is visible. Users see their own jobs. A super admin sees all jobs. */
const visible = (transaction: ScopedTransaction, { userId }: Caller): Sql =>
  transaction.scope === 'all' ? sql`TRUE` : sql`b.requested_by = ${userId} AND ${transaction.within(sql`b.business_id`)}`

/** List of jobs. Aliases: b job, s its state. */
export const JOB_LIST = defineList<JobRow, JobDto>({
  name: 'jobs',
  objectType: 'job',
  plural: 'jobs',
  permission: 'signed-in',
  description: 'Lists the jobs that the caller started in the last 30 days. A super admin sees all jobs.',
  dto: JobDto,
  toDto: (row) => ({ ...toApiRow(row), reason: reasonOf(row.reason) }),
  key: sql`b.id`,
  from: FROM,
  where: visible,
  isOnePass: true,
  rows: (transaction, ids, caller) => sql`
    SELECT b.id, b.kind, b.created_at, s.state, s.attempts, s.reason, s.started_at, s.ended_at, s.runs_at,
      (SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = b.requested_by) AS requested_by
    ${FROM} WHERE ${visible(transaction, caller)} AND b.id = ANY (${[...ids]}::uuid[])`,
  columns: {
    kind: code(sql`b.kind`, { isPlain: true }),
    state: code(sql`s.state`),
    reason: text(sql`s.reason`, { order: false, isPlain: true }),
    created_at: time(sql`b.created_at`),
    ended_at: ordered(sql`s.ended_at`),
  },
})

/**
 * Returns the reason of a failure as a code with values. Jobs that an older version of Roadbook ran have a plain text
 * instead, which is returned unchanged.
 */
export function reasonOf(stored: string | null): JobDto['reason'] {
  if (!stored?.startsWith('{')) return stored
  try {
    return sentenceFrom(JSON.parse(stored)) ?? stored
  } catch (error) {
    if (error instanceof SyntaxError) return stored
    throw error
  }
}
