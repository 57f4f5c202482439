import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import type { Caller } from '../../../auth/caller.js'
import { OnceOnly } from '../../../database/once-only.js'
import { refusedBy } from '../../../database/refused.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Page, pageMeta } from '../../../http/page.dto.js'
import { existing, invalid, Problem } from '../../../http/problems.js'
import type { ListCriteria } from '../../../lists/list-fields.js'
import { absent } from '../../../texts/platform.js'
import { EvaluationJobs } from '../evaluation/evaluation-jobs.js'
import { MaintenancePlansRepository } from '../maintenance-plans.repository.js'
import { say } from '../texts.js'
import { PlanEntitiesRepository } from './plan-entities.repository.js'
import type { AddedPlanEntitiesDto, AddPlanEntitiesDto, PlanEntityDto } from './plan-entity.dto.js'
import { planEntities } from './plan-entity-list.js'

/** Vehicles that a plan applies to. */
@Injectable()
export class PlanEntitiesService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
    private readonly plans: MaintenancePlansRepository,
    private readonly joining: PlanEntitiesRepository,
    private readonly evaluations: EvaluationJobs,
  ) {}

  page(caller: Caller, planId: number, criteria: ListCriteria): Promise<Page<PlanEntityDto>> {
    return this.database.read(caller.scope, async (transaction) => {
      existing(await this.plans.findOne(transaction, planId), 'maintenance-plan')
      const list = planEntities(planId)
      const { rows, total } = await list.findPage(transaction, caller, criteria)
      return { data: rows.map(list.toDto), meta: pageMeta(criteria.page, criteria.limit, total) }
    })
  }

  add(by: Acting, planId: number, body: AddPlanEntitiesDto): Promise<AddedPlanEntitiesDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const { title, deleted_at } = existing(await this.plans.findOne(transaction, planId, true), 'maintenance-plan')
      if (deleted_at) throw new Problem('conflict', say('deleted'))
      const added = await refusedBy(this.join(transaction, planId, body), () => invalid({ entity_ids: [say('not-above')] }))
      const written = added.map((id) => ({ action: 'entity.maintenance-plan', id, after: { maintenance_plan: title } }))
      await this.audit.recordAll(transaction, by, written)
      await this.evaluations.askFor(transaction, by.caller, planId)
      const plan = existing(await this.plans.findOne(transaction, planId), 'maintenance-plan')
      return { added: added.length, entities_count: plan.entities_count }
    })
  }

  remove(by: Acting, planId: number, entityId: number): Promise<void> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const { title } = existing(await this.plans.findOne(transaction, planId, true), 'maintenance-plan')
      existing(await this.joining.leave(transaction, planId, entityId), 'entity')
      const before = { maintenance_plan: title }
      await this.audit.record(transaction, by, 'entity.maintenance-plan', { id: entityId, before })
      await this.evaluations.askFor(transaction, by.caller, planId)
    })
  }

  private async join(transaction: ScopedTransaction, planId: number, body: AddPlanEntitiesDto): Promise<number[]> {
    const { entity_ids = [], tag_id, starts = [] } = body
    if (await this.joining.unseen(transaction, entity_ids)) throw invalid({ entity_ids: [absent('entity')] })
    if (tag_id && !(await this.joining.isTag(transaction, tag_id))) throw invalid({ tag_id: [absent('tag')] })
    const named = await this.joining.join(transaction, planId, entity_ids, starts)
    return tag_id ? [...named, ...(await this.joining.joinTagged(transaction, planId, tag_id, starts))] : named
  }
}
