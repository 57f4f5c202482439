import {
  type Asking,
  MARK,
  type Message,
  type Money,
  type Notice,
  type PaymentProvider,
  type PaymentStatus,
} from './payment-provider.js'
import { toMollie } from './provider-amounts.js'
import type { ProviderClient } from './provider-client.js'
import { type MolliePayment, molliePayment, reportOfPayment } from './mollie-payments.js'

const PAYMENTS = '/v2/payments'
const REF = /^tr_\w{1,100}$/
/** Mollie's codes for the languages of its pages. */
const LOCALES = { en: 'en_GB', nl: 'nl_NL', de: 'de_DE', fr: 'fr_FR' } as const

const urlOf = ({ _links: links }: MolliePayment) => links?.checkout?.href ?? null

/**
 * Mollie's hosted payment page.
 * @source https://docs.mollie.com/reference/payments-api
 */
export class Mollie implements PaymentProvider {
  readonly name = 'mollie'

  constructor(
    private readonly client: ProviderClient,
    private readonly webhookUrl: string,
  ) {}

  async create({ key, minor, currency, description, locale, returnUrl }: Asking) {
    const body = {
      amount: { currency, value: toMollie(minor, currency) },
      description,
      redirectUrl: returnUrl,
      webhookUrl: this.webhookUrl,
      locale: LOCALES[locale],
      metadata: { [MARK]: key },
    }
    const payment = molliePayment.parse(await this.client.ask(PAYMENTS, { body, headers: { 'idempotency-key': key } }))
    const url = urlOf(payment)
    if (url === null) throw new TypeError('a payment that was just made cannot be paid')
    return { ref: payment.id, url }
  }

  async read(ref: string): Promise<PaymentStatus> {
    const askedAt = new Date()
    const payment = molliePayment.parse(await this.client.ask(`${PAYMENTS}/${ref}`, {}))
    return { told: reportOfPayment(payment, askedAt), url: urlOf(payment) }
  }

  async end(ref: string): Promise<void> {
    await this.client.ask(`${PAYMENTS}/${ref}`, { method: 'DELETE' })
  }

  async refund({ ref }: { ref: string }, { minor, currency }: Money, key: string): Promise<void> {
    const body = { amount: { currency, value: toMollie(minor, currency) } }
    await this.client.ask(`${PAYMENTS}/${ref}/refunds`, { body, headers: { 'idempotency-key': key } })
  }

  /**
   * Returns only the reference of the payment. Mollie's messages are not signed, so the state must be requested from Mollie.
   */
  notice({ body }: Message): Notice | null {
    const ref = new URLSearchParams(body).get('id') ?? ''
    return REF.test(ref) ? { which: { ref } } : null
  }

  /** Returns undefined, because Mollie has no intents. */
  keyOf(): Promise<undefined> {
    return Promise.resolve(undefined)
  }
}
