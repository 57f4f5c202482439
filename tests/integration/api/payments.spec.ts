import { apiForTests } from '../../support/api/api-for-tests.js'
import type { Answer } from '../../support/api/api-server.js'
import { JobClock } from '../../support/api/job-clock.js'

const { api, tenants } = apiForTests({ API_WORK: 'all' })
const SELLER = 'manager@vendor.example'
const BUYER = 'manager@shop.example'
const DEALER = 'dealer@shop.example'
const OTHER = 'manager@other.example'
const PRODUCT = { title: 'Track & Recover', currency: 'EUR', default_price_minor: 6_900, discount_price_minor: null }
let shop: number
let product: number

const call = (method: string, path: string, body?: unknown, email = SELLER): Promise<Answer> =>
  api.call(method, `/api/v1${path}`, { email, body })
const made = async (more: object = {}): Promise<number> =>
  (await call('POST', '/subscriptions', { ...PRODUCT, period: 'month', grace_days: 5, ...more })).body.data.id
const order = async (entity_id: number, email = SELLER, subscription_id = product): Promise<number> => {
  const answer = await call('POST', '/payments', { entity_id, subscription_id }, email)
  expect(answer.status).toBe(200)
  return answer.body.data.id
}
const one = async (id: number) => (await call('GET', `/payments/${id}`)).body.data
const courses = async (entity: number) => (await call('GET', `/entities/${entity}/subscriptions`)).body.data
const book = (id: number, body: object = {}, email = SELLER) =>
  call('POST', `/payments/${id}/book`, { paid_at: new Date().toISOString(), ...body }, email)
const refund = (id: number, body: object = { reason: 'Sold' }, email = SELLER) =>
  call('POST', `/payments/${id}/refund`, body, email)

beforeAll(async () => {
  const vendor = await tenants.business('Vendor')
  shop = await tenants.business('Shop', 'company', vendor)
  await tenants.user(SELLER, 'manager', vendor)
  await tenants.user(BUYER, 'manager', shop)
  await tenants.user(DEALER, 'dealer', shop)
  await tenants.user(OTHER, 'manager', await tenants.business('Other'))
  product = await made({ period: 'quarter' })
  await call('POST', `/vendors/${vendor}/attach-subscription`, { subscription_id: product })
})

