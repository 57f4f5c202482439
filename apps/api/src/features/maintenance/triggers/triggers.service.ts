import { Inject, Injectable } from '@nestjs/common'
import type { Acting } from '../../../auth/acting.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { takenBy } from '../../../database/taken.js'
import { invalid, Problem } from '../../../http/problems.js'
import { toApiRow } from '../../../http/api-row.js'
import { type Finding, ResourceService } from '../../../resources/index.js'
import { absent } from '../../../texts/platform.js'
import type { WriteMaintenanceTriggerDto } from '../dto/maintenance-plan.dto.js'
import { EvaluationJobs } from '../evaluation/evaluation-jobs.js'
import { say } from '../texts.js'
import type { CreatePlanTriggerDto, PlanTriggerDto } from './plan-trigger.dto.js'
import type { PlanTriggerRow } from './trigger-list.js'
import { TriggersRepository } from './triggers.repository.js'

const sameTrigger = () => invalid({ name: [say('same-trigger')] })

/** Triggers of plans, one by one. */
@Injectable()
export class TriggersService extends ResourceService<PlanTriggerRow, PlanTriggerDto> {
  @Inject(TriggersRepository) private readonly triggers: TriggersRepository
  @Inject(EvaluationJobs) private readonly evaluations: EvaluationJobs
  protected readonly thing = 'trigger'
  protected readonly toDto = (row: PlanTriggerRow) => toApiRow(row)
  protected readonly audited = ({ name, value, metric, description, plan_title }: PlanTriggerRow) => ({
    name,
    interval: `${value} ${metric}`,
    description,
    maintenance_plan: plan_title,
  })

  create(by: Acting, { plan_id, ...one }: CreatePlanTriggerDto): Promise<PlanTriggerDto> {
    return this.make(by, 'trigger.create', async (transaction) => {
      const id = await takenBy(this.triggers.add(transaction, plan_id, one), sameTrigger)
      if (id === undefined) throw invalid({ plan_id: [absent('maintenance-plan')] })
      await this.evaluations.askFor(transaction, by.caller, plan_id)
      return id
    })
  }

  update(by: Acting, id: number, trigger: WriteMaintenanceTriggerDto, ifMatch: string | null): Promise<PlanTriggerDto> {
    const save = async (transaction: ScopedTransaction, { plan_id }: PlanTriggerRow) => {
      await takenBy(this.triggers.save(transaction, id, trigger), sameTrigger)
      await this.evaluations.askFor(transaction, by.caller, plan_id)
    }
    return this.change(by, id, 'trigger.update', save, { ifMatch })
  }

  delete(by: Acting, id: number): Promise<void> {
    return this.remove(by, id, 'trigger.delete', async (transaction, { plan_id }) => {
      const left = await this.triggers.countOf(transaction, plan_id)
      if (!left || left.count < 2) throw new Problem('conflict', say('no-triggers'))
      await this.triggers.remove(transaction, id)
      await this.evaluations.askFor(transaction, by.caller, plan_id)
    })
  }

  protected find(transaction: ScopedTransaction, id: number, { isLocked }: Finding): Promise<PlanTriggerRow | undefined> {
    return this.triggers.findOne(transaction, id, isLocked)
  }
}
