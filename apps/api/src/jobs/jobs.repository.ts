import { Injectable } from '@nestjs/common'
import type { Caller } from '../auth/caller.js'
import { conditionsSql, pageSql } from '../database/list-sql.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { type Sql, sql } from '../database/sql.js'
import type { ListCriteria } from '../http/list-fields.js'
import { JOB_LIST } from './job-list.js'
import type { JobRow } from './job.row.js'

const COLUMNS = sql`b.id, b.kind, b.created_at, s.state, s.attempts, s.reason, s.started_at, s.ended_at, s.runs_at,
  (SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = b.requested_by) AS requested_by`

/** One's own; a super admin's are everybody's. */
const visible = (transaction: ScopedTransaction, { userId }: Caller): Sql =>
  sql`FROM background_jobs b CROSS JOIN LATERAL background_job_state(b.id) s
    WHERE ${transaction.scope === 'all' ? sql`TRUE` : sql`b.requested_by = ${userId} AND ${transaction.within(sql`b.business_id`)}`}`

@Injectable()
export class JobsRepository {
  findOne(transaction: ScopedTransaction, caller: Caller, id: string): Promise<JobRow | undefined> {
    return transaction.row<JobRow>(sql`SELECT ${COLUMNS} ${visible(transaction, caller)} AND b.id = ${id}`)
  }

  async findPage(
    transaction: ScopedTransaction,
    caller: Caller,
    criteria: ListCriteria,
  ): Promise<{ rows: JobRow[]; total: number }> {
    const selected = sql`${visible(transaction, caller)} AND ${conditionsSql(criteria, JOB_LIST)}`
    const counted = await transaction.row<{ total: number }>(sql`SELECT count(*) AS total ${selected}`)
    const rows = await transaction.rows<JobRow>(sql`SELECT ${COLUMNS} ${selected} ${pageSql(criteria, JOB_LIST, sql`b.id`)}`)
    return { rows, total: counted?.total ?? 0 }
  }
}
