import { Inject, Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import type { RequestOrigin } from '../../http/request-origin.js'
import { OrdersRepository } from './orders.repository.js'
import { type Message, type Notice, type PaymentProvider, type PaymentReport } from './providers/payment-provider.js'
import { PAYMENT_PROVIDER } from './providers/provider-of.js'
import { type OrderToPay, ProviderPaymentsRepository, type StoredPayment } from './providers/provider-payments.repository.js'
import { type Outcome, applyReport } from './providers/apply-report.js'
import { Settlement } from './settlement.js'

/** Names of providers in the audit log. */
const NAMES = { mollie: 'Mollie', stripe: 'Stripe' }
const NOWHERE: RequestOrigin = { remoteAddress: '', requestId: '' }

/**
 * Applies the provider's messages about payments to orders. Each message is applied once. Runs outside requests and serves
 * every business.
 */
@Injectable()
export class ProviderNews {
  constructor(
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider | undefined,
    private readonly database: RequestDatabase,
    private readonly payments: ProviderPaymentsRepository,
    private readonly orders: OrdersRepository,
    private readonly settlement: Settlement,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Handles a webhook message. If the message only names a payment of ours, requests the payment's state from the provider.
   * @throws Forged; SourceFailure or ProviderRefusal when the state has to be requested and the provider does not return it
   */
  async receive(message: Message, origin: RequestOrigin): Promise<void> {
    const { provider } = this
    const notice = provider?.notice(message, Date.now())
    if (!provider || !notice) return
    const payment = (await this.find(provider, notice)) ?? (await this.findByIntent(provider, notice))
    if (!payment?.ref && !notice.told) return
    if (payment) await this.take({ which: { key: payment.key }, told: notice.told ?? (await this.ask(payment)) }, origin)
  }

  /** Requests the state of a payment if messages about it may have been lost. */
  async look(payment: StoredPayment): Promise<void> {
    await this.database.write('all', (transaction) => this.payments.touch(transaction, payment.id))
    await this.take({ which: { key: payment.key }, told: await this.ask(payment) })
  }

  /**
   * Applies a message to its payment.
   * @returns whether anything changed
   */
  take({ which, told = {} }: Notice, origin: RequestOrigin = NOWHERE): Promise<boolean> {
    return this.database.write('all', async (transaction) => {
      const name = this.provider?.name
      const found = name && (await this.payments.find(transaction, name, which))
      const order = found && (await this.payments.lockOrder(transaction, found.order_id))
      // The payment is read again, because another message may have been handled while this one waited for the order's lock.
      const payment = found && (await this.payments.byId(transaction, found.id))
      if (!order || !payment) return false
      const outcome = applyReport(payment, order, told)
      if (!outcome.isNews) return false
      await this.payments.keep(transaction, payment.id, outcome.facts)
      await this.settle(transaction, order, payment, outcome, origin)
      return true
    })
  }

  private async settle(
    transaction: ScopedTransaction,
    order: OrderToPay,
    payment: StoredPayment,
    { facts, paidAt, refundedMinor, hasFailed }: Outcome,
    origin: RequestOrigin,
  ): Promise<void> {
    const { id } = order
    const record = (action: string, after: Record<string, unknown>) =>
      this.audit.recordOutsider(transaction, {
        actor: NAMES[payment.provider],
        origin,
        businessId: order.business_id,
        id: order.entity_id,
        action,
        after: { order: id, subscription: order.title, currency: payment.currency, ...after },
      })
    if (paidAt) {
      await this.settlement.pay(transaction, id, { method: payment.provider, at: paidAt.toISOString() })
      await record('entity.order-paid', { amount_minor: payment.amount_minor })
    }
    if (refundedMinor !== undefined) {
      await this.settlement.refund(transaction, id, refundedMinor)
      await record('entity.order-returned', { refunded_minor: refundedMinor })
    }
    if (hasFailed) {
      await this.orders.setStatus(transaction, id, 'failed')
      await record('entity.order-failed', {})
    }
    if (facts.problem !== null && facts.problem !== payment.problem)
      await record('entity.order-received', { problem: facts.problem })
  }

  private find({ name }: PaymentProvider, { which }: Notice): Promise<StoredPayment | undefined> {
    return this.database.read('all', (transaction) => this.payments.find(transaction, name, which))
  }

  /**
   * Finds a payment by its intent (Stripe's id of the payment). A dispute contains only the intent, and we may not have stored
   * the intent yet.
   */
  private async findByIntent(provider: PaymentProvider, { which: { key, ref, intent } }: Notice) {
    if (intent === undefined || key !== undefined || ref !== undefined) return undefined
    const ours = await provider.keyOf(intent)
    return ours === undefined ? undefined : this.find(provider, { which: { key: ours } })
  }

  private async ask({ ref }: StoredPayment): Promise<PaymentReport> {
    return this.provider && ref ? (await this.provider.read(ref)).told : {}
  }
}
