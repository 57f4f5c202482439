import { Inject, Injectable } from '@nestjs/common'
import type { Acting } from '../../auth/acting.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { invalid, Problem } from '../../http/problems.js'
import { toApiRow } from '../../http/api-row.js'
import { type Finding, ResourceService } from '../../resources/index.js'
import { absent } from '../../texts/platform.js'
import { Invoicing, sayOfInvoices } from '../invoices/index.js'
import { CoursesService } from '../subscriptions/index.js'
import { CheckoutService } from './checkout.service.js'
import type { BookPaymentDto, CreateOrderDto, OrderDto, RefundPaymentDto, UpdateOrderDto } from './dto/order.dto.js'
import { type OrderRow, OrdersRepository } from './orders.repository.js'
import { Settlement } from './settlement.js'
import { say } from './texts.js'

/** Tolerance in milliseconds for a client whose clock is ahead. */
const SKEW_MS = 60_000

const conflict = (code: 'not-open' | 'not-paid' | 'invoiced') => new Problem('conflict', say(code))

/**
 * Orders for vehicles. Users can enter by hand that an order was paid or refunded. Users who manage the vehicle
 * can order. Users of the seller can change orders. The vehicle's history shows the changes.
 */
@Injectable()
export class OrdersService extends ResourceService<OrderRow, OrderDto> {
  @Inject(OrdersRepository) private readonly orders: OrdersRepository
  @Inject(CoursesService) private readonly courses: CoursesService
  @Inject(Invoicing) private readonly invoicing: Invoicing
  @Inject(CheckoutService) private readonly checkout: CheckoutService
  @Inject(Settlement) private readonly settlement: Settlement
  protected readonly thing = 'order'
  protected readonly toDto = (row: OrderRow) => toApiRow(row)
  protected readonly audited = auditedOrder

  create(by: Acting, { entity_id: entityId, subscription_id: subscriptionId, note }: CreateOrderDto): Promise<OrderDto> {
    return this.make(by, 'entity.order-add', async (transaction) => {
      const parties = await this.orders.partiesOf(transaction, entityId, subscriptionId)
      if (parties === undefined) throw invalid({ entity_id: [absent('entity')] })
      const { business_id, seller_id } = parties
      const { name: title, ...terms } = await this.courses.offered(transaction, business_id, subscriptionId)
      await this.courses.assertCoverable(transaction, entityId)
      const orderedBy = by.caller.userId
      const vat = await this.invoicing.vat(transaction, { ...terms, business_id, seller_id: seller_id ?? 0 })
      const id = await this.orders.add(transaction, { ...terms, vat, entityId, subscriptionId, title, note, orderedBy })
      if (id === undefined) throw new Error('an order that was just made is of no vehicle')
      return id
    })
  }

  update(by: Acting, id: number, body: UpdateOrderDto, ifMatch: string | null): Promise<OrderDto> {
    const save = async (transaction: ScopedTransaction, { invoice_id: invoiceId }: OrderRow) => {
      if (invoiceId !== null) throw conflict('invoiced')
      await this.price(transaction, id, body)
    }
    return this.change(by, id, 'entity.order-change', save, { ifMatch })
  }

  /** Cancels the order. Orders are never deleted. */
  delete(by: Acting, id: number): Promise<OrderDto> {
    return this.change(by, id, 'entity.order-cancel', async (transaction, { total_minor }) => {
      await this.orders.setStatus(transaction, id, 'cancelled')
      await this.invoicing.credit(transaction, id, total_minor)
    })
  }

  /**
   * Issues the invoice of an order. It may be issued before payment, with the VAT of today. It is issued after payment if the
   * invoice details were missing when the order was paid.
   */
  invoice(by: Acting, id: number): Promise<OrderDto> {
    return this.change(by, id, 'entity.order-invoice', async (transaction, row) => {
      const { invoice_id, paid_at, price_minor, note, refunded_minor } = row
      if (invoice_id !== null) throw conflict('invoiced')
      if (paid_at === null) await this.price(transaction, id, { price_minor, note })
      if ((await this.settlement.invoice(transaction, id)) === undefined)
        throw new Problem('conflict', sayOfInvoices('not-invoiced'))
      await this.invoicing.credit(transaction, id, refunded_minor)
    })
  }

  private async price(transaction: ScopedTransaction, id: number, change: UpdateOrderDto): Promise<void> {
    const order = await this.orders.lock(transaction, id)
    const vat = order && (await this.invoicing.vat(transaction, { ...order, price_minor: change.price_minor }))
    if (vat) await this.orders.save(transaction, id, { ...change, vat })
  }

  book(by: Acting, id: number, { paid_at: at, note }: BookPaymentDto): Promise<OrderDto> {
    if (Date.parse(at) > Date.now() + SKEW_MS) throw invalid({ paid_at: [say('future')] })
    return this.change(by, id, 'entity.order-book', (transaction) =>
      this.settlement.pay(transaction, id, { method: 'book', at, note }),
    )
  }

  /**
   * Refunds an order. If it was paid at the provider, the refund is made there first. The provider also sends a message about
   * the refund, possibly before this call ends. Whichever of the two comes second changes nothing.
   */
  async refund(by: Acting, id: number, { reason, amount_minor: amount }: RefundPaymentDto): Promise<OrderDto> {
    const { scope } = by.caller
    const before = await this.database.write(scope, (transaction) => this.found(transaction, id, { ...by, isLocked: true }))
    const { refunded_minor: from, currency, method } = before
    this.assertMay('entity.order-refund', before)
    const minor = amountToRefund(before, amount)
    await this.checkout.refund(by, id, { minor, currency }, from)
    const refund = (transaction: ScopedTransaction, now: OrderRow) =>
      // Two concurrent refunds by hand are two amounts that add up. Two concurrent refunds at a provider are the same refund.
      this.settlement.refund(
        transaction,
        id,
        isProvider(method) ? from + minor : now.refunded_minor + amountToRefund(now, amount),
      )
    return this.change(by, id, 'entity.order-refund', refund, { more: { reason } })
  }

  protected find(transaction: ScopedTransaction, id: number, { isLocked }: Finding): Promise<OrderRow | undefined> {
    return this.orders.findOne(transaction, id, isLocked)
  }

  protected override about({ entity_id: id, business_id: businessId }: OrderRow) {
    return { id, businessId }
  }

  protected override assertMay(action: string, { paid_at, state }: OrderRow): void {
    if (action === 'entity.order-refund') {
      if (!paid_at) throw conflict('not-paid')
    } else if (action === 'entity.order-invoice' && paid_at && state !== 'refunded') {
      return
    } else if (state !== 'open' && state !== 'failed') throw conflict('not-open')
  }
}

const isProvider = (method: OrderRow['method']) => method === 'mollie' || method === 'stripe'

function amountToRefund({ total_minor, refunded_minor, state }: OrderRow, amount?: number | null): number {
  const left = total_minor - refunded_minor
  if (state === 'refunded' || left === 0) throw conflict('not-paid')
  if (amount && amount > left) throw invalid({ amount_minor: [say('more-than-paid')] })
  return amount ?? left
}

const auditedOrder = (row: OrderRow) => ({
  order: row.id,
  subscription: row.title,
  state: row.paid_at && row.state !== 'refunded' ? 'paid' : row.state,
  currency: row.currency,
  price_minor: row.price_minor,
  refunded_minor: row.refunded_minor,
  method: row.method,
  note: row.note,
})
