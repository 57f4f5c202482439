import { z } from 'zod'
import type { PaymentReport } from './payment-provider.js'
import { fromMollie } from './provider-amounts.js'

const money = z.object({ currency: z.string().regex(/^[A-Z]{3}$/), value: z.string() })
/** @source https://docs.mollie.com/reference/get-payment */
export const molliePayment = z.object({
  id: z.string().regex(/^tr_\w{1,100}$/),
  status: z.string(),
  amount: money,
  amountRefunded: money.nullish(),
  amountChargedBack: money.nullish(),
  paidAt: z.iso.datetime({ offset: true }).nullish(),
  _links: z.object({ checkout: z.object({ href: z.url() }).nullish() }).nullish(),
})
export type MolliePayment = z.infer<typeof molliePayment>

/** Statuses after which a payment can no longer be paid. */
const OVER: Readonly<Record<string, PaymentReport['over']>> = { failed: 'failed', canceled: 'ended', expired: 'ended' }

const minorOf = ({ value, currency }: z.infer<typeof money>) => fromMollie(value, currency)

/**
 * Returns the state of a payment that was fetched from Mollie. A refunded or charged-back payment stays `paid`.
 * @param askedAt time of the request. If there are two concurrent answers, that of the later request counts.
 */
export function reportOfPayment(
  { status, amount, amountRefunded, amountChargedBack, paidAt }: MolliePayment,
  askedAt: Date,
): PaymentReport {
  if (status !== 'paid') return { over: OVER[status] }
  return {
    paid: { minor: minorOf(amount), currency: amount.currency, at: paidAt ? new Date(paidAt) : askedAt },
    refundedMinor: amountRefunded ? minorOf(amountRefunded) : 0,
    withdrawn: { minor: amountChargedBack ? minorOf(amountChargedBack) : 0, at: askedAt },
  }
}
