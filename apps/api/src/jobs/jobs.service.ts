import { Injectable } from '@nestjs/common'
import { AuditLog } from '../audit/audit-log.js'
import type { Acting } from '../auth/acting.js'
import type { Caller } from '../auth/caller.js'
import { RequestDatabase } from '../database/request-database.js'
import { type Page, pageMeta } from '../http/page.dto.js'
import { notFound, Problem } from '../http/problems.js'
import type { CriteriaOf } from '../lists/list.js'
import type { JobDto } from './dto/job.dto.js'
import { JOB_LIST } from './job-list.js'
import { JobQueue } from './job-queue.js'
import { jobSays } from './texts.js'

/** State of jobs. A job is visible to the user who requested it, and to super admins. */
@Injectable()
export class JobsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly queue: JobQueue,
    private readonly audit: AuditLog,
  ) {}

  async find(caller: Caller, id: string): Promise<JobDto> {
    await this.queue.ready()
    const [row] = await this.database.read(caller.scope, (transaction) => JOB_LIST.findAll(transaction, caller, [id]))
    if (!row) throw notFound('job')
    return JOB_LIST.toDto(row)
  }

  /** Runs a failed job again with its original payload. */
  async retry(by: Acting, id: string): Promise<JobDto> {
    const { kind, state } = await this.find(by.caller, id)
    if (state !== 'failed') throw new Problem('conflict', jobSays('not-failed'))
    await this.database.write(by.caller.scope, async (transaction) => {
      await this.audit.record(transaction, by, 'job.retry', { id, after: { kind } })
      // The queue uses a separate connection, so this call comes last in the transaction. If the call fails, the transaction
      // is rolled back and does not record the retry.
      if (!(await this.queue.retry(kind, id))) throw new Problem('conflict', jobSays('not-failed'))
    })
    return this.find(by.caller, id)
  }

  async list(caller: Caller, criteria: CriteriaOf<typeof JOB_LIST>): Promise<Page<JobDto>> {
    await this.queue.ready()
    const { rows, total } = await this.database.read(caller.scope, (transaction) =>
      JOB_LIST.findPage(transaction, caller, criteria),
    )
    return { data: rows.map(JOB_LIST.toDto), meta: pageMeta(criteria.page, criteria.limit, total) }
  }
}
