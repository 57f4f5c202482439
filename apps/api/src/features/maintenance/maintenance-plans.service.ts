import { Inject, Injectable } from '@nestjs/common'
import { type Finding, ResourceService } from '../../resources/index.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { zoneOf } from '../../day-sums/index.js'
import { refusedBy } from '../../database/refused.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { takenBy } from '../../database/taken.js'
import type { Sentence } from '../../texts/sentence.js'
import { invalid, Problem } from '../../http/problems.js'
import { toApiRow } from '../../http/api-row.js'
import type { MaintenanceNotificationOptionDto, MaintenancePlanOptionDto } from './dto/maintenance-option.dto.js'
import type { CreateMaintenancePlanDto, MaintenancePlanDto, UpdateMaintenancePlanDto } from './dto/maintenance-plan.dto.js'
import { EvaluationJobs } from './evaluation/evaluation-jobs.js'
import { type MaintenancePlanRow, MaintenancePlansRepository, type Mark } from './maintenance-plans.repository.js'
import { absent } from '../../texts/platform.js'
import { say } from './texts.js'

const sameTrigger = () => invalid({ triggers: [say('same-trigger')] })
const refused = (sentence: Sentence) => invalid({ maintenance_plan_id: [sentence] })

/** Maintenance plans for vehicles. */
@Injectable()
export class MaintenancePlansService extends ResourceService<MaintenancePlanRow, MaintenancePlanDto> {
  @Inject(MaintenancePlansRepository) private readonly plans: MaintenancePlansRepository
  @Inject(EvaluationJobs) private readonly evaluations: EvaluationJobs
  protected readonly thing = 'maintenance-plan'
  protected readonly toDto = (row: MaintenancePlanRow) => toApiRow(row)
  protected readonly audited = auditedPlan

  create(by: Acting, { business_id, ...values }: CreateMaintenancePlanDto): Promise<MaintenancePlanDto> {
    const owner = business_id ?? by.caller.businessId
    return this.make(by, 'maintenance-plan.create', async (transaction) => {
      const { userId } = by.caller
      const timeZone = await zoneOf(transaction, by.caller, undefined)
      const added = owner === null ? undefined : this.plans.add(transaction, owner, values, { userId, timeZone })
      const id = added && (await takenBy(added, sameTrigger))
      if (id === undefined) throw invalid({ business_id: [absent('business')] })
      return id
    })
  }

  update(by: Acting, id: number, body: UpdateMaintenancePlanDto, ifMatch: string | null): Promise<MaintenancePlanDto> {
    const save = async (transaction: ScopedTransaction, { triggers }: MaintenancePlanRow) => {
      const isForeign = ({ id: named }: { id?: number | null }) => named && !triggers.some((one) => one.id === named)
      if (body.triggers.some(isForeign)) throw invalid({ triggers: [absent('trigger')] })
      await takenBy(this.plans.save(transaction, id, body), sameTrigger)
      await this.evaluations.askFor(transaction, by.caller, id)
    }
    return this.change(by, id, 'maintenance-plan.update', save, { ifMatch })
  }

  /** @param catchesUp true to continue the plan's intervals as if the plan had never been inactive (G-78) */
  activate(by: Acting, id: number, catchesUp: boolean): Promise<MaintenancePlanDto> {
    return this.mark(by, id, catchesUp ? 'catch-up' : 'activate')
  }

  deactivate = (by: Acting, id: number) => this.mark(by, id, 'deactivate')
  /** Deletes a plan. Its vehicles stay assigned, so that a restore brings them back (T-15). */
  delete = (by: Acting, id: number) => this.mark(by, id, 'delete')
  restore = (by: Acting, id: number) => this.mark(by, id, 'restore')

  private mark(by: Acting, id: number, mark: Mark): Promise<MaintenancePlanDto> {
    const action = `maintenance-plan.${mark === 'catch-up' ? 'activate' : mark}`
    return this.change(by, id, action, async (transaction) => {
      await this.plans.mark(transaction, id, mark)
      await this.evaluations.askFor(transaction, by.caller, id)
    })
  }

  options(caller: Caller): Promise<MaintenancePlanOptionDto[]> {
    return this.database.read(caller.scope, (transaction) => this.plans.options(transaction))
  }

  async notificationOptions(caller: Caller): Promise<MaintenanceNotificationOptionDto[]> {
    const rows = await this.database.read(caller.scope, (transaction) => this.plans.notificationOptions(transaction))
    return rows.map(toApiRow)
  }

  /**
   * @throws Problem 422 when the plan cannot be given to vehicles
   * @returns its title
   */
  async assertCanBeGiven(transaction: ScopedTransaction, planId: number): Promise<string> {
    const title = await this.plans.titleOfActive(transaction, planId)
    if (title === undefined) throw refused(absent('maintenance-plan'))
    return title
  }

  /** Applies a plan to a vehicle, as part of a larger write. */
  async give(transaction: ScopedTransaction, by: Acting, entityId: number, planId: number): Promise<void> {
    const title = await this.assertCanBeGiven(transaction, planId)
    const given = this.plans.give(transaction, entityId, planId)
    await refusedBy(given, () => refused(say('not-above')))
    await this.audit.record(transaction, by, 'entity.maintenance-plan', { id: entityId, after: { maintenance_plan: title } })
    await this.evaluations.askFor(transaction, by.caller, planId)
  }

  protected find(transaction: ScopedTransaction, id: number, { isLocked }: Finding): Promise<MaintenancePlanRow | undefined> {
    return this.plans.findOne(transaction, id, isLocked)
  }

  protected override assertMay(action: string, { deleted_at }: MaintenancePlanRow): void {
    if (deleted_at && ['maintenance-plan.update', 'maintenance-plan.activate'].includes(action)) {
      throw new Problem('conflict', say('deleted'))
    }
  }
}

/** Returns the fields of a plan that the audit log records. */
const auditedPlan = ({ title, description, active, triggers, deleted_at }: MaintenancePlanRow) => ({
  name: title,
  description,
  active,
  triggers: triggers.map(({ name, value, metric }) => `${name}: ${value} ${metric}`).join('; '),
  deleted: deleted_at !== null,
})
