import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { refusedBy } from '../../database/refused.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import type { Sentence } from '../../texts/sentence.js'
import { invalid } from '../../http/problems.js'
import { told } from '../../http/told.js'
import type { MaintenanceNotificationOptionDto, MaintenancePlanOptionDto } from './dto/maintenance-option.dto.js'
import { MaintenancePlansRepository } from './maintenance-plans.repository.js'
import { absent } from '../../texts/platform.js'
import { say } from './texts.js'

const refused = (sentence: Sentence) => invalid({ maintenance_plan_id: [sentence] })

/** the plans that vehicles are looked after by. */
@Injectable()
export class MaintenancePlansService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly plans: MaintenancePlansRepository,
    private readonly audit: AuditLog,
  ) {}

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
}
