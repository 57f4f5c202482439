import { cutTo } from '@roadbook/contracts/letters'
import { Inject, Injectable } from '@nestjs/common'
import type { Logger } from '@roadbook/platform'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import { API_CONFIGURATION, API_LOGGER, type ApiConfiguration } from '../../configuration.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { existing, Problem } from '../../http/problems.js'
import { SourceFailure } from '../../outside/ask-outside.js'
import type { Locale } from '../../texts/locale.js'
import type { CheckoutDto } from './dto/order.dto.js'
import { type PaymentProvider, ProviderRefusal, type PaymentStatus } from './providers/payment-provider.js'
import { UnspeakableAmount } from './providers/provider-amounts.js'
import { PAYMENT_PROVIDER } from './providers/provider-of.js'
import { type OrderToPay, ProviderPaymentsRepository, type StoredPayment } from './providers/provider-payments.repository.js'
import { ProviderNews } from './provider-news.js'
import { say } from './texts.js'

const RETRY_S = 60
const conflict = (code: Parameters<typeof say>[0]) => new Problem('conflict', say(code))

/** Sends payers to the payment provider's page, and refunds payments at the provider. */
@Injectable()
export class CheckoutService {
  constructor(
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider | undefined,
    @Inject(API_LOGGER) private readonly logger: Logger,
    private readonly database: RequestDatabase,
    private readonly payments: ProviderPaymentsRepository,
    private readonly news: ProviderNews,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @returns the page for paying. It is the page of an earlier call if the order can still be paid there at the same price.
   */
  async pay(by: Acting, orderId: number, locale: Locale): Promise<CheckoutDto> {
    const { provider } = this
    const find = async (transaction: ScopedTransaction) => existing(await this.payments.lockOrder(transaction, orderId), 'order')
    await this.database.write(by.caller.scope, find)
    if (!provider) throw conflict('by-hand')
    const url = (await this.goOn(by, provider, orderId)) ?? (await this.begin(by, provider, orderId, locale))
    return { url }
  }

  /**
   * Refunds a payment at the provider. Does nothing if the order was paid in another way. A repeated request does not refund
   * again.
   * @param from amount refunded before this refund
   */
  async refund(by: Acting, orderId: number, amount: { minor: number; currency: string }, from: number): Promise<void> {
    const paid = await this.database.read(by.caller.scope, (transaction) => this.payments.counted(transaction, orderId))
    if (!paid?.ref) return
    const { provider } = this
    if (provider?.name !== paid.provider) throw conflict('refund-there')
    await this.asked(() => provider.refund({ ref: paid.ref ?? '', intent: paid.intent }, amount, `${paid.key}-${from}`))
    const noted = from + amount.minor - paid.withdrawn_minor
    await this.database.write(by.caller.scope, (transaction) => this.payments.noteRefund(transaction, paid.id, noted))
  }

  /**
   * Returns the page of a payment that was started before. Returns undefined when a new payment has to be started.
   * @throws Problem 409 when the order was paid meanwhile, or when an unfinished payment cannot be continued
   */
  private async goOn(by: Acting, provider: PaymentProvider, orderId: number): Promise<string | undefined> {
    const begun = await this.database.write(by.caller.scope, async (transaction) => {
      const order = this.assertPayable(existing(await this.payments.lockOrder(transaction, orderId), 'order'))
      const payment = await this.payments.open(transaction, orderId)
      return payment && { order, payment }
    })
    if (!begun?.payment.ref) return undefined
    const { order, payment } = begun
    if (payment.provider !== provider.name) throw conflict('on-its-way')
    const { told, url } = await this.asked(() => this.statusOf(provider, payment))
    await this.news.take({ which: { key: payment.key }, told })
    if (told.paid) throw conflict('not-open')
    if (told.over) return undefined
    if (url === null) throw conflict('on-its-way')
    if (payment.amount_minor === order.total_minor && payment.currency === order.currency) return url
    await this.asked(() => provider.end(payment.ref ?? ''))
    await this.news.take({ which: { key: payment.key }, told: { over: 'ended' } })
    return undefined
  }

  /**
   * Starts a payment. An earlier attempt may have failed before the provider's reference was stored. In this case the same
   * payment is requested with the same key, so the provider creates it only once.
   */
  private async begin(by: Acting, provider: PaymentProvider, orderId: number, locale: Locale): Promise<string> {
    const { order, payment } = await this.database.write(by.caller.scope, async (transaction) => {
      const order = this.assertPayable(existing(await this.payments.lockOrder(transaction, orderId), 'order'))
      const open = await this.payments.open(transaction, orderId)
      const payment = open ?? (await this.payments.add(transaction, provider.name, order))
      if (!open) await this.audit.record(transaction, by, 'entity.order-pay', auditedPayment(order, payment))
      return { order, payment }
    })
    const { ref, url } = await this.asked(() =>
      provider.create({
        key: payment.key,
        minor: payment.amount_minor,
        currency: payment.currency,
        locale,
        description: cutTo(`${order.title} · ${order.entity_name}`, 200),
        returnUrl: new URL(`/information?tab=orders&order=${orderId}`, this.configuration.PORTAL_URL).href,
      }),
    )
    await this.database.write(by.caller.scope, (transaction) => this.payments.name(transaction, payment.id, ref))
    return url
  }

  private statusOf(provider: PaymentProvider, { ref }: StoredPayment): Promise<PaymentStatus> {
    return provider.read(ref ?? '')
  }

  private assertPayable(order: OrderToPay): OrderToPay {
    const { PAYMENTS_SELLERS: sellers } = this.configuration
    if (order.status !== 'open' && order.status !== 'failed') throw conflict('not-open')
    if (order.total_minor === 0) throw conflict('nothing-to-pay')
    if (sellers && !sellers.includes(order.seller_id)) throw conflict('by-hand')
    return order
  }

  /** Runs a request to the provider. Turns a failure into a problem for the caller, and logs the reason for the operator. */
  private async asked<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof UnspeakableAmount) throw conflict('no-such-amount')
      if (!(error instanceof SourceFailure || error instanceof ProviderRefusal)) throw error
      this.logger.error({ err: error }, error.message)
      throw new Problem('unavailable', say('provider-away'), { retryAfterS: RETRY_S, cause: error })
    }
  }
}

const auditedPayment = (order: OrderToPay, { provider, amount_minor, currency }: StoredPayment) => ({
  id: order.entity_id,
  businessId: order.business_id,
  after: { order: order.id, subscription: order.title, method: provider, currency, amount_minor },
})
