import type { Readable } from 'node:stream'
import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting, Actor } from '../../../auth/acting.js'
import type { Caller } from '../../../auth/caller.js'
import { OnceOnly } from '../../../database/once-only.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { unpacked } from '../../../exports/index.js'
import { askedPeriod } from '../../../day-sums/index.js'
import { existing, invalid, Problem } from '../../../http/problems.js'
import { JobQueue, type Requester } from '../../../jobs/index.js'
import type { AskedReportDto, AskForReportDto, ReportRequestDto } from '../dto/report-request.dto.js'
import { LIMIT_KPH, MIN_MINUTES } from '../dto/wish-fields.js'
import { MAKE_REPORT } from './make-report.job.js'
import { type NewRequest, REPORT_REQUEST_LIST, ReportRequestsRepository } from './report-requests.repository.js'
import { ReportSubjectsRepository } from '../report-subjects.repository.js'
import { type AskedWish, MAX_DAYS } from '../report-wish.js'
import { say } from '../texts.js'

/** Reports as files, made in the background. */
@Injectable()
export class ReportRequestsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
    private readonly queue: JobQueue,
    private readonly requests: ReportRequestsRepository,
    private readonly subjects: ReportSubjectsRepository,
  ) {}

  /** @throws Problem 422 for an invalid report. It is checked now, so that users do not wait for a file that is never made */
  ask(by: Acting, body: AskForReportDto): Promise<AskedReportDto> {
    const asked = wishOf(body)
    return this.onceOnly.write(by, async (transaction) => {
      const { caller } = by
      const { wish } = await this.subjects.find(transaction, caller, asked)
      const { kind, format } = body
      const id = await this.add(transaction, caller, { userId: caller.userId, kind, format, wish, recipients: [caller.userId] })
      if (id === undefined) throw new Error('a request of its own was taken for another one')
      const after = { kind, mode: wish.mode, format, from: wish.from, till: wish.till }
      await this.audit.record(transaction, by, 'report.request', { id, after })
      return { id }
    })
  }

  /** @returns the new id; undefined when the schedule has already requested this period */
  async add(transaction: ScopedTransaction, requester: Requester, request: NewRequest): Promise<number | undefined> {
    const id = await this.requests.add(transaction, request)
    if (id !== undefined) await this.enqueue(transaction, requester, id, 1)
    return id
  }

  async get(caller: Caller, id: number): Promise<ReportRequestDto> {
    const row = await this.database.read(caller.scope, (transaction) => this.requests.findOne(transaction, caller, id))
    return REPORT_REQUEST_LIST.toDto(existing(row, 'report'))
  }

  async file(caller: Caller, id: number): Promise<{ name: string; mediaType: string; content: Readable }> {
    const found = await this.database.read(caller.scope, (transaction) => this.requests.findFile(transaction, caller, id))
    const { name, media_type: mediaType, content } = existing(found, 'report')
    return { name, mediaType, content: unpacked(content) }
  }

  /** Requests again a report that failed, was cancelled, or whose file has expired. */
  retry(by: Actor, id: number): Promise<ReportRequestDto> {
    return this.change(by, id, 'report.retry', async (transaction, { file_name, state }) => {
      if (state === 'queued' || state === 'running') throw new Problem('conflict', say('still-going-on'))
      if (file_name !== null) throw new Problem('conflict', say('still-there'))
      await this.enqueue(transaction, by.caller, id, await this.requests.again(transaction, id))
    })
  }

  cancel(by: Actor, id: number): Promise<ReportRequestDto> {
    return this.change(by, id, 'report.cancel', async (transaction, { state }) => {
      if (state !== 'queued' && state !== 'running') throw new Problem('conflict', say('already-over'))
      await this.requests.cancel(transaction, id)
    })
  }

  private change(
    by: Actor,
    id: number,
    action: string,
    work: (transaction: ScopedTransaction, before: { state: string; file_name: string | null }) => Promise<void>,
  ): Promise<ReportRequestDto> {
    const { caller } = by
    return this.database.write(caller.scope, async (transaction) => {
      existing(await this.requests.lockOwn(transaction, caller, id), 'report')
      const before = existing(await this.requests.findOne(transaction, caller, id), 'report')
      await work(transaction, before)
      const after = existing(await this.requests.findOne(transaction, caller, id), 'report')
      await this.audit.record(transaction, by, action, { id, before: { state: before.state }, after: { state: after.state } })
      return REPORT_REQUEST_LIST.toDto(after)
    })
  }

  private async enqueue(transaction: ScopedTransaction, requestedBy: Requester, id: number, run: number): Promise<void> {
    const jobId = await this.queue.enqueue(transaction, MAKE_REPORT, { request_id: id, run }, { requestedBy })
    if (jobId === undefined) throw new Error('a job of its own was taken for another one')
    await this.requests.noteJob(transaction, id, jobId)
  }
}

/**
 * Returns the parameters of a report. Its kind decides the vehicles (G-59): a target group or all vehicles, one vehicle, or
 * several vehicles.
 * @throws Problem 422
 */
function wishOf(body: AskForReportDto): AskedWish {
  const { kind, mode, from, till, entity_ids: entityIds = [], target_group_id: group, tz } = body
  const targetGroupId = group ?? null
  askedPeriod({ from, till }, MAX_DAYS)
  if (kind === 'periodic' && entityIds.length > 0) throw invalid({ entity_ids: [say('group-or-all')] })
  if (kind !== 'periodic' && entityIds.length === 0) throw invalid({ entity_ids: [say('no-entity')] })
  if (kind === 'individual' && entityIds.length > 1) throw invalid({ entity_ids: [say('one-entity')] })
  if (targetGroupId !== null && entityIds.length > 0) throw invalid({ target_group_id: [say('one-or-other')] })
  return {
    mode,
    from,
    till,
    timeZone: tz,
    entityIds,
    targetGroupId,
    limitKph: body.limit_kph ?? LIMIT_KPH.standard,
    minMinutes: body.min_minutes ?? MIN_MINUTES.standard,
  }
}
