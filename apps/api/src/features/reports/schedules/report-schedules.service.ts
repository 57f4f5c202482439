import { Inject, Injectable } from '@nestjs/common'
import type { Acting } from '../../../auth/acting.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { zoneOf } from '../../../day-sums/index.js'
import { invalid } from '../../../http/problems.js'
import { absent } from '../../../texts/platform.js'
import { type Finding, ResourceService } from '../../../resources/index.js'
import type { ReportScheduleDto, WriteReportScheduleDto } from '../dto/report-schedule.dto.js'
import { LIMIT_KPH, MIN_MINUTES } from '../dto/wish-fields.js'
import { auditedSchedule, type ReportScheduleRow, ReportSchedulesRepository, toSchedule } from './report-schedules.repository.js'
import { ReportSubjectsRepository } from '../report-subjects.repository.js'
import { say } from '../texts.js'

/** Schedules of reports (R-132, T-14). */
@Injectable()
export class ReportSchedulesService extends ResourceService<ReportScheduleRow, ReportScheduleDto> {
  @Inject(ReportSchedulesRepository) private readonly schedules: ReportSchedulesRepository
  @Inject(ReportSubjectsRepository) private readonly subjects: ReportSubjectsRepository
  protected readonly thing = 'report-schedule'
  protected readonly toDto = toSchedule
  protected readonly audited = auditedSchedule

  create(by: Acting, body: WriteReportScheduleDto): Promise<ReportScheduleDto> {
    return this.make(by, 'report-schedule.create', async (transaction) => {
      const { userId, businessId } = by.caller
      const timeZone = await this.check(transaction, by, body, businessId)
      return this.schedules.add(transaction, whole(body), { userId, businessId, timeZone })
    })
  }

  update(by: Acting, id: number, body: WriteReportScheduleDto, ifMatch: string | null): Promise<ReportScheduleDto> {
    const save = async (transaction: ScopedTransaction, { business_id: businessId }: ReportScheduleRow) => {
      const timeZone = await this.check(transaction, by, body, businessId)
      await this.schedules.save(transaction, id, whole(body), { userId: by.caller.userId, timeZone })
    }
    return this.change(by, id, 'report-schedule.update', save, { ifMatch })
  }

  /** Deletes a schedule. The reports that it sent are kept. */
  delete(by: Acting, id: number): Promise<void> {
    return this.remove(by, id, 'report-schedule.delete', (transaction) => this.schedules.remove(transaction, id))
  }

  /**
   * @returns the time zone of the schedule
   * @throws Problem 422
   */
  private async check(
    transaction: ScopedTransaction,
    { caller }: Acting,
    body: WriteReportScheduleDto,
    businessId: number | null,
  ): Promise<string> {
    const { target_group_id: group } = body
    if (group !== null && !(await this.subjects.isGroup(transaction, group))) {
      throw invalid({ target_group_id: [absent('target-group')] })
    }
    // The size is not checked for a paused schedule, so that a schedule can be paused after its group has grown too large.
    if (body.is_active ?? true) await this.subjects.assertFits(transaction, group, businessId)
    const readers = await this.schedules.readersAmong(transaction, body.recipients)
    if (readers.length < body.recipients.length) throw invalid({ recipients: [say('not-a-reader')] })
    return zoneOf(transaction, caller, body.tz)
  }

  protected find(transaction: ScopedTransaction, id: number, { isLocked }: Finding): Promise<ReportScheduleRow | undefined> {
    return this.schedules.findOne(transaction, id, isLocked)
  }
}

const whole = (body: WriteReportScheduleDto): Required<Omit<WriteReportScheduleDto, 'tz'>> => ({
  ...body,
  limit_kph: body.limit_kph ?? LIMIT_KPH.standard,
  min_minutes: body.min_minutes ?? MIN_MINUTES.standard,
  is_active: body.is_active ?? true,
})
