import { Mollie } from './mollie.js'
import { molliePayment, reportOfPayment } from './mollie-payments.js'
import { fromMollie, fromStripe, toMollie, toStripe, UnspeakableAmount } from './provider-amounts.js'
import type { ProviderClient } from './provider-client.js'
import { readStripeEvent } from './stripe-events.js'

const KEY = '0b9f7a4e-4c5e-4d5b-9a0f-2f3b1c9d7e11'
const CREATED = 1_767_225_600
const AT = new Date('2026-01-01T00:00:00Z')

describe('amounts', () => {
  it.each([
    [123_450, 'EUR', '1234.50', 123_450],
    [5, 'EUR', '0.05', 5],
    [500, 'JPY', '500', 500],
    [500, 'KRW', '500.00', 500],
    [1_230, 'KWD', '1.23', 1_230],
    // Providers require hundredths for these currencies, although nobody uses hundredths.
    [500, 'HUF', '500.00', 50_000],
    [5, 'ISK', '5', 500],
    [500, 'UGX', '500.00', 50_000],
  ])('R-197 %i of %s are %s at Mollie and %i at Stripe, and back', (minor, currency, value, amount) => {
    expect([toMollie(minor, currency), toStripe(minor, currency)]).toEqual([value, amount])
    expect([fromMollie(value, currency), fromStripe(amount, currency)]).toEqual([minor, minor])
  })

  it.each([
    ['10', 'EUR'],
    ['10.0', 'EUR'],
    ['10.000', 'EUR'],
    ['1e3', 'EUR'],
    ['-1.00', 'EUR'],
    ['1,00', 'EUR'],
    ['500.00', 'JPY'],
    ['0.50', 'HUF'],
    ['1.000', 'KWD'],
    ['', 'EUR'],
  ])('R-197 %j is no amount of %s', (value, currency) => {
    expect(() => fromMollie(value, currency)).toThrow(UnspeakableAmount)
  })

  it('R-197 Stripe takes no thousandth of a dinar, and says no part of a króna', () => {
    expect(() => toStripe(1_234, 'KWD')).toThrow(UnspeakableAmount)
    expect(() => fromStripe(150, 'ISK')).toThrow(UnspeakableAmount)
  })
})

describe('an event of Stripe', () => {
  const read = (type: string, object: object) => readStripeEvent(JSON.stringify({ type, created: CREATED, data: { object } }))
  const session = {
    id: 'cs_test_1',
    mode: 'payment',
    payment_status: 'paid',
    status: 'complete',
    amount_total: 6_900,
    currency: 'eur',
    payment_intent: 'pi_1',
    metadata: { roadbook_payment: KEY },
  }
  const charge = { payment_intent: 'pi_1', amount_refunded: 900, currency: 'eur', metadata: { roadbook_payment: KEY } }
  const dispute = { payment_intent: 'pi_1', amount: 6_900, currency: 'eur' }
  const paid = { paid: { minor: 6_900, currency: 'EUR', at: AT }, intent: 'pi_1' }
  const ours = { key: KEY, ref: 'cs_test_1' }

  it.each([
    ['checkout.session.completed', session, { which: ours, told: paid }],
    ['checkout.session.completed', { ...session, payment_status: 'unpaid' }, { which: ours, told: { intent: 'pi_1' } }],
    ['checkout.session.async_payment_succeeded', session, { which: ours, told: paid }],
    [
      'checkout.session.async_payment_failed',
      { ...session, payment_status: 'unpaid' },
      { which: ours, told: { over: 'failed' } },
    ],
    ['checkout.session.expired', { ...session, status: 'expired' }, { which: ours, told: { over: 'ended' } }],
    ['charge.refunded', charge, { which: { key: KEY, intent: 'pi_1' }, told: { intent: 'pi_1', refundedMinor: 900 } }],
    [
      'charge.dispute.funds_withdrawn',
      dispute,
      { which: { intent: 'pi_1' }, told: { intent: 'pi_1', withdrawn: { minor: 6_900, at: AT } } },
    ],
    [
      'charge.dispute.funds_reinstated',
      dispute,
      { which: { intent: 'pi_1' }, told: { intent: 'pi_1', withdrawn: { minor: 0, at: AT } } },
    ],
    // Other products of the same account, and events without an amount.
    ['checkout.session.completed', { ...session, mode: 'subscription', payment_intent: null }, null],
    ['charge.refunded', { ...charge, payment_intent: null }, null],
    ['payment_intent.succeeded', { id: 'pi_1' }, null],
    ['charge.dispute.created', dispute, null],
    ['customer.created', {}, null],
  ])('R-197 %s says what became of the money', (type, object, notice) => expect(read(type, object)).toEqual(notice))

  it.each([
    ['checkout.session.completed', { ...session, amount_total: -1 }],
    ['checkout.session.completed', { ...session, currency: 'euro' }],
    ['charge.refunded', { ...charge, amount_refunded: 1.5 }],
  ])('R-197 %s that is no such thing is refused', (type, object) => expect(() => read(type, object)).toThrow())
})

describe('a payment of Mollie', () => {
  const eur = (value: string) => ({ value, currency: 'EUR' })
  const payment = { id: 'tr_7UhSN1zuXS', status: 'open', amount: eur('69.00') }
  const told = (more: object) => reportOfPayment(molliePayment.parse({ ...payment, ...more }), AT)
  const paidAt = '2026-03-01T10:00:00+00:00'
  const paid = { minor: 6_900, currency: 'EUR', at: new Date(paidAt) }

  it.each([
    [{ status: 'open' }, { over: undefined }],
    [{ status: 'pending' }, { over: undefined }],
    [{ status: 'authorized' }, { over: undefined }],
    [{ status: 'canceled' }, { over: 'ended' }],
    [{ status: 'expired' }, { over: 'ended' }],
    [{ status: 'failed' }, { over: 'failed' }],
    [
      { status: 'paid', paidAt },
      { paid, refundedMinor: 0, withdrawn: { minor: 0, at: AT } },
    ],
    [
      { status: 'paid', paidAt, amountRefunded: eur('9.00') },
      { paid, refundedMinor: 900, withdrawn: { minor: 0, at: AT } },
    ],
    [
      { status: 'paid', paidAt, amountRefunded: eur('0.00'), amountChargedBack: eur('69.00') },
      { paid, refundedMinor: 0, withdrawn: { minor: 6_900, at: AT } },
    ],
  ])('R-197 with %j says what became of the money', (more, expected) => expect(told(more)).toEqual(expected))

  it.each([
    ['id=tr_7UhSN1zuXS', { which: { ref: 'tr_7UhSN1zuXS' } }],
    ['id=tr_7UhSN1zuXS&status=paid&amount=1', { which: { ref: 'tr_7UhSN1zuXS' } }],
    ['id=ord_1', null],
    ['id=tr_1/../refunds', null],
    ['id=', null],
    ['', null],
    ['{"id":"tr_1"}', null],
  ])('R-197 its webhook %j is worth a name at most', (body, notice) => {
    expect(new Mollie({} as ProviderClient, 'https://x.example').notice({ body, headers: {} })).toEqual(notice)
  })
})
