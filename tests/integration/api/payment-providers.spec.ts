import { createHmac } from 'node:crypto'
import { ApiUnderTest } from '../../support/api/api-server.js'
import { nameOf, operations, pathOf } from '../../support/api/api-walk.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { JobClock } from '../../support/api/job-clock.js'
import { PaymentProviderDouble } from '../../support/api/payment-provider-double.js'

const SELLER = 'manager@vendor.example'
const BUYER = 'manager@shop.example'
const OTHER = 'manager@other.example'
const KEYS = { mollie: 'test_0123456789abcdef', stripe: 'sk_test_0123456789abcdef' }
const SECRET = 'whsec_0123456789abcdef'
const PORTAL = 'https://fleet.example'

/** Starts an API with a double of the payment provider, a seller with a product, and a buyer. */
async function shopAt(kind: 'mollie' | 'stripe') {
  const provider = await PaymentProviderDouble.start(kind, KEYS[kind])
  const api = await ApiUnderTest.start({
    API_WORK: 'all',
    PAYMENTS: kind,
    PAYMENTS_KEY: KEYS[kind],
    PAYMENTS_URL: provider.url,
    PORTAL_URL: PORTAL,
    ...(kind === 'stripe' && { PAYMENTS_WEBHOOK_SECRET: SECRET }),
  })
  const tenants = new Tenants(api)
  const vendor = await tenants.business('Vendor')
  const shop = await tenants.business('Shop', 'company', vendor)
  await tenants.user(SELLER, 'manager', vendor)
  await tenants.user(BUYER, 'manager', shop)
  await tenants.user(OTHER, 'manager', await tenants.business('Other'))
  const product = await tenants.subscription(vendor, 'Recovery')
  await api.rows("UPDATE subscriptions SET period = 'year', currency = 'EUR', default_price_minor = 6900")
  const call = (method: string, path: string, body?: unknown, email = BUYER, headers = {}) =>
    api.call(method, `/api/v1${path}`, { email, body, headers })
  let vehicles = 0
  return {
    api,
    provider,
    call,
    tenants,
    ordered: async () => tenants.order(await tenants.entity(shop, `Bike ${++vehicles}`), product),
    pay: (id: number, headers = {}) => call('POST', `/payments/${id}/pay`, undefined, BUYER, headers),
    one: async (id: number) => (await call('GET', `/payments/${id}`, undefined, SELLER)).body.data,
    history: (id: number) =>
      api.rows<{ actor: string; action: string }>(
        `SELECT actor, action FROM audit_log WHERE coalesce(after ->> 'order', before ->> 'order') = $1 ORDER BY id`,
        [String(id)],
      ),
    tell: (body: string, headers: Record<string, string>) =>
      api.call('POST', '/api/v1/webhooks/payments', { body, headers: { 'content-type': 'text/plain', ...headers } }),
    stop: async () => {
      await api.stop()
      provider.stop()
    },
  }
}
type Shop = Awaited<ReturnType<typeof shopAt>>

