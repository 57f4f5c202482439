import { Injectable, type OnModuleInit } from '@nestjs/common'
import { z } from 'zod'
import { AuthenticationService } from '../../../auth/authentication.service.js'
import type { Caller } from '../../../auth/caller.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Job, JobQueue, jobSays } from '../../../jobs/index.js'
import type { Sentence } from '../../../texts/sentence.js'
import { ReportRequestsRepository } from '../requests/report-requests.repository.js'
import { ReportRequestsService } from '../requests/report-requests.service.js'
import { type DueSchedule, ReportSchedulesRepository } from './report-schedules.repository.js'
import { ReportSubjectsRepository } from '../report-subjects.repository.js'
import { say } from '../texts.js'

/** Runs every quarter of an hour, because time zones differ by quarters of an hour. */
const REPORT_TIMETABLE: Job<Record<string, never>> = {
  kind: 'report-timetable',
  payload: z.object({}).strip(),
  attempts: 3,
  retryAfterS: 30,
  retryMaxS: 120,
  expireInS: 300,
  concurrency: 1,
  cron: '*/5 * * * *',
}

/**
 * Requests the scheduled reports that are due, once for each period. After an outage, requests only the report of the newest
 * period. Runs outside requests and serves every business.
 */
@Injectable()
export class ReportTimetable implements OnModuleInit {
  constructor(
    private readonly database: RequestDatabase,
    private readonly authentication: AuthenticationService,
    private readonly queue: JobQueue,
    private readonly schedules: ReportSchedulesRepository,
    private readonly subjects: ReportSubjectsRepository,
    private readonly requests: ReportRequestsRepository,
    private readonly reports: ReportRequestsService,
  ) {}

  onModuleInit(): void {
    this.queue.handle(REPORT_TIMETABLE, () => this.run())
  }

  async run(): Promise<void> {
    await this.write((transaction) => this.requests.failAbandoned(transaction, jobSays('unexpected')))
    for (const id of await this.write((transaction) => this.schedules.findDue(transaction))) {
      await this.write((transaction) => this.ask(transaction, id))
    }
  }

  private async ask(transaction: ScopedTransaction, id: number): Promise<void> {
    const due = await this.schedules.take(transaction, id)
    if (!due) return
    const owner = await this.ownerOf(due)
    const reason = await this.reasonToPause(transaction, due, owner)
    if (reason || !owner) return this.schedules.pause(transaction, id, reason ?? say('owner-lost-rights'))
    await this.reports.add(transaction, owner, {
      userId: owner.userId,
      kind: 'periodic',
      format: due.format,
      scheduleId: id,
      recipients: due.recipients,
      wish: {
        mode: due.mode,
        from: due.from,
        till: due.till,
        timeZone: due.time_zone,
        entityIds: [],
        targetGroupId: due.target_group_id,
        limitKph: due.limit_kph,
        minMinutes: due.min_minutes,
      },
    })
  }

  private async reasonToPause(
    transaction: ScopedTransaction,
    { business_id: business, target_group_id: group }: DueSchedule,
    owner: Caller | undefined,
  ): Promise<Sentence | undefined> {
    const isOwners = owner?.scope === 'all' || (business !== null && owner?.scope.includes(business))
    if (!isOwners || !owner?.permissions.has('read:reports')) return say('owner-lost-rights')
    return group === null || (await this.subjects.isGroup(transaction, group)) ? undefined : say('group-gone')
  }

  private async ownerOf({ user_id: userId }: DueSchedule): Promise<Caller | undefined> {
    const [owner] = await this.authentication.presentCallers([{ caller: { userId }, issuedAt: Date.now() }])
    return owner
  }

  private write<T>(work: (transaction: ScopedTransaction) => Promise<T>): Promise<T> {
    return this.database.write('all', work)
  }
}
