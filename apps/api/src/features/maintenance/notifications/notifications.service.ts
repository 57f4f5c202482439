import { Inject, Injectable } from '@nestjs/common'
import type { Acting } from '../../../auth/acting.js'
import type { Caller } from '../../../auth/caller.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { takenBy } from '../../../database/taken.js'
import { type Page, pageMeta } from '../../../http/page.dto.js'
import { invalid, Problem } from '../../../http/problems.js'
import type { ListCriteria } from '../../../lists/list-fields.js'
import { type Finding, ResourceService } from '../../../resources/index.js'
import { EvaluationRepository } from '../evaluation/evaluation.repository.js'
import { CustomerMail } from './customer-mail.js'
import type {
  CompleteMaintenanceDto,
  CreateMaintenanceNotificationDto,
  MaintenanceAssigneeDto,
  MaintenanceNotificationDto,
  MaintenanceNotificationPageMetaDto,
  UpdateMaintenanceNotificationDto,
} from './dto/notification.dto.js'
import {
  type AskedState,
  MAINTENANCE_NOTIFICATION_LIST,
  type MaintenanceNotificationRow,
  toNotification,
} from './notification-list.js'
import { type CalendarDays, NotificationsRepository } from './notifications.repository.js'
import { say } from './texts.js'

const conflict = (sentence: ReturnType<typeof say>) => new Problem('conflict', sentence)
const openAlready = () => conflict(say('open-already'))
/** Tolerance in milliseconds for a client whose clock is ahead. */
const SKEW_MS = 60_000
/** Maximum services in a calendar. */
const MAX_COMING = 2_000

/**
 * Services (R-203 to R-205, G-77). A service begins when it is due or requested, and ends when it is done and archived. When a
 * service is completed, the database restarts its interval and queues webhook events:
 * `docs/schema/maintenance_notifications.sql`.
 */
@Injectable()
export class NotificationsService extends ResourceService<MaintenanceNotificationRow, MaintenanceNotificationDto> {
  @Inject(NotificationsRepository) private readonly notifications: NotificationsRepository
  @Inject(CustomerMail) private readonly customers: CustomerMail
  @Inject(EvaluationRepository) private readonly evaluations: EvaluationRepository
  protected readonly thing = 'maintenance-notification'
  protected readonly toDto = toNotification
  protected readonly audited = auditedService

  async page(
    caller: Caller,
    criteria: ListCriteria<AskedState>,
  ): Promise<Page<MaintenanceNotificationDto, MaintenanceNotificationPageMetaDto>> {
    const { rows, total, counts } = await this.database.read(caller.scope, async (transaction) => ({
      ...(await MAINTENANCE_NOTIFICATION_LIST.findPage(transaction, caller, criteria)),
      counts: await this.notifications.count(transaction, criteria),
    }))
    return { data: rows.map(toNotification), meta: { ...pageMeta(criteria.page, criteria.limit, total), counts } }
  }

  async coming(caller: Caller, days: CalendarDays): Promise<MaintenanceNotificationDto[]> {
    const rows = await this.database.read(caller.scope, (transaction) =>
      this.notifications.findComing(transaction, caller, days, MAX_COMING),
    )
    return rows.map(toNotification)
  }

  assignees(caller: Caller, entityId: number | undefined): Promise<MaintenanceAssigneeDto[]> {
    return this.database.read(caller.scope, (transaction) => this.notifications.findAssignees(transaction, entityId))
  }

  create(by: Acting, body: CreateMaintenanceNotificationDto): Promise<MaintenanceNotificationDto> {
    const { entity_id: entityId, trigger_id: triggerId, planned_at, assigned_user_id: assignedUserId = null } = body
    return this.make(by, 'maintenance-notification.create', async (transaction) => {
      const added = this.notifications.add(transaction, { entityId, triggerId, by: by.caller.userId })
      const id = await takenBy(added, openAlready)
      if (id === undefined) throw invalid({ trigger_id: [say('not-in-plan')] })
      await this.assertMaySee(transaction, id, assignedUserId, 'assigned_user_id')
      await this.notifications.save(transaction, id, { plannedAt: momentOf(planned_at), assignedUserId })
      await this.evaluations.followOdometers(transaction, [entityId], new Date())
      return id
    })
  }

  update(by: Acting, id: number, body: UpdateMaintenanceNotificationDto, ifMatch: string | null) {
    return this.save(by, id, 'update', body, ifMatch)
  }

