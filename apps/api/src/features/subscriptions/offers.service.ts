import { Injectable } from '@nestjs/common'
import type { BusinessKind } from '@roadbook/contracts'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import type { BulkRowDto } from '../../bulk/index.js'
import { OnceOnly } from '../../database/once-only.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { invalid, notFound, PROBLEMS } from '../../http/problems.js'
import { absent } from '../../texts/platform.js'
import type { SubscriptionOptionDto, SubscriptionReachDto } from './dto/offer.dto.js'
import { OffersRepository, type OfferTargetRow } from './offers.repository.js'
import { say } from './texts.js'

interface Offer {
  subscription_id: number
  /** Undefined means that the offer is removed. */
  isDiscounted: boolean | undefined
  businesses: readonly number[]
  isDryRun: boolean
  kind?: BusinessKind
}

/**
 * Offers of products to businesses. A change of an offer does not affect the subscriptions that vehicles
 * already have.
 */
@Injectable()
export class OffersService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly offers: OffersRepository,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  change(by: Acting, offer: Offer): Promise<SubscriptionReachDto> {
    return this.onceOnly.write(by, (transaction) => this.carryOut(transaction, by, offer))
  }

  /**
   * Changes the offer for one business. Its id is in the URL path.
   * @throws Problem 404 when there is no such business; 422 when the product cannot be offered to it
   */
  changeOne(by: Acting, id: number, offer: Omit<Offer, 'businesses'>): Promise<SubscriptionReachDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const done = await this.carryOut(transaction, by, { ...offer, businesses: [id] })
      const [refused] = done.results
      if (refused?.result !== 'failed') return done
      if (refused.reason === PROBLEMS.notFound.type) throw notFound('business')
      throw invalid({ subscription_id: [say('not-above')] })
    })
  }

  options(caller: Caller, asked: number | undefined): Promise<SubscriptionOptionDto[]> {
    const businessId = asked ?? caller.businessId
    if (businessId === null) return Promise.resolve([])
    return this.database.read(caller.scope, (transaction) => this.offeredTo(transaction, businessId))
  }

  /** Returns the products that can be given to vehicles of a business, as part of a larger transaction. */
  offeredTo(transaction: ScopedTransaction, businessId: number): Promise<SubscriptionOptionDto[]> {
    return this.offers.options(transaction, businessId)
  }

  private async carryOut(transaction: ScopedTransaction, by: Acting, offer: Offer): Promise<SubscriptionReachDto> {
    const { subscription_id: id, isDiscounted, businesses, isDryRun } = offer
    const product = await this.offers.product(transaction, id)
    if (!product) throw invalid({ subscription_id: [absent('subscription')] })
    if (isDiscounted && !product.is_own) throw invalid({ is_discounted: [say('discount-of-owner')] })
    const { title } = product
    const targets = new Map((await this.offers.targets(transaction, id, businesses, offer.kind)).map((one) => [one.id, one]))
    const results = businesses.map((business) => resultOf(business, targets.get(business), isDiscounted))
    const changed = results.filter(({ result }) => result === 'changed').map((one) => one.id)
    const reach = await this.offers.reach(transaction, id, changed)
    if (!isDryRun && changed.length > 0) {
      if (isDiscounted === undefined) await this.offers.detach(transaction, id, changed)
      else await this.offers.attach(transaction, { subscriptionId: id, businesses: changed, isDiscounted, by: by.caller.userId })
      const [action, before, after] =
        isDiscounted === undefined
          ? ['business.detach-subscription', { subscription: title }, {}]
          : ['business.attach-subscription', {}, { subscription: title, discounted: isDiscounted }]
      await this.audit.recordAll(
        transaction,
        by,
        changed.map((business) => ({ action, id: business, businessId: business, before, after })),
      )
    }
    const count = (result: string) => results.filter((one) => one.result === result).length
    return { changed: changed.length, unchanged: count('unchanged'), failed: count('failed'), ...reach, results }
  }
}

function resultOf(id: number, target: OfferTargetRow | undefined, isDiscounted: boolean | undefined): BulkRowDto {
  if (!target) return { id, result: 'failed', reason: PROBLEMS.notFound.type, message: absent('business') }
  const isDetached = isDiscounted === undefined
  if (!isDetached && !target.is_below) return { id, result: 'failed', reason: PROBLEMS.invalid.type, message: say('not-above') }
  const isSame = isDetached ? target.is_discounted === null : target.is_discounted === isDiscounted
  return { id, result: isSame ? 'unchanged' : 'changed', reason: null, message: null }
}