describe('orders paid at Mollie', () => {
  let shop: Shop
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
  const tell = (id: string) => shop.tell(`id=${id}`, FORM)
  const paid = async () => {
    const id = await shop.ordered()
    await shop.pay(id)
    shop.provider.last.status = 'paid'
    return { id, ref: shop.provider.last.id }
  }
  beforeAll(async () => void (shop = await shopAt('mollie')))
  afterAll(() => shop.stop())

  it('R-197 the payer is led to the page of one payment, in their language, and asked again to the same', async () => {
    const id = await shop.ordered()
    const first = await shop.pay(id, { 'accept-language': 'nl' })
    expect(first.body.data).toEqual({ url: `${shop.provider.url}/pay/${shop.provider.last.id}` })
    expect(shop.provider.last).toMatchObject({ amount: '69.00', currency: 'EUR', locale: 'nl_NL' })
    const made = shop.provider.made.length
    expect((await shop.pay(id)).body.data).toEqual(first.body.data)
    expect(shop.provider.made).toHaveLength(made)
    expect((await shop.call('POST', `/payments/${id}/pay`, undefined, OTHER)).status).toBe(404)
    expect((await shop.one(id)).state).toBe('open')
  })

  it('R-197 what Mollie says when it is asked counts, once, however often and whatever the message says', async () => {
    const { id, ref } = await paid()
    const answers = await Promise.all([tell(ref), tell(ref), tell(`${ref}&status=failed`)])
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, ''],
      [200, ''],
      [200, ''],
    ])
    expect(await shop.one(id)).toMatchObject({ state: 'active', method: 'mollie', paid_at: '2026-03-01T10:00:00.000Z' })
    expect((await shop.history(id)).map(({ actor, action }) => [actor, action])).toEqual([
      [expect.any(String), 'entity.order-pay'],
      ['Mollie', 'entity.order-paid'],
    ])
    expect((await shop.pay(id)).status).toBe(409)
  })

  it('R-197 a message that claims it was paid changes nothing where that is not so', async () => {
    const id = await shop.ordered()
    await shop.pay(id)
    expect((await tell(`${shop.provider.last.id}&status=paid`)).status).toBe(200)
    expect((await shop.one(id)).state).toBe('open')
  })

  it('R-197 what is not ours is answered as what is, and Mollie is not asked for it', async () => {
    const before = shop.provider.requests
    const answers = [await tell('tr_unknown'), await tell('ord_1'), await tell(''), await shop.tell('{}', {})]
    expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(() => [200, '']))
    expect(shop.provider.requests).toBe(before)
    expect((await shop.tell(`id=${'x'.repeat(300_000)}`, FORM)).status).toBe(413)
  })

  it('R-197 while Mollie is away it is told to come again, and whoever wants to pay too', async () => {
    const { id, ref } = await paid()
    shop.provider.isAway = true
    expect((await tell(ref)).status).toBe(503)
    expect(await shop.pay(await shop.ordered())).toMatchObject({
      status: 503,
      body: { detail: expect.stringMatching(/provider/) },
    })
    shop.provider.isAway = false
    expect((await tell(ref)).status).toBe(200)
    expect((await shop.one(id)).state).toBe('active')
  })

  it('R-197 a payment that expired is followed by another, one of another price is ended first', async () => {
    const id = await shop.ordered()
    await shop.pay(id)
    shop.provider.last.status = 'expired'
    const expired = shop.provider.last.id
    await shop.pay(id)
    const second = shop.provider.last
    expect(second.id).not.toBe(expired)
    await shop.call('PUT', `/payments/${id}`, { price_minor: 5_000 }, SELLER)
    await shop.pay(id)
    expect([second.status, shop.provider.last.amount]).toEqual(['canceled', '50.00'])
  })

  it('R-323 a refund is given at Mollie, once, and the vehicle loses the period; a chargeback does the same', async () => {
    const { id, ref } = await paid()
    await tell(ref)
    const refund = (body: object) => shop.call('POST', `/payments/${id}/refund`, body, SELLER)
    expect((await refund({ reason: 'Late', amount_minor: 900 })).body.data).toMatchObject({
      state: 'active',
      refunded_minor: 900,
    })
    await tell(ref)
    expect(await shop.one(id)).toMatchObject({ refunded_minor: 900 })
    expect((await refund({ reason: 'Sold' })).body.data).toMatchObject({ state: 'refunded', refunded_minor: 6_900 })
    expect(shop.provider.refunds.map(({ amount }) => amount)).toEqual(['9.00', '60.00'])
    expect((await refund({ reason: 'Sold' })).status).toBe(409)
    expect((await shop.one(id)).payment_problem).toBeNull()

    const other = await paid()
    await tell(other.ref)
    shop.provider.last.chargedBack = 69
    await tell(other.ref)
    expect(await shop.one(other.id)).toMatchObject({ state: 'refunded', refunded_minor: 6_900 })
  })

  it('R-197 another amount than it costs pays nothing, and paid twice says so', async () => {
    const less = await paid()
    shop.provider.last.amount = '6.90'
    await tell(less.ref)
    expect(await shop.one(less.id)).toMatchObject({ state: 'open', payment_problem: 'amount' })

    const twice = await paid()
    await shop.call('POST', `/payments/${twice.id}/book`, { paid_at: new Date().toISOString() }, SELLER)
    await tell(twice.ref)
    expect(await shop.one(twice.id)).toMatchObject({ method: 'book', payment_problem: 'surplus' })
  })

  it('R-197 a payment whose message was lost is asked after', async () => {
    const { id } = await paid()
    await shop.api.rows("UPDATE provider_payments SET updated_at = now() - interval '1 hour' WHERE order_id = $1", [id])
    const clock = await JobClock.open(shop.api.database, 'lost-payments')
    await clock.strike('lost-payments')
    await clock.stop()
    expect((await shop.one(id)).state).toBe('active')
  })
})