  plan(by: Acting, id: number, planned_at: string | null): Promise<MaintenanceNotificationDto> {
    return this.save(by, id, 'plan', { planned_at })
  }

  assign(by: Acting, id: number, user_id: number | null): Promise<MaintenanceNotificationDto> {
    return this.save(by, id, user_id === null ? 'unassign' : 'assign', { assigned_user_id: user_id }, null, 'user_id')
  }

  /** Completes a service once for each Idempotency-Key, because a phone that lost its connection repeats the request. */
  complete(by: Acting, id: number, body: CompleteMaintenanceDto): Promise<MaintenanceNotificationDto> {
    const completedAt = new Date(body.completed_at)
    if (completedAt.getTime() > Date.now() + SKEW_MS) throw invalid({ completed_at: [say('future')] })
    const { odometer_m: odometerM = null, note = null, cost_minor: costMinor = null, currency = null } = body
    const money = { costMinor, currency: costMinor === null ? null : (currency ?? 'EUR') }
    return this.onceOnly.write(by, async (transaction) =>
      toNotification(
        await this.changeWithin(transaction, by, id, 'maintenance-notification.complete', async (_, before) => {
          await this.notifications.complete(transaction, id, by.caller.userId, { completedAt, odometerM, note, ...money })
          if (body.tell_customer) await this.customers.send(transaction, by.caller, before)
        }),
      ),
    )
  }

  archive(by: Acting, id: number): Promise<MaintenanceNotificationDto> {
    return this.change(by, id, 'maintenance-notification.archive', (transaction) => this.notifications.archive(transaction, id))
  }

  reopen(by: Acting, id: number): Promise<MaintenanceNotificationDto> {
    return this.change(by, id, 'maintenance-notification.reopen', async (transaction, { entity }) => {
      await takenBy(this.notifications.reopen(transaction, id), openAlready)
      await this.evaluations.followOdometers(transaction, [entity.id], new Date())
    })
  }

  delete(by: Acting, id: number): Promise<void> {
    return this.remove(by, id, 'maintenance-notification.delete', (transaction, before) => {
      this.assertMay('maintenance-notification.delete', before)
      return this.notifications.remove(transaction, id)
    })
  }

  protected find(transaction: ScopedTransaction, id: number, finding: Finding): Promise<MaintenanceNotificationRow | undefined> {
    return this.notifications.findOne(transaction, id, finding)
  }

  protected override assertMay(action: string, { status, is_current }: MaintenanceNotificationRow): void {
    const what = action.slice(action.indexOf('.') + 1)
    if (what === 'reopen') {
      if (status === 'open') throw conflict(say('is-open'))
      if (!is_current) throw conflict(say('trigger-gone'))
    } else if (what !== 'archive' && status !== 'open') throw conflict(say('not-open'))
  }

  /** @param field name of the body's field with the assigned user */
  private save(
    by: Acting,
    id: number,
    action: string,
    body: Partial<UpdateMaintenanceNotificationDto>,
    ifMatch: string | null = null,
    field = 'assigned_user_id',
  ): Promise<MaintenanceNotificationDto> {
    return this.change(
      by,
      id,
      `maintenance-notification.${action}`,
      async (transaction, before) => {
        const { planned_at, assigned_user_id } = body
        await this.assertMaySee(transaction, id, assigned_user_id ?? null, field)
        await this.notifications.save(transaction, id, {
          plannedAt: planned_at === undefined ? before.planned_at : momentOf(planned_at),
          assignedUserId: assigned_user_id === undefined ? before.assigned_user_id : assigned_user_id,
        })
      },
      { ifMatch },
    )
  }

  private async assertMaySee(transaction: ScopedTransaction, id: number, userId: number | null, field: string) {
    if (userId === null || (await this.notifications.maySee(transaction, id, userId))) return
    throw invalid({ [field]: [say('cannot-see')] })
  }
}

const momentOf = (told: string | null | undefined): Date | null => (told ? new Date(told) : null)

/** Returns the fields of a service that the audit log records. */
const auditedService = (row: MaintenanceNotificationRow) => ({
  name: row.plan.title,
  entity: row.entity.name,
  trigger: row.trigger.name,
  status: row.status,
  planned_at: row.planned_at?.toISOString() ?? null,
  assigned_user: row.assigned_user?.name ?? null,
  completed_at: row.completed_at?.toISOString() ?? null,
  odometer_m: row.odometer_m,
  note: row.note,
  cost: row.cost_minor === null ? null : `${(row.cost_minor / 100).toFixed(2)} ${row.currency}`,
})
