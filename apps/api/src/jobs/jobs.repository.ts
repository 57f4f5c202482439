import { Injectable } from '@nestjs/common'
import type { Caller } from '../auth/caller.js'
import { findPageKeys, inOrderOf } from '../lists/list-page.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { type Sql, sql } from '../database/sql.js'
import type { ListCriteria } from '../lists/list-fields.js'
import { JOB_LIST } from './job-list.js'
import type { JobRow } from './job.row.js'

const COLUMNS = sql`b.id, b.kind, b.created_at, s.state, s.attempts, s.reason, s.started_at, s.ended_at, s.runs_at,
  (SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = b.requested_by) AS requested_by`

/** Those that the queue still knows. */
const FROM = sql`FROM background_jobs b CROSS JOIN LATERAL background_job_state(b.id) s`

/** One's own; a super admin's are everybody's. */
const visible = (transaction: ScopedTransaction, { userId }: Caller): Sql =>
  transaction.scope === 'all' ? sql`TRUE` : sql`b.requested_by = ${userId} AND ${transaction.within(sql`b.business_id`)}`

@Injectable()
export class JobsRepository {
  findOne(transaction: ScopedTransaction, caller: Caller, id: string): Promise<JobRow | undefined> {
    return transaction.row<JobRow>(sql`SELECT ${COLUMNS} ${FROM} WHERE ${visible(transaction, caller)} AND b.id = ${id}`)
  }

  async findPage(
    transaction: ScopedTransaction,
    caller: Caller,
    criteria: ListCriteria,
  ): Promise<{ rows: JobRow[]; total: number }> {
    const where = visible(transaction, caller)
    const source = { key: sql`b.id`, from: FROM, where, isOnePass: true }
    const { keys, total } = await findPageKeys<string>(transaction, source, criteria, JOB_LIST)
    const rows = await transaction.rows<JobRow>(sql`SELECT ${COLUMNS} ${FROM} WHERE ${where} AND b.id = ANY (${keys}::uuid[])`)
    return { rows: inOrderOf(keys, rows, ({ id }) => id), total }
  }
}
