import type { PaymentReport } from './payment-provider.js'
import { type PaidFor, type PaymentRow, applyReport } from './apply-report.js'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const OPEN: PaymentRow = {
  status: 'open',
  paid_at: null,
  intent: null,
  refunded_minor: 0,
  withdrawn_minor: 0,
  withdrawn_at: null,
  is_counted: false,
  problem: null,
  currency: 'EUR',
  amount_minor: 6_900,
}
const ORDER: PaidFor = { status: 'open', currency: 'EUR', total_minor: 6_900, refunded_minor: 0 }
const PAID: PaymentReport = { paid: { minor: 6_900, currency: 'EUR', at: at(1) } }

/** Returns the state after all messages, as the database would store it. */
function after(told: readonly PaymentReport[], order: PaidFor = ORDER) {
  return told.reduce(
    (now, one) => {
      const {
        facts,
        isNews,
        paidAt,
        refundedMinor = now.order.refunded_minor,
        hasFailed,
      } = applyReport(now.payment, now.order, one)
      const status = paidAt ? 'paid' : hasFailed ? 'failed' : now.order.status
      const isBack = status === 'paid' && refundedMinor === now.order.total_minor
      return {
        payment: { ...now.payment, ...facts },
        order: { ...now.order, status: isBack ? ('refunded' as const) : status, refunded_minor: refundedMinor },
        news: now.news + Number(isNews),
      }
    },
    { payment: OPEN, order, news: 0 },
  )
}
const outcome = (told: readonly PaymentReport[], order?: PaidFor) => {
  const { payment, order: left } = after(told, order)
  return [left.status, left.refunded_minor, payment.problem]
}

describe('what a provider tells', () => {
  it.each<[string, PaymentReport[], unknown[]]>([
    ['paid', [PAID], ['paid', 0, null]],
    ['failed', [{ over: 'failed' }], ['failed', 0, null]],
    ['not paid in time', [{ over: 'ended' }], ['open', 0, null]],
    ['failed, and paid after all', [{ over: 'failed' }, PAID], ['paid', 0, null]],
    ['paid, and a failure that is late', [PAID, { over: 'failed' }], ['paid', 0, null]],
    ['paid, and given back in parts', [PAID, { refundedMinor: 900 }, { refundedMinor: 6_900 }], ['refunded', 6_900, null]],
    ['parts given back out of order', [PAID, { refundedMinor: 2_000 }, { refundedMinor: 900 }], ['paid', 2_000, null]],
    ['given back before it is paid', [{ refundedMinor: 6_900 }, PAID], ['refunded', 6_900, null]],
    ['withdrawn by the bank', [PAID, { withdrawn: { minor: 6_900, at: at(5) } }], ['refunded', 6_900, null]],
    [
      'a part given back, the rest withdrawn',
      [PAID, { refundedMinor: 900 }, { withdrawn: { minor: 6_000, at: at(5) } }],
      ['refunded', 6_900, null],
    ],
    [
      'withdrawn, and reinstated: for a person to decide',
      [PAID, { withdrawn: { minor: 6_900, at: at(5) } }, { withdrawn: { minor: 0, at: at(9) } }],
      ['refunded', 6_900, 'surplus'],
    ],
    [
      'reinstated, and the withdrawal late',
      [
        PAID,
        { withdrawn: { minor: 6_900, at: at(5) } },
        { withdrawn: { minor: 0, at: at(9) } },
        { withdrawn: { minor: 6_900, at: at(5) } },
      ],
      ['refunded', 6_900, 'surplus'],
    ],
    ['another amount', [{ paid: { minor: 100, currency: 'EUR', at: at(1) } }], ['open', 0, 'amount']],
    ['more than asked', [{ paid: { minor: 6_901, currency: 'EUR', at: at(1) } }], ['open', 0, 'amount']],
    ['another currency', [{ paid: { minor: 6_900, currency: 'CZK', at: at(1) } }], ['open', 0, 'amount']],
    [
      'another amount, given back',
      [{ paid: { minor: 100, currency: 'EUR', at: at(1) } }, { refundedMinor: 6_900 }],
      ['open', 0, null],
    ],
  ])('R-197 %s', (_, told, expected) => expect(outcome(told)).toEqual(expected))

  it.each<[PaidFor['status'], unknown[]]>([
    ['cancelled', ['paid', 0, null]],
    ['failed', ['paid', 0, null]],
    ['paid', ['paid', 0, 'surplus']],
    ['refunded', ['refunded', 0, 'surplus']],
  ])('R-197 paid for an order that is %s', (status, expected) => expect(outcome([PAID], { ...ORDER, status })).toEqual(expected))

  it('R-197 a price that changed meanwhile is not paid by what was asked before', () => {
    expect(outcome([PAID], { ...ORDER, total_minor: 7_900 })).toEqual(['open', 0, 'amount'])
  })

  it('R-197 what is told twice is news once', () => {
    const told: PaymentReport[] = [PAID, { intent: 'pi_1' }, { refundedMinor: 900 }, { withdrawn: { minor: 100, at: at(5) } }]
    expect(after(told.flatMap((one) => [one, one, one])).news).toBe(after(told).news)
    expect(applyReport(OPEN, ORDER, {}).isNews).toBe(false)
  })
})
