import { Inject, Injectable } from '@nestjs/common'
import { momentOf } from '@roadbook/platform'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { dayAfter, zoneOf } from '../../day-sums/index.js'
import { invalid, Problem } from '../../http/problems.js'
import { toApiRow } from '../../http/api-row.js'
import { JobQueue } from '../../jobs/index.js'
import { type Finding, ownerIn, ResourceService } from '../../resources/index.js'
import { absent } from '../../texts/platform.js'
import { type AppNotificationRow, AppNotificationsRepository, type NotificationValues } from './app-notifications.repository.js'
import { isNobody, wholeAudience } from './audience.js'
import type {
  AppNotificationDto,
  AskAudienceDto,
  ConsumerOptionDto,
  CreateAppNotificationDto,
  NotificationAudienceDto,
  NotificationRecipientsDto,
  ToldRecipientsDto,
  UpdateAppNotificationDto,
} from './dto/app-notification.dto.js'
import { SEND_NOTIFICATION } from './send-notification.job.js'
import { say } from './texts.js'

/**
 * A notification can be planned at most this many days ahead. The calendar of the specification has the same limit.
 */
export const MAX_DAYS_AHEAD = 1_000
const DAY_MS = 86_400_000

/**
 * Notifications (messages) to consumers. Until a notification is sent, it can be planned, changed and deleted (R-210 to
 *
 */
@Injectable()
export class AppNotificationsService extends ResourceService<AppNotificationRow, AppNotificationDto> {
  @Inject(AppNotificationsRepository) private readonly notifications: AppNotificationsRepository
  @Inject(JobQueue) private readonly queue: JobQueue
  protected readonly thing = 'app-notification'
  protected readonly toDto = (row: AppNotificationRow): AppNotificationDto => toApiRow(row)
  protected readonly audited = auditedNotification

  create(by: Acting, { business_id, ...body }: CreateAppNotificationDto): Promise<AppNotificationDto> {
    return this.make(by, 'app-notification.create', async (transaction) => {
      const owner = await ownerIn(transaction, by.caller, business_id)
      const values = await this.valuesOf(transaction, by.caller, owner, body)
      const id = await this.notifications.add(transaction, owner, values, by.caller.userId)
      await this.hurry(transaction, by.caller, id, values.plannedAt)
      return id
    })
  }

  update(by: Acting, id: number, body: UpdateAppNotificationDto, ifMatch: string | null): Promise<AppNotificationDto> {
    const save = async (transaction: ScopedTransaction, { business_id: owner }: AppNotificationRow) => {
      const values = await this.valuesOf(transaction, by.caller, owner, body)
      await this.notifications.save(transaction, id, values)
      await this.hurry(transaction, by.caller, id, values.plannedAt)
    }
    return this.change(by, id, 'app-notification.update', save, { ifMatch })
  }

  /** Deletes a notification. It can be restored until its planned time (T-15). */
  delete(by: Acting, id: number): Promise<AppNotificationDto> {
    return this.change(by, id, 'app-notification.delete', (transaction) => this.notifications.mark(transaction, id, true))
  }

  restore(by: Acting, id: number): Promise<AppNotificationDto> {
    return this.change(by, id, 'app-notification.restore', (transaction) => this.notifications.mark(transaction, id, false))
  }

  audience({ caller }: { caller: Caller }, { recipients, business_id }: AskAudienceDto): Promise<NotificationAudienceDto> {
    return this.database.read(caller.scope, async (transaction) => {
      const owner = await ownerIn(transaction, caller, business_id)
      return this.notifications.count(transaction, owner, await this.chosen(transaction, owner, recipients))
    })
  }

  calendar({ scope }: Caller, from: string, additionalDays: number): Promise<AppNotificationDto[]> {
    return this.database.read(scope, async (transaction) => {
      const rows = await this.notifications.findBetween(transaction, from, dayAfter(from, additionalDays))
      return rows.map(this.toDto)
    })
  }

  options({ scope }: Caller, search: string): Promise<ConsumerOptionDto[]> {
    return this.database.read(scope, (transaction) => this.notifications.options(transaction, search))
  }

  protected find(transaction: ScopedTransaction, id: number, { isLocked }: Finding): Promise<AppNotificationRow | undefined> {
    return this.notifications.findOne(transaction, id, isLocked)
  }

  protected override assertMay(action: string, { state, planned_at }: AppNotificationRow): void {
    if (state !== 'planned' && state !== 'deleted') throw new Problem('conflict', say('already-sent'))
    const isDeleted = state === 'deleted'
    if (action !== 'app-notification.restore') {
      if (isDeleted) throw new Problem('conflict', say('deleted'))
      return
    }
    if (!isDeleted) throw new Problem('conflict', say('not-deleted'))
    // A message whose time has passed would be sent immediately when restored. Its planned time must therefore be in the
    // future.
    if (planned_at.getTime() <= Date.now()) throw new Problem('conflict', say('time-passed-meanwhile'))
  }

  /** @throws Problem 422 */
  private async valuesOf(
    transaction: ScopedTransaction,
    caller: Caller,
    owner: number,
    { title, body, date, time, time_zone, recipients, send_now }: UpdateAppNotificationDto,
  ): Promise<NotificationValues> {
    const timeZone = await zoneOf(transaction, caller, time_zone)
    const plannedAt = momentOf(date, time, timeZone)
    if (!plannedAt) throw invalid({ time: [say('no-such-time')] })
    const ahead = plannedAt.getTime() - Date.now()
    if (ahead <= 0 && !send_now) throw invalid({ time: [say('time-past')] })
    if (ahead > MAX_DAYS_AHEAD * DAY_MS) throw invalid({ date: [say('too-far', { max: MAX_DAYS_AHEAD })] })
    return { title, body, date, time, timeZone, plannedAt, audience: await this.chosen(transaction, owner, recipients) }
  }

  /**
   * Checks the recipients (G-81).
   * @throws Problem 422 for an empty selection, and for recipients that the sender is not allowed to send to
   */
  private async chosen(
    transaction: ScopedTransaction,
    owner: number,
    recipients: NotificationRecipientsDto,
  ): Promise<ToldRecipientsDto> {
    const audience = wholeAudience(recipients)
    if (isNobody(audience)) throw invalid({ recipients: [say('nobody-selected')] })
    const { tags, businesses, consumers } = await this.notifications.countNamed(transaction, owner, audience)
    if (tags < audience.tag_ids.length) throw invalid({ 'recipients.tag_ids': [absent('tag')] })
    if (businesses < audience.business_ids.length) throw invalid({ 'recipients.business_ids': [say('not-below')] })
    if (consumers < audience.consumer_ids.length) throw invalid({ 'recipients.consumer_ids': [say('not-below')] })
    return audience
  }

  /** Queues a notification that is already due, so that it does not wait for the next run of the timetable. */
  private async hurry(transaction: ScopedTransaction, caller: Caller, id: number, plannedAt: Date): Promise<void> {
    if (plannedAt.getTime() > Date.now()) return
    await this.queue.enqueue(transaction, SEND_NOTIFICATION, { notification_id: id }, { requestedBy: caller })
  }
}

/** Returns the fields of a notification that the audit log records. */
const auditedNotification = ({ title, body, date, time, time_zone, recipients, state }: AppNotificationRow) => ({
  title,
  body,
  planned: `${date} ${time} ${time_zone}`,
  recipients: recipients.kind,
  state,
})
