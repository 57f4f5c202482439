import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { Invoicing } from '../invoices/index.js'
import { CoursesService } from '../subscriptions/index.js'
import type { PaymentMethod } from './dto/order.dto.js'
import { OrdersRepository, type PayableRow } from './orders.repository.js'

/**
 * Applies payments and refunds to an order and to the cover of its vehicle. A person enters them by hand, or a provider
 * reports them.
 */
@Injectable()
export class Settlement {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly courses: CoursesService,
    private readonly invoicing: Invoicing,
  ) {}

  /**
   * Marks an order as paid.
   * @returns whether anything changed. A paid or refunded order stays as it is.
   */
  async pay(
    transaction: ScopedTransaction,
    id: number,
    paid: { method: PaymentMethod; at: string | null; note?: string | null },
  ): Promise<boolean> {
    const order = await this.orders.lock(transaction, id)
    if (!order || order.status === 'paid' || order.status === 'refunded') return false
    const period = order.starts_at === null ? await this.cover(transaction, order) : undefined
    await this.orders.setPaid(transaction, id, { ...paid, period })
    await this.invoice(transaction, id)
    return true
  }

  /** @returns the id of the invoice if this call issued it; otherwise undefined */
  async invoice(transaction: ScopedTransaction, id: number): Promise<number | undefined> {
    const order = await this.orders.lock(transaction, id)
    const issued = order && (await this.invoicing.issue(transaction, order))
    if (issued && issued.vat_rate_bp !== order.vat_rate_bp) await this.orders.setParts(transaction, id, issued)
    return issued?.id
  }

  /**
   * @param refundedMinor total of all refunds. A provider may send the same total again, or an older one.
   * @returns whether anything changed
   */
  async refund(transaction: ScopedTransaction, id: number, refundedMinor: number): Promise<boolean> {
    const order = await this.orders.lock(transaction, id)
    if (order?.status !== 'paid' || refundedMinor <= order.refunded_minor) return false
    await this.orders.setRefunded(transaction, id, Math.min(refundedMinor, order.total_minor))
    await this.invoicing.credit(transaction, id, Math.min(refundedMinor, order.total_minor))
    const { entity_subscription_id: course, starts_at, ends_at } = order
    if (refundedMinor >= order.total_minor && course !== null && starts_at && ends_at) {
      await this.courses.takeBack(transaction, { id: course, starts_at, ends_at })
    }
    return true
  }

  private cover(transaction: ScopedTransaction, { entity_id: entityId, subscription_id: subscriptionId, ...terms }: PayableRow) {
    return this.courses.cover(transaction, { entityId, subscriptionId, terms })
  }
}
