import { z } from 'zod'
import { MARK, type Notice, type PaymentReport, Unreadable } from './payment-provider.js'
import { fromStripe, UnspeakableAmount } from './provider-amounts.js'

const currency = z
  .string()
  .regex(/^[a-z]{3}$/i)
  .transform((text) => text.toUpperCase())
const amount = z.number().int().nonnegative()
const marked = z.record(z.string(), z.string()).nullish()

export const stripeSession = z.object({
  id: z.string().regex(/^cs_\w{1,200}$/),
  mode: z.string().nullish(),
  payment_status: z.string(),
  status: z.string().nullish(),
  amount_total: amount.nullable(),
  currency: currency.nullable(),
  client_reference_id: z.string().nullish(),
  payment_intent: z.string().nullish(),
  url: z.string().nullish(),
  metadata: marked,
})
const charge = z.object({ payment_intent: z.string().nullish(), amount_refunded: amount, currency, metadata: marked })
const dispute = z.object({ payment_intent: z.string().nullish(), amount, currency })
/** Last second of the year 9999, in seconds since 1970. */
const LAST_S = 253_402_300_799
const event = z.object({
  type: z.string(),
  created: z.number().int().min(0).max(LAST_S),
  data: z.object({ object: z.unknown() }),
})

type Reader = (object: unknown, at: Date) => Notice | null

const sessionReader =
  (over?: PaymentReport['over']): Reader =>
  (object, at) => {
    const session = stripeSession.parse(object)
    const { id, metadata, mode } = session
    if (mode != null && mode !== 'payment') return null
    return { which: { key: metadata?.[MARK], ref: id }, told: over ? { over } : reportOfSession(session, at) }
  }

const disputeReader =
  (isWithdrawn: boolean): Reader =>
  (object, at) => {
    const { payment_intent: intent, amount: withdrawn, currency: of } = dispute.parse(object)
    if (!intent) return null
    return { which: { intent }, told: { intent, withdrawn: { minor: isWithdrawn ? fromStripe(withdrawn, of) : 0, at } } }
  }

/** Readers of the events about money that was received, was returned, or will not come. No other events are read. */
const READERS: ReadonlyMap<string, Reader> = new Map(
  Object.entries({
    'checkout.session.completed': sessionReader(),
    'checkout.session.async_payment_succeeded': sessionReader(),
    'checkout.session.async_payment_failed': sessionReader('failed'),
    'checkout.session.expired': sessionReader('ended'),
    'charge.refunded': (object: unknown) => {
      const { payment_intent: intent, amount_refunded: refunded, currency: of, metadata } = charge.parse(object)
      if (!intent) return null
      return { which: { key: metadata?.[MARK], intent }, told: { intent, refundedMinor: fromStripe(refunded, of) } }
    },
    'charge.dispute.funds_withdrawn': disputeReader(true),
    'charge.dispute.funds_reinstated': disputeReader(false),
  } satisfies Record<string, Reader>),
)

/** Returns the state of a session. A session that is complete but unpaid waits for the payer's bank. */
export function reportOfSession(session: z.infer<typeof stripeSession>, at: Date): PaymentReport {
  const { payment_status, status, amount_total: total, currency: of, payment_intent } = session
  const intent = payment_intent ?? undefined
  if (payment_status === 'paid' && total !== null && of !== null)
    return { paid: { minor: fromStripe(total, of), currency: of, at }, intent }
  return status === 'expired' ? { over: 'ended', intent } : { intent }
}

/**
 * Reads a signed event.
 * @returns null when the event is not ours, because it is of another kind or about another product of the same account
 * @throws Unreadable when the event does not match Stripe's documentation
 * @source https://docs.stripe.com/api/events/types
 */
export function readStripeEvent(body: string): Notice | null {
  try {
    const { type, created, data } = event.parse(JSON.parse(body))
    return READERS.get(type)?.(data.object, new Date(created * 1000)) ?? null
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError || error instanceof UnspeakableAmount) throw new Unreadable()
    throw error
  }
}
