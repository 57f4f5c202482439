import type { Money, Told } from './payment-provider.js'

/** What is known of a payment at its provider. */
export interface PaymentFacts {
  status: 'open' | 'paid' | 'failed' | 'ended'
  paid_at: Date | null
  intent: string | null
  refunded_minor: number
  withdrawn_minor: number
  withdrawn_at: Date | null
  /** Whether its order was paid by it. */
  is_counted: boolean
  problem: 'amount' | 'surplus' | null
}

/** The payment as it was asked for. */
export interface PaymentRow extends PaymentFacts {
  currency: string
  amount_minor: number
}

/** Its order. */
export interface PaidFor {
  status: 'open' | 'paid' | 'failed' | 'cancelled' | 'refunded'
  currency: string
  total_minor: number
  refunded_minor: number
}

/** What follows from what was told. */
export interface Outcome {
  facts: PaymentFacts
  /** Whether anything is known now that was not. */
  isNews: boolean
  /** The order is paid, since then. */
  paidAt?: Date
  /** So much of the order went back, in all. */
  refundedMinor?: number
  /** The order's payment failed. */
  hasFailed?: boolean
}

const isSettled = ({ status }: PaidFor) => status === 'paid' || status === 'refunded'
const isFor = ({ minor, currency }: Money, order: PaidFor) => minor === order.total_minor && currency === order.currency

/**
 * What becomes of an order and a payment by what its provider tells, in whatever order and how often it comes: what was paid stays
 * paid, refunds only grow, of withdrawals the latest holds. Money that came counts for its order if it is what that costs and nothing
 * else paid it; anything else is kept as a problem for a person, because money is never given back by itself.
 */
export function takeTold(payment: PaymentRow, order: PaidFor, told: Told): Outcome {
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

function merged(payment: PaymentRow, { paid, over, refundedMinor = 0, withdrawn, intent }: Told): PaymentFacts {
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

function problemOf(before: PaymentRow, facts: PaymentFacts, order: PaidFor, { paid }: Told): PaymentFacts['problem'] {
  if (facts.status !== 'paid') return null
  const held = before.amount_minor - facts.refunded_minor - facts.withdrawn_minor
  if (held <= 0) return null
  if (!facts.is_counted) {
    if (before.problem !== null) return before.problem
    return paid && !isSettled(order) ? 'amount' : 'surplus'
  }
  // What was withdrawn and is back: its order was taken for refunded meanwhile.
  return held > order.total_minor - order.refunded_minor ? 'surplus' : null
}
