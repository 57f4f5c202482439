import { z } from 'zod'
import {
  type Asking,
  MARK,
  type Message,
  type Money,
  type Notice,
  type PaymentProvider,
  ProviderRefusal,
  type PaymentStatus,
} from './payment-provider.js'
import { toStripe } from './provider-amounts.js'
import type { ProviderClient } from './provider-client.js'
import { readStripeEvent, stripeSession, reportOfSession } from './stripe-events.js'
import { assertSigned } from './stripe-signature.js'

/** Version of Stripe's API that our schemas follow. */
const VERSION = '2024-06-20'
const SESSIONS = '/v1/checkout/sessions'
const intentAnswer = z.object({ metadata: z.record(z.string(), z.string()).nullish() })
const INTENT = /^pi_\w{1,200}$/

/**
 * Stripe's hosted payment page.
 * @source https://docs.stripe.com/api/checkout/sessions, https://docs.stripe.com/api/refunds
 */
export class Stripe implements PaymentProvider {
  readonly name = 'stripe'

  constructor(
    private readonly client: ProviderClient,
    private readonly webhookSecret: string,
  ) {}

  async create({ key, minor, currency, description, locale, returnUrl }: Asking) {
    const form = new URLSearchParams({
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': currency.toLowerCase(),
      'line_items[0][price_data][unit_amount]': String(toStripe(minor, currency)),
      'line_items[0][price_data][product_data][name]': description,
      client_reference_id: key,
      [`metadata[${MARK}]`]: key,
      // The charges get our key too, so that a message about a refund is recognised even before the intent is stored.
      [`payment_intent_data[metadata][${MARK}]`]: key,
      success_url: returnUrl,
      cancel_url: returnUrl,
      locale,
    })
    const { id, url } = stripeSession.parse(await this.ask(SESSIONS, form, key))
    return { ref: id, url: z.url().parse(url) }
  }

  async read(ref: string): Promise<PaymentStatus> {
    const session = stripeSession.parse(await this.ask(`${SESSIONS}/${ref}`))
    return { told: reportOfSession(session, new Date()), url: session.status === 'open' ? (session.url ?? null) : null }
  }

  async end(ref: string): Promise<void> {
    await this.ask(`${SESSIONS}/${ref}/expire`, new URLSearchParams())
  }

  async refund({ intent }: { intent: string | null }, { minor, currency }: Money, key: string): Promise<void> {
    const form = new URLSearchParams({ payment_intent: intent ?? '', amount: String(toStripe(minor, currency)) })
    await this.ask('/v1/refunds', form, key)
  }

  notice({ body, headers }: Message, nowMs: number): Notice | null {
    assertSigned(body, headers['stripe-signature'], this.webhookSecret, nowMs)
    return readStripeEvent(body)
  }

  async keyOf(intent: string): Promise<string | undefined> {
    if (!INTENT.test(intent)) return undefined
    try {
      return intentAnswer.parse(await this.ask(`/v1/payment_intents/${intent}`)).metadata?.[MARK]
    } catch (error) {
      if (error instanceof ProviderRefusal && error.status === 404) return undefined
      throw error
    }
  }

  private ask(path: string, body?: URLSearchParams, key?: string): Promise<unknown> {
    return this.client.ask(path, { body, headers: { 'stripe-version': VERSION, ...(key && { 'idempotency-key': key }) } })
  }
}
