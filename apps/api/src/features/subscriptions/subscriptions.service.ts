import { Inject, Injectable } from '@nestjs/common'
import type { Acting } from '../../auth/acting.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { invalid, Problem } from '../../http/problems.js'
import { toApiRow } from '../../http/api-row.js'
import { type Finding, ownerIn, ResourceService } from '../../resources/index.js'
import { absent } from '../../texts/platform.js'
import type { CreateSubscriptionDto, SubscriptionDto, UpdateSubscriptionDto } from './dto/subscription.dto.js'
import { type SubscriptionRow, SubscriptionsRepository } from './subscriptions.repository.js'
import { say } from './texts.js'

/** Catalogue of products that cover vehicles. */
@Injectable()
export class SubscriptionsService extends ResourceService<SubscriptionRow, SubscriptionDto> {
  @Inject(SubscriptionsRepository) private readonly subscriptions: SubscriptionsRepository
  protected readonly thing = 'subscription'
  protected readonly toDto = (row: SubscriptionRow) => toApiRow(row)
  protected readonly audited = auditedSubscription

  create(by: Acting, { business_id, ...values }: CreateSubscriptionDto): Promise<SubscriptionDto> {
    return this.make(by, 'subscription.create', async (transaction) =>
      this.subscriptions.add(transaction, await ownerIn(transaction, by.caller, business_id), values),
    )
  }

  update(by: Acting, id: number, body: UpdateSubscriptionDto, ifMatch: string | null): Promise<SubscriptionDto> {
    const save = (transaction: ScopedTransaction) => this.subscriptions.save(transaction, id, body)
    return this.change(by, id, 'subscription.update', save, { ifMatch })
  }

  /** Deletes a product. Refuses while the product is offered or in use, so that every subscription has a visible product. */
  delete(by: Acting, id: number): Promise<SubscriptionDto> {
    return this.change(by, id, 'subscription.delete', async (transaction) => {
      const counts = await this.subscriptions.usage(transaction, id)
      if (counts.businesses + counts.vehicles > 0) throw new Problem('conflict', say('in-use', counts), { counts })
      await this.subscriptions.setDeleted(transaction, id, true)
    })
  }

  restore(by: Acting, id: number): Promise<SubscriptionDto> {
    return this.change(by, id, 'subscription.restore', (transaction) => this.subscriptions.setDeleted(transaction, id, false))
  }

  /**
   * Checks that a product to which other data (for example a preset) will refer is visible to the caller.
   * @throws Problem 422 when there is no such product
   */
  async assertSeen(transaction: ScopedTransaction, id: number): Promise<void> {
    const found = await this.subscriptions.findOne(transaction, id)
    if (!found || found.deleted_at) throw invalid({ subscription_id: [absent('subscription')] })
  }

  protected find(transaction: ScopedTransaction, id: number, { isLocked }: Finding): Promise<SubscriptionRow | undefined> {
    return this.subscriptions.findOne(transaction, id, isLocked)
  }

  protected override assertMay(action: string, { deleted_at }: SubscriptionRow): void {
    if (deleted_at && action === 'subscription.update') throw new Problem('conflict', say('deleted'))
  }
}

const auditedSubscription = ({ title, deleted_at, ...row }: SubscriptionRow) => ({
  name: title,
  description: row.description,
  currency: row.currency,
  default_price_minor: row.default_price_minor,
  discount_price_minor: row.discount_price_minor,
  period: row.period,
  grace_days: row.grace_days,
  bills: row.bills,
  deleted: deleted_at !== null,
})
