import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { OnceOnly } from '../../database/once-only.js'
import { refusedBy } from '../../database/refused.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { takenBy } from '../../database/taken.js'
import type { Sentence } from '../../texts/sentence.js'
import { assertUnchanged } from '../../http/if-match.js'
import { invalid, notFound, Problem } from '../../http/problems.js'
import { told } from '../../http/told.js'
import type { MaintenanceNotificationOptionDto, MaintenancePlanOptionDto } from './dto/maintenance-option.dto.js'
import type { CreateMaintenancePlanDto, MaintenancePlanDto, UpdateMaintenancePlanDto } from './dto/maintenance-plan.dto.js'
import { type MaintenancePlanRow, MaintenancePlansRepository, type Mark } from './maintenance-plans.repository.js'
import { absent } from '../../texts/platform.js'
import { say } from './texts.js'

const sameTrigger = () => invalid({ triggers: [say('same-trigger')] })
const refused = (sentence: Sentence) => invalid({ maintenance_plan_id: [sentence] })

/** the plans that vehicles are looked after by. */
@Injectable()
export class MaintenancePlansService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly plans: MaintenancePlansRepository,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  get(caller: Caller, id: number): Promise<MaintenancePlanDto> {
    return this.database.read(caller.scope, async (transaction) => told(await this.plan(transaction, id)))
  }

  create(by: Acting, { business_id, ...values }: CreateMaintenancePlanDto): Promise<MaintenancePlanDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const owner = business_id ?? by.caller.businessId
      const id =
        owner === null ? undefined : await takenBy(this.plans.add(transaction, owner, values, by.caller.userId), sameTrigger)
      if (id === undefined) throw invalid({ business_id: [absent('business')] })
      const added = await this.plan(transaction, id)
      await this.record(transaction, by, 'create', undefined, added)
      return told(added)
    })
  }

  update(by: Acting, id: number, body: UpdateMaintenancePlanDto, ifMatch: string | null): Promise<MaintenancePlanDto> {
    return this.change(by, id, 'update', async (transaction, before) => {
      if (before.deleted_at) throw new Problem('conflict', say('deleted'))
      assertUnchanged(ifMatch, before.updated_at)
      await takenBy(this.plans.save(transaction, id, body), sameTrigger)
    })
  }

  activate = (by: Acting, id: number) => this.mark(by, id, 'activate')
  deactivate = (by: Acting, id: number) => this.mark(by, id, 'deactivate')
  /** T-15: it keeps its vehicles, so that it can come back with them. */
  delete = (by: Acting, id: number) => this.mark(by, id, 'delete')
  restore = (by: Acting, id: number) => this.mark(by, id, 'restore')

  private mark(by: Acting, id: number, mark: Mark): Promise<MaintenancePlanDto> {
    return this.change(by, id, mark, (transaction, { deleted_at }) => {
      if (deleted_at && mark === 'activate') throw new Problem('conflict', say('deleted'))
      return this.plans.mark(transaction, id, mark)
    })
  }

  options(caller: Caller): Promise<MaintenancePlanOptionDto[]> {
    return this.database.read(caller.scope, (transaction) => this.plans.options(transaction))
  }

  async notificationOptions(caller: Caller): Promise<MaintenanceNotificationOptionDto[]> {
    const rows = await this.database.read(caller.scope, (transaction) => this.plans.notificationOptions(transaction))
    return rows.map(told)
  }

  /** @throws Problem 422 when it is no plan that vehicles can be given. @returns its title */
  async assertCanBeGiven(transaction: ScopedTransaction, planId: number): Promise<string> {
    const title = await this.plans.titleOfActive(transaction, planId)
    if (title === undefined) throw refused(absent('maintenance-plan'))
    return title
  }

  /** From now on the plan holds for the vehicle, as a part of a larger write. */
  async give(transaction: ScopedTransaction, by: Acting, entityId: number, planId: number): Promise<void> {
    const title = await this.assertCanBeGiven(transaction, planId)
    const given = this.plans.give(transaction, entityId, planId)
    await refusedBy(given, () => refused(say('not-above')))
    await this.audit.record(transaction, by, 'entity.maintenance-plan', { id: entityId, after: { maintenance_plan: title } })
  }

  private change(
    by: Acting,
    id: number,
    action: string,
    work: (transaction: ScopedTransaction, before: MaintenancePlanRow) => Promise<void>,
  ): Promise<MaintenancePlanDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const before = await this.plan(transaction, id, { isLocked: true })
      await work(transaction, before)
      const after = await this.plan(transaction, id)
      await this.record(transaction, by, action, before, after)
      return told(after)
    })
  }

  private async plan(transaction: ScopedTransaction, id: number, { isLocked = false } = {}): Promise<MaintenancePlanRow> {
    const row = await this.plans.findOne(transaction, id, isLocked)
    if (!row) throw notFound('maintenance-plan')
    return row
  }

  private record(
    transaction: ScopedTransaction,
    by: Acting,
    action: string,
    before: MaintenancePlanRow | undefined,
    after: MaintenancePlanRow,
  ): Promise<void> {
    return this.audit.record(transaction, by, `maintenance-plan.${action}`, {
      id: after.id,
      businessId: after.business_id,
      before: before && auditedPlan(before),
      after: auditedPlan(after),
    })
  }
}

/** What the audit log tells of a plan. */
const auditedPlan = ({ title, description, active, triggers, deleted_at }: MaintenancePlanRow) => ({
  name: title,
  description,
  active,
  triggers: triggers.map(({ name, value, metric }) => `${name}: ${value} ${metric}`).join('; '),
  deleted: deleted_at !== null,
})
