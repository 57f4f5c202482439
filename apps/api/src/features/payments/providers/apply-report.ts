import type { Money, PaymentReport } from './payment-provider.js'

/** Stored state of a payment at its provider. */
export interface PaymentFacts {
  status: 'open' | 'paid' | 'failed' | 'ended'
  paid_at: Date | null
  intent: string | null
  refunded_minor: number
  withdrawn_minor: number
  withdrawn_at: Date | null
  /** True when this payment paid its order. */
  is_counted: boolean
  problem: 'amount' | 'surplus' | null
}

/** Payment, and the amount that was requested. */
export interface PaymentRow extends PaymentFacts {
  currency: string
  amount_minor: number
}

/** Order of the payment. */
export interface PaidFor {
  status: 'open' | 'paid' | 'failed' | 'cancelled' | 'refunded'
  currency: string
  total_minor: number
  refunded_minor: number
}

/** Consequences of a message for its payment and order. */
export interface Outcome {
  facts: PaymentFacts
  /** True when the message changes the stored state. */
  isNews: boolean
  /** Time of payment, set if this message pays the order. */
  paidAt?: Date
  /** New total that the payer of the order got back, set if this message changes it. */
  refundedMinor?: number
  /** True when the order's payment failed. */
  hasFailed?: boolean
}

const isSettled = ({ status }: PaidFor) => status === 'paid' || status === 'refunded'
const isFor = ({ minor, currency }: Money, order: PaidFor) => minor === order.total_minor && currency === order.currency

/**
 * Applies a provider's message to a payment and its order. Messages may arrive in any order and repeatedly:
 * - A paid payment stays paid.
 * - The refunded total never decreases.
 * - The latest withdrawal (chargeback or dispute) counts.
 *
 * A payment settles its order if its amount is the exact price and the order is not yet paid. Any other payment is marked as
 * a problem that a person must solve, because Roadbook does not return money automatically.
 */
export function applyReport(payment: PaymentRow, order: PaidFor, told: PaymentReport): Outcome {
  const facts = merged(payment, told)
  const { paid } = told
  const counts = !payment.is_counted && payment.status !== 'paid' && paid !== undefined && isFor(paid, order) && !isSettled(order)
  facts.is_counted ||= counts
  const returned = Math.min(facts.refunded_minor + facts.withdrawn_minor, order.total_minor)
  const refundedMinor = facts.is_counted && returned > order.refunded_minor ? returned : undefined
  facts.problem = problemOf(payment, facts, order, told)
  const hasFailed = facts.status === 'failed' && payment.status === 'open' && order.status === 'open'
  return {
    facts,
    isNews: (Object.keys(facts) as (keyof PaymentFacts)[]).some((name) => !isSame(facts[name], payment[name])),
    ...(counts && { paidAt: paid.at }),
    ...(refundedMinor !== undefined && { refundedMinor }),
    ...(hasFailed && { hasFailed }),
  }
}

const isSame = (a: unknown, b: unknown) => (a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b)

function merged(payment: PaymentRow, { paid, over, refundedMinor = 0, withdrawn, intent }: PaymentReport): PaymentFacts {
  const isLater = withdrawn !== undefined && (payment.withdrawn_at === null || withdrawn.at > payment.withdrawn_at)
  const isNewSum = isLater && withdrawn.minor !== payment.withdrawn_minor
  const isPaid = paid !== undefined || payment.status === 'paid'
  return {
    status: isPaid ? 'paid' : payment.status === 'open' && over ? over : payment.status,
    paid_at: payment.paid_at ?? paid?.at ?? null,
    intent: payment.intent ?? intent ?? null,
    refunded_minor: Math.max(payment.refunded_minor, refundedMinor),
    withdrawn_minor: isNewSum ? withdrawn.minor : payment.withdrawn_minor,
    withdrawn_at: isNewSum ? withdrawn.at : payment.withdrawn_at,
    is_counted: payment.is_counted,
    problem: payment.problem,
  }
}

function problemOf(before: PaymentRow, facts: PaymentFacts, order: PaidFor, { paid }: PaymentReport): PaymentFacts['problem'] {
  if (facts.status !== 'paid') return null
  const held = before.amount_minor - facts.refunded_minor - facts.withdrawn_minor
  if (held <= 0) return null
  if (!facts.is_counted) {
    if (before.problem !== null) return before.problem
    return paid && !isSettled(order) ? 'amount' : 'surplus'
  }
  // The order was recorded as refunded when the payer's bank took the money back. There is a surplus if the bank then
  // returned the money.
  return held > order.total_minor - order.refunded_minor ? 'surplus' : null
}
