import { Injectable } from '@nestjs/common'
import type { Caller } from '../auth/caller.js'
import { RequestDatabase } from '../database/request-database.js'
import type { ListCriteria } from '../lists/list-fields.js'
import { type Page, pageMeta } from '../http/page.dto.js'
import { notFound } from '../http/problems.js'
import { sentenceFrom } from '../texts/sentence.js'
import type { JobDto } from './dto/job.dto.js'
import type { JobRow } from './job.row.js'
import { JobQueue } from './job-queue.js'
import { JobsRepository } from './jobs.repository.js'

/** How jobs stand, for those who asked for them and for super admins. */
@Injectable()
export class JobsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly queue: JobQueue,
    private readonly jobs: JobsRepository,
  ) {}

  async find(caller: Caller, id: string): Promise<JobDto> {
    await this.queue.ready()
    const row = await this.database.read(caller.scope, (transaction) => this.jobs.findOne(transaction, caller, id))
    if (!row) throw notFound('job')
    return toJobResponse(row)
  }

  async list(caller: Caller, criteria: ListCriteria): Promise<Page<JobDto>> {
    await this.queue.ready()
    const { rows, total } = await this.database.read(caller.scope, (transaction) =>
      this.jobs.findPage(transaction, caller, criteria),
    )
    return { data: rows.map(toJobResponse), meta: pageMeta(criteria.page, criteria.limit, total) }
  }
}

const toJobResponse = (row: JobRow): JobDto => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  attempts: row.attempts,
  reason: reasonOf(row.reason),
  requested_by: row.requested_by,
  created_at: row.created_at.toISOString(),
  runs_at: row.runs_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
})

/** A code and values; jobs of older versions have a text, which stays as it is. */
export function reasonOf(stored: string | null): JobDto['reason'] {
  if (!stored?.startsWith('{')) return stored
  try {
    return sentenceFrom(JSON.parse(stored)) ?? stored
  } catch (error) {
    if (error instanceof SyntaxError) return stored
    throw error
  }
}
