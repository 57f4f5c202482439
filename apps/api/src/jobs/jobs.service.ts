import { Injectable } from '@nestjs/common'
import type { Caller } from '../auth/caller.js'
import { RequestDatabase } from '../database/request-database.js'
import { type Page, pageMeta } from '../http/page.dto.js'
import { notFound } from '../http/problems.js'
import type { CriteriaOf } from '../lists/list.js'
import type { JobDto } from './dto/job.dto.js'
import { JOB_LIST } from './job-list.js'
import { JobQueue } from './job-queue.js'

/** How jobs stand, for those who asked for them and for super admins. */
@Injectable()
export class JobsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly queue: JobQueue,
  ) {}

  async find(caller: Caller, id: string): Promise<JobDto> {
    await this.queue.ready()
    const [row] = await this.database.read(caller.scope, (transaction) => JOB_LIST.findAll(transaction, caller, [id]))
    if (!row) throw notFound('job')
    return JOB_LIST.toDto(row)
  }

  async list(caller: Caller, criteria: CriteriaOf<typeof JOB_LIST>): Promise<Page<JobDto>> {
    await this.queue.ready()
    const { rows, total } = await this.database.read(caller.scope, (transaction) =>
      JOB_LIST.findPage(transaction, caller, criteria),
    )
    return { data: rows.map(JOB_LIST.toDto), meta: pageMeta(criteria.page, criteria.limit, total) }
  }
}
