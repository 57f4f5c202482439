import { Injectable } from '@nestjs/common'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { AuditLog, type AuditedAction } from '../../audit/audit-log.js'
import { type BulkResultDto, BulkRows, type RowChange } from '../../bulk/index.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { existing, invalid, Problem } from '../../http/problems.js'
import { toApiRow } from '../../http/api-row.js'
import type { Sentence } from '../../texts/sentence.js'
import { type CourseRow, type CoverableRow, CoursesRepository, type Period, type Terms } from './courses.repository.js'
import type { GiveSubscriptionDto, RenewalOfSubscriptionsDto, VehicleSubscriptionDto } from './dto/course.dto.js'
import type { SubscriptionOptionDto } from './dto/offer.dto.js'
import { OffersRepository } from './offers.repository.js'
import { say } from './texts.js'

const conflict = (sentence: Sentence) => new Problem('conflict', sentence)

/** Subscription to give to a vehicle. */
type Gift = Pick<GiveSubscriptionDto, 'subscription_id' | 'starts_at' | 'renews'>

/** Subscriptions of vehicles. Gives, renews and cancels them, for one vehicle or many (T-18). */
@Injectable()
export class CoursesService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly courses: CoursesRepository,
    private readonly offers: OffersRepository,
    private readonly bulk: BulkRows,
    private readonly audit: AuditLog,
  ) {}

  ofEntity(caller: Caller, entityId: number): Promise<VehicleSubscriptionDto[]> {
    return this.database.read(caller.scope, async (transaction) =>
      existing(await this.courses.ofEntity(transaction, entityId), 'entity').map(toApiRow),
    )
  }

  give(by: Acting, { entities, ...gift }: GiveSubscriptionDto): Promise<BulkResultDto> {
    return this.change(by, 'entity.subscription-give', entities, (transaction) => async (id) => ({
      before: null,
      audit: await this.giveTo(transaction, by, id, gift),
    }))
  }

  /** Cancels all subscriptions of these vehicles, as part of a larger write. */
  cancelAll(transaction: ScopedTransaction, entityIds: readonly number[]): Promise<void> {
    return this.courses.cancelAll(transaction, entityIds)
  }

  /**
   * Gives a subscription, as part of a larger write.
   * @throws Problem 422 for the field `subscription_id`
   */
  async giveOne(transaction: ScopedTransaction, by: Acting, entityId: number, subscriptionId: number): Promise<void> {
    try {
      await this.audit.recordAll(transaction, by, [
        await this.giveTo(transaction, by, entityId, { subscription_id: subscriptionId }),
      ])
    } catch (error) {
      if (error instanceof Problem && error.kind === 'conflict') throw invalid({ subscription_id: [error.sentence] })
      throw error
    }
  }

  /** @throws Problem 409 when the vehicle's cover has no end, because no other subscription can then follow */
  async assertCoverable(transaction: ScopedTransaction, entityId: number): Promise<void> {
    beginningAfter(existing(await this.courses.lockEntity(transaction, entityId), 'entity').covered_until)
  }

  /**
   * Adds a paid period. Extends the vehicle's subscription of the product, or starts a new one after the vehicle's present
   * cover.
   * @returns undefined when the vehicle was deleted or is covered without an end
   */
  async cover(
    transaction: ScopedTransaction,
    { entityId, subscriptionId, terms }: { entityId: number; subscriptionId: number; terms: Terms },
  ): Promise<Period | undefined> {
    const entity = await this.courses.lockEntity(transaction, entityId)
    if (!entity) return undefined
    const last = await this.courses.findLast(transaction, entityId, subscriptionId)
    const endsAt = last && (await this.courses.renew(transaction, last))
    if (last?.ends_at && endsAt) return { id: last.id, starts_at: last.ends_at, ends_at: endsAt }
    if (typeof entity.covered_until === 'number') return undefined
    const startsAt = entity.covered_until?.toISOString() ?? null
    return this.courses.give(transaction, { entityId, subscriptionId, offered: terms, startsAt, renews: false, by: null })
  }

  /**
   * Removes a refunded period. Leaves the period if its subscription was extended, cancelled or set to renew after the
   * payment.
   */
  takeBack(transaction: ScopedTransaction, period: Period): Promise<void> {
    return this.courses.takeBack(transaction, period)
  }

  /**
   * Returns a product with its terms for a vehicle's business.
   * @throws Problem 422 when the product is not offered
   */
  async offered(transaction: ScopedTransaction, businessId: number, subscriptionId: number): Promise<SubscriptionOptionDto> {
    const offered = (await this.offers.options(transaction, businessId)).find(({ id }) => id === subscriptionId)
    if (!offered) throw invalid({ subscription_id: [say('not-offered')] })
    return offered
  }

  /** Extends each subscription by a period. */
  renew(by: Acting, ids: readonly number[]): Promise<BulkResultDto> {
    return this.changeEach(by, 'entity.subscription-renew', ids, async (transaction, course) => {
      assertRuns(course)
      if (course.ends_at === null) throw conflict(say('endless'))
      const endsAt = await this.courses.renew(transaction, course)
      if (!endsAt) throw conflict(say('followed'))
      return { before: { ends_at: course.ends_at.toISOString() }, after: { ends_at: endsAt.toISOString() } }
    })
  }

  setRenewing(by: Acting, { ids, renews }: RenewalOfSubscriptionsDto): Promise<BulkResultDto> {
    return this.changeEach(by, 'entity.subscription-renewal', ids, async (transaction, course) => {
      assertRuns(course)
      if (course.renews === renews) return undefined
      if (course.ends_at === null) throw conflict(say('endless'))
      await this.courses.setRenewing(transaction, course.id, renews)
      return { before: { renews: course.renews }, after: { renews } }
    })
  }

  /** Cancels the subscriptions. The vehicles lose their cover immediately. */
  cancel(by: Acting, ids: readonly number[]): Promise<BulkResultDto> {
    return this.changeEach(by, 'entity.subscription-cancel', ids, async (transaction, course) => {
      if (course.state === 'cancelled') return undefined
      if (course.state === 'expired') throw conflict(say('over'))
      await this.courses.cancel(transaction, course.id)
      return { before: { state: course.state }, after: { state: 'cancelled' } }
    })
  }

  private async giveTo(transaction: ScopedTransaction, by: Acting, entityId: number, gift: Gift): Promise<AuditedAction> {
    const { subscription_id: subscriptionId, starts_at: asked = null, renews = false } = gift
    const entity = existing(await this.courses.lockEntity(transaction, entityId), 'entity')
    const offered = await this.offered(transaction, entity.business_id, subscriptionId)
    if (asked !== null && (await this.courses.isCovered(transaction, entityId, asked, offered.period))) {
      throw conflict(say('covered-then'))
    }
    const startsAt = asked ?? beginningAfter(entity.covered_until)
    const given = await this.courses.give(transaction, {
      entityId,
      subscriptionId,
      offered,
      startsAt,
      renews,
      by: by.caller.userId,
    })
    const after = { subscription: offered.name, ends_at: given.ends_at.toISOString(), renews }
    return { action: 'entity.subscription-give', id: entityId, businessId: entity.business_id, after }
  }

  private changeEach(
    by: Acting,
    action: string,
    ids: readonly number[],
    change: (
      transaction: ScopedTransaction,
      course: CourseRow,
    ) => Promise<{ before: Record<string, unknown>; after: Record<string, unknown> } | undefined>,
  ): Promise<BulkResultDto> {
    return this.change(by, action, ids, (transaction) => async (id) => {
      const course = existing(await this.courses.lock(transaction, id), 'entity-subscription')
      const changed = await change(transaction, course)
      const { entity_id, business_id: businessId, title } = course
      if (!changed) return undefined
      const after = { ...changed.after, subscription: title }
      return { before: null, audit: { action, id: entity_id, businessId, before: changed.before, after } }
    })
  }

  private change(
    by: Acting,
    action: string,
    ids: readonly number[],
    each: (transaction: ScopedTransaction) => (id: number) => Promise<RowChange<null>>,
  ): Promise<BulkResultDto> {
    return this.bulk.change<null>(by, {
      action,
      ids,
      isUndoable: false,
      begin: (transaction) => Promise.resolve(each(transaction)),
    })
  }
}

/** Returns the moment when the present cover ends and the next can begin; null when the next can begin now. */
function beginningAfter(coveredUntil: CoverableRow['covered_until']): string | null {
  if (coveredUntil === null) return null
  if (typeof coveredUntil === 'number') throw conflict(say('covered-already'))
  return coveredUntil.toISOString()
}

function assertRuns({ state }: CourseRow): void {
  if (state === 'expired' || state === 'cancelled') throw conflict(say('over'))
}