describe('orders paid at Stripe', () => {
  let shop: Shop
  const now = () => Math.floor(Date.now() / 1000)
  const signed = (body: string, time = now(), secret = SECRET) => ({
    'stripe-signature': `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`,
    'content-type': 'application/json; charset=utf-8',
  })
  const event = (type: string, object: object) => JSON.stringify({ id: 'evt_1', type, created: now(), data: { object } })
  const tell = (body: string, headers = signed(body)) => shop.tell(body, headers)
  const paid = async () => {
    const id = await shop.ordered()
    await shop.pay(id)
    const made = shop.provider.last
    made.status = 'complete'
    return { id, made, body: event('checkout.session.completed', shop.provider.session(made)) }
  }
  beforeAll(async () => void (shop = await shopAt('stripe')))
  afterAll(() => shop.stop())

  it('R-197 a signed event pays the order, once', async () => {
    const { id, made, body } = await paid()
    expect([made.amount, made.currency]).toEqual(['6900', 'eur'])
    const answers = await Promise.all([tell(body), tell(body), tell(body)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await shop.one(id)).toMatchObject({ state: 'active', method: 'stripe' })
    expect((await shop.history(id)).filter(({ actor }) => actor === 'Stripe')).toHaveLength(1)
  })

  it('R-197 one that is forged, old or unsigned is refused and changes nothing', async () => {
    const { id, body } = await paid()
    const refused = [
      await tell(body, signed(body, now(), 'whsec_of_somebody_else')),
      await tell(body, signed(body, now() - 600)),
      await tell(body.replace('6900', '1'), signed(body)),
      await shop.tell(body, {}),
    ]
    expect(refused.map(({ status, text }) => [status, text])).toEqual(refused.map(() => [400, '']))
    expect((await shop.one(id)).state).toBe('open')
  })

  it('R-197 what is signed and not ours is answered 200', async () => {
    const foreign = event('checkout.session.completed', {
      ...shop.provider.session((await paid()).made),
      id: 'cs_x',
      metadata: {},
    })
    const answers = [await tell(foreign), await tell(event('customer.created', {}))]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const strange = event('charge.dispute.funds_withdrawn', { payment_intent: 'pi_other', amount: 1, currency: 'eur' })
    // Stripe does not know such an intent. So there is nothing to refund, and a retry would not help.
    expect((await tell(strange)).status).toBe(200)
  })

  it('L9 signed nonsense is refused, or no affair of ours, and never worth coming again for', async () => {
    const { made, id } = await paid()
    const session = shop.provider.session(made)
    const completed = (more: object) => event('checkout.session.completed', { ...session, ...more })
    const charge = {
      payment_intent: made.intent,
      amount_refunded: 900,
      currency: 'eur',
      metadata: { roadbook_payment: made.key },
    }
    const refused = [
      ...[
        'null',
        '[]',
        '1',
        '"x"',
        '{',
        '',
        '{}',
        '{"type":"charge.refunded"}',
        event('charge.refunded', []),
        event('charge.refunded', {}),
      ],
      ...[-5_000, 5_000.5, '5000', null, 1e300].map((amount_refunded) =>
        event('charge.refunded', { ...charge, amount_refunded }),
      ),
      ...[-5_000, 5_000.5, '5000', {}].map((amount_total) => completed({ amount_total })),
      ...[completed({ id: 'x' }), completed({ metadata: [1] }), completed({ currency: 'euro' })],
      JSON.stringify({ type: 'charge.refunded', created: 1e15, data: { object: charge } }),
      JSON.stringify({ type: 'charge.refunded', created: 'now', data: { object: charge } }),
    ]
    const statuses = async (bodies: string[]) => {
      const answers = []
      for (const body of bodies) answers.push([body, (await tell(body)).status])
      return answers
    }
    expect(await statuses(refused)).toEqual(refused.map((body) => [body, 400]))
    const ignored = [
      ...['toString', 'constructor', '__proto__', 'hasOwnProperty', 'valueOf', ''].map((type) => event(type, charge)),
      ...['nobody’s', '', 'x'.repeat(5_000)].map((key) => completed({ metadata: { roadbook_payment: key }, id: 'cs_of_nobody' })),
    ]
    expect(await statuses(ignored)).toEqual(ignored.map((body) => [body, 200]))
    const strange = [
      completed({ id: 'cs_of_nobody', metadata: { roadbook_payment: 'a\u0000b' }, payment_intent: 'pi_\u0000' }),
      event('charge.refunded', { ...charge, metadata: {}, payment_intent: 'pi_\u0000' }),
      event('charge.refunded', { ...charge, amount_refunded: 10 ** 15 }),
      event('charge.dispute.funds_withdrawn', { payment_intent: made.intent, amount: 10 ** 15, currency: 'eur' }),
    ]
    for (const [body, status] of await statuses(strange))
      expect([body, [200, 400]]).toEqual([body, expect.arrayContaining([status])])
    expect(await shop.one(id)).toMatchObject({ state: 'open', refunded_minor: 0 })
  })

  it('R-323 refunded before it is told paid, it is both', async () => {
    const { id, made, body } = await paid()
    const charge = {
      payment_intent: made.intent,
      amount_refunded: 900,
      currency: 'eur',
      metadata: { roadbook_payment: made.key },
    }
    await tell(event('charge.refunded', charge))
    expect((await shop.one(id)).state).toBe('open')
    await tell(body)
    expect(await shop.one(id)).toMatchObject({ state: 'active', refunded_minor: 900 })
  })

  it('R-323 a dispute that comes first is found by its intent, and one that is won is for a person', async () => {
    const { id, made, body } = await paid()
    const dispute = { payment_intent: made.intent, amount: 6_900, currency: 'eur' }
    await tell(event('charge.dispute.funds_withdrawn', dispute))
    await tell(body)
    expect(await shop.one(id)).toMatchObject({ state: 'refunded', refunded_minor: 6_900, payment_problem: null })
    const later = JSON.stringify({ type: 'charge.dispute.funds_reinstated', created: now() + 60, data: { object: dispute } })
    await tell(later)
    expect(await shop.one(id)).toMatchObject({ state: 'refunded', payment_problem: 'surplus' })
  })

  it('R-323 refunds at Stripe', async () => {
    const { id, body } = await paid()
    await tell(body)
    const answer = await shop.call('POST', `/payments/${id}/refund`, { reason: 'Sold', amount_minor: 900 }, SELLER)
    expect(answer.body.data).toMatchObject({ refunded_minor: 900 })
    expect(shop.provider.refunds).toMatchObject([{ amount: '900' }])
  })

  it('R-197 a payment that a bank still looks at is waited for', async () => {
    const id = await shop.ordered()
    await shop.pay(id)
    shop.provider.last.status = 'processing'
    expect((await shop.pay(id)).status).toBe(409)
  })

  it('L9 beside its webhook every operation refuses a body that is no JSON as the document promises', async () => {
    const writing = operations.filter(({ method, path }) => method !== 'GET' && !path.includes('/webhooks/payments'))
    expect(writing.length).toBeGreaterThan(100)
    const wrong = []
    for (const [nth, operation] of writing.entries()) {
      const { method, path } = operation
      const body = ['{', '\0', '', '{"a":1}}', '\ufeff'][nth % 5]
      for (const [type, status] of [['application/json', 400] as const, ['text/xml', 415] as const]) {
        const headers = { 'content-type': type, 'accept-language': 'de' }
        const answer = await fetch(`${shop.api.url}${pathOf(path, 1)}`, { method, headers, body })
        const text = await answer.text()
        const isPromised =
          answer.headers.get('content-type') === 'application/problem+json; charset=utf-8' &&
          answer.headers.get('content-language') === 'de' &&
          text.includes(status === 400 ? '"code":"problem.malformed"' : '"code":"problem.media-type"')
        // An empty body of another type counts as no body.
        if (body !== '' && (!isPromised || answer.status !== status))
          wrong.push([nameOf(operation), type, body, answer.status, text])
        if (body === '' && status === 400 && !isPromised) wrong.push([nameOf(operation), body, answer.status, text])
      }
    }
    expect(wrong).toEqual([])
  }, 120_000)
})