describe('orders', () => {
  it('R-195 R-197 R-323 tells order, state, user, brand, vehicle, subscription, period, insurance, price, vendor and frame number', async () => {
    const bike = await tenants.entity(shop, 'Bakfiets', { brand: 'Urban Arrow', frame_number: 'UA-77' })
    await tenants.insure(bike, { endsIn: 100 })
    const id = await order(bike)
    expect(await one(id)).toMatchObject({
      id,
      state: 'open',
      business_name: 'Shop',
      vendor: 'Vendor',
      entity_name: 'Bakfiets',
      brand: 'Urban Arrow',
      frame_number: 'UA-77',
      title: 'Track & Recover',
      period: 'quarter',
      currency: 'EUR',
      price_minor: 6_900,
      method: null,
      paid_at: null,
      starts_at: null,
      ends_at: null,
      user_name: expect.any(String),
      insurance_starts_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      insurance_ends_on: expect.any(String),
    })
    const { text } = await api.get('/payments?format=csv&searchFields=entity_name:=Bakfiets', SELLER)
    expect(text).toMatch(/Open.*Shop.*Vendor.*Bakfiets.*Urban Arrow.*UA-77.*Track & Recover.*Quarter.*EUR.*69\.00/)
    // An unpaid order has no method of payment.
    expect(text).not.toContain('Unknown')
  })

  it('R-197 what is paid covers the vehicle for a period, and what is paid again goes on from there', async () => {
    const bike = await tenants.entity(shop, 'Covered')
    const paid = await book(await order(bike), { note: 'Statement 12' })
    expect(paid.body.data).toMatchObject({ state: 'active', method: 'book', note: 'Statement 12' })
    const [first] = await courses(bike)
    expect(first).toMatchObject({ title: 'Track & Recover', price_minor: 6_900, ends_at: paid.body.data.ends_at, renews: false })
    const next = (await book(await order(bike))).body.data
    expect(next).toMatchObject({ state: 'paid', starts_at: first.ends_at })
    const after = await courses(bike)
    expect(after).toHaveLength(1)
    expect(after[0]).toMatchObject({ id: first.id, starts_at: first.starts_at, ends_at: next.ends_at })
  })

  it('G-73 stands as its period does once it is paid', async () => {
    const bike = await tenants.entity(shop, 'Of states')
    const id = (await book(await order(bike))).body.data.id
    const runs = async (starts: string, ends: string) => {
      await api.database.pool.query(
        'UPDATE orders SET starts_at = now() + $2::interval, ends_at = now() + $3::interval WHERE id = $1',
        [id, starts, ends],
      )
      return (await one(id)).state
    }
    expect(await runs('1 day', '366 days')).toBe('paid')
    expect(await runs('-1 day', '365 days')).toBe('active')
    expect(await runs('-340 days', '29 days')).toBe('expiring')
    expect(await runs('-370 days', '-1 second')).toBe('expired')
  })

  it('R-323 refunded whole its vehicle loses the period; a part of it leaves that as it is, and more than was paid is refused', async () => {
    const bike = await tenants.entity(shop, 'Refunded')
    const first = (await book(await order(bike))).body.data
    const second = (await book(await order(bike))).body.data
    expect((await refund(second.id, { reason: 'Late', amount_minor: 900 })).body.data).toMatchObject({
      state: 'paid',
      refunded_minor: 900,
    })
    expect((await refund(second.id, { reason: 'Late', amount_minor: 6_001 })).body.errors).toHaveProperty('amount_minor')
    expect((await courses(bike))[0].ends_at).toBe(second.ends_at)
    expect((await refund(second.id)).body.data).toMatchObject({ state: 'refunded', refunded_minor: 6_900 })
    expect((await courses(bike))[0]).toMatchObject({ ends_at: first.ends_at, state: 'active' })
    expect((await refund(first.id)).body.data.state).toBe('refunded')
    expect((await courses(bike))[0].state).toBe('cancelled')
    expect((await refund(first.id)).status).toBe(409)
    const [entry] = await api.rows<{ after: object }>(
      `SELECT after FROM audit_log WHERE action = 'entity.order-refund' AND object_id = '${bike}' ORDER BY id DESC LIMIT 1`,
    )
    expect(entry?.after).toMatchObject({ reason: 'Sold', state: 'refunded' })
  })

  it('is booked for a moment that has been, which is asked for', async () => {
    const id = await order(await tenants.entity(shop, 'Booked'))
    const errors = async (body: object) => {
      const { status, body: problem } = await call('POST', `/payments/${id}/book`, body)
      return [status, Object.keys(problem.errors ?? {})]
    }
    expect(await errors({})).toEqual([422, ['paid_at']])
    expect(await errors({ paid_at: new Date(Date.now() + 86_400_000).toISOString() })).toEqual([422, ['paid_at']])
    const paidAt = '2026-01-05T11:00:00.000Z'
    expect((await book(id, { paid_at: paidAt })).body.data.paid_at).toBe(paidAt)
  })

  it('R-323 is changed and cancelled while nothing is paid, and stays in the list', async () => {
    const bike = await tenants.entity(shop, 'Cancelled')
    const id = await order(bike)
    expect((await call('PUT', `/payments/${id}`, { price_minor: 5_000, note: 'Fair' })).body.data).toMatchObject({
      price_minor: 5_000,
      total_minor: 5_000,
      note: 'Fair',
    })
    expect((await call('DELETE', `/payments/${id}`)).body.data.state).toBe('cancelled')
    expect((await book(id)).status).toBe(409)
    expect((await refund(id)).status).toBe(409)
    expect((await call('PUT', `/payments/${id}`, { price_minor: 1 })).status).toBe(409)
    expect(await courses(bike)).toEqual([])
    const listed = await api.get('/payments?searchFields=state:=cancelled', SELLER)
    expect(listed.body.data.map((row: { id: number }) => row.id)).toContain(id)
  })

  it('R-323 two who book the same order cover its vehicle once', async () => {
    const bike = await tenants.entity(shop, 'Once')
    const id = await order(bike)
    const answers = await Promise.all([book(id), book(id), book(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const [course] = await courses(bike)
    expect(course.ends_at).toBe((await one(id)).ends_at)
  })

  it('R-197 who buys orders and sees it, and only who is paid says that it was', async () => {
    const bike = await tenants.entity(shop, 'Of the shop')
    const id = await order(bike, BUYER)
    expect((await call('GET', `/payments/${id}`, undefined, BUYER)).body.data).toMatchObject({ vendor: null, state: 'open' })
    expect((await call('GET', `/payments/${id}`, undefined, DEALER)).status).toBe(200)
    expect((await book(id, {}, BUYER)).status).toBe(404)
    expect((await call('PUT', `/payments/${id}`, { price_minor: 1 }, BUYER)).status).toBe(404)
    expect((await book(id, {}, DEALER)).status).toBe(403)
    expect((await call('GET', `/payments/${id}`, undefined, OTHER)).status).toBe(404)
    expect((await call('POST', '/payments', { entity_id: bike, subscription_id: product }, OTHER)).body.errors).toHaveProperty(
      'entity_id',
    )
    const hidden = await made({ title: 'Not offered' })
    const refused = await call('POST', '/payments', { entity_id: bike, subscription_id: hidden }, BUYER)
    expect(refused.body.errors).toHaveProperty('subscription_id')
  })

  it('R-197 nothing is ordered for a vehicle that is covered without end', async () => {
    const bike = await tenants.entity(shop, 'For ever')
    await tenants.subscribe(bike, product)
    expect((await call('POST', '/payments', { entity_id: bike, subscription_id: product })).status).toBe(409)
  })
})

describe('periods that come', () => {
  let clock: JobClock
  let billed: number
  const tick = () => clock.strike('order-periods')
  const ordered = async (name: string) =>
    (await api.get(`/payments?searchFields=entity_name:=${encodeURIComponent(name)}`, SELLER)).body.data
  const given = async (name: string, renews: boolean, ends: string, subscription_id = billed) => {
    const bike = await tenants.entity(shop, name)
    await call('POST', '/entity-subscriptions/give', { entities: [bike], subscription_id, renews })
    await api.database.pool.query(
      "UPDATE entity_subscriptions SET starts_at = now() - interval '20 days', ends_at = now() + $2::interval, anchored_at = NULL WHERE entity_id = $1",
      [bike, ends],
    )
    return bike
  }

  beforeAll(async () => {
    clock = await JobClock.open(api.database, 'order-periods')
    billed = await made({ title: 'Billed', bills: true })
    await call('POST', `/companies/${shop}/attach-subscription`, { subscription_id: billed })
  })
  afterAll(() => clock.stop())

  it('R-197 T-18 orders the next period of what is billed once, two weeks before its end, and paid it goes on', async () => {
    const bike = await given('Billed bike', false, '10 days')
    await given('Later', false, '20 days')
    await given('Not billed', false, '10 days', product)
    await Promise.all([tick(), tick()])
    await tick()
    const [found, ...more] = await ordered('Billed bike')
    expect([found.state, found.user_name, more.length]).toEqual(['open', null, 0])
    expect([await ordered('Later'), await ordered('Not billed')]).toEqual([[], []])
    const before = (await courses(bike))[0]
    const paid = (await book(found.id)).body.data
    expect(paid.starts_at).toBe(before.ends_at)
    expect((await courses(bike))[0].ends_at).toBe(paid.ends_at)
    await tick()
    expect(await ordered('Billed bike')).toHaveLength(1)
  })

  it('R-196 a product that is billed stays so when a change does not speak of it', async () => {
    const id = await made({ title: 'Still billed', bills: true })
    const change = { ...PRODUCT, title: 'Renamed', period: 'month', grace_days: 5 }
    expect((await call('PUT', `/subscriptions/${id}`, change)).body.data).toMatchObject({ title: 'Renamed', bills: true })
    expect((await call('PUT', `/subscriptions/${id}`, { ...change, bills: false })).body.data.bills).toBe(false)
  })

  it('R-197 of what goes on by itself it says which period, and paid or refunded that runs on', async () => {
    const bike = await given('Goes on', true, '3 days')
    await tick()
    const [found] = await ordered('Goes on')
    const before = (await courses(bike))[0]
    expect([found.starts_at, found.state]).toEqual([before.ends_at, 'open'])
    await book(found.id)
    await refund(found.id)
    expect((await courses(bike))[0]).toMatchObject({ ends_at: before.ends_at, renews: true, state: 'active' })
  })
})
