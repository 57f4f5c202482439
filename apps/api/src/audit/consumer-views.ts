import { Injectable } from '@nestjs/common'
import type { Actor } from '../auth/acting.js'
import type { Caller } from '../auth/caller.js'
import { RequestDatabase } from '../database/request-database.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { AuditLog } from './audit-log.js'
import { AuditLogRepository } from './audit-log.repository.js'

/** Way in which a user sees a vehicle's position. */
export type LookKind = 'detail' | 'list' | 'markers' | 'live'

/** The consumers' vehicles on view, with the way in which their position is shown. */
export interface View {
  entityIds: readonly number[]
  kind: LookKind
  /** Name of the call. Set only for views that each get a separate entry. */
  call?: string
}

/**
 * Time in milliseconds within which a viewer and a vehicle get only one entry. This applies to views in lists, on the map and
 * live.
 */
const PERIOD_MS = 3_600_000
/**
 * Maximum pairs of viewer and vehicle in the memory of this process. The oldest pairs may be dropped, because the database
 * still has their entries and prevents a second entry.
 */
const MAX_REMEMBERED = 100_000

/**
 * Records who saw the position or track of a consumer's vehicle (S30, R-240). An entry is written each time a user opens a
 * single vehicle. Other views get one entry per viewer, vehicle and hour, so that a map that is open all day does not fill the
 * log.
 */
@Injectable()
export class ConsumerViews {
  /** Time of the last entry, by viewer and vehicle. */
  readonly #noted = new Map<string, number>()

  constructor(
    private readonly database: RequestDatabase,
    private readonly audit: AuditLog,
    private readonly entries: AuditLogRepository,
  ) {}

  /**
   * Records a view. Call it before the answer is sent. Records only consumers' vehicles with a location that this caller may
   * see.
   */
  async note(by: Actor, view: View): Promise<void> {
    const entityIds = view.kind === 'detail' ? view.entityIds : this.forgotten(by.caller, view.entityIds)
    if (entityIds.length === 0) return
    await this.database.write(by.caller.scope, (transaction) => this.record(transaction, by, { ...view, entityIds }))
    if (view.kind !== 'detail') this.remember(by.caller, entityIds)
  }

  private async record(transaction: ScopedTransaction, by: Actor, { entityIds, kind, call }: View): Promise<void> {
    const seen = await this.entries.findSeen(transaction, by, entityIds, kind === 'detail' ? undefined : PERIOD_MS)
    await this.audit.recordAll(
      transaction,
      by,
      seen.map(({ id, business_id }) => ({
        action: 'consumer.position.view',
        type: 'entity',
        id,
        businessId: business_id,
        after: { call: call ?? kind },
      })),
    )
  }

  private forgotten(caller: Caller, entityIds: readonly number[]): number[] {
    const since = Date.now() - PERIOD_MS
    return entityIds.filter((id) => (this.#noted.get(`${caller.userId} ${id}`) ?? 0) <= since)
  }

  private remember(caller: Caller, entityIds: readonly number[]): void {
    for (const id of entityIds) {
      const key = `${caller.userId} ${id}`
      this.#noted.delete(key)
      this.#noted.set(key, Date.now())
    }
    for (const key of this.#noted.keys()) {
      if (this.#noted.size <= MAX_REMEMBERED) break
      this.#noted.delete(key)
    }
  }
}
