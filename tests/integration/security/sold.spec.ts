import { RequestDatabase } from '@roadbook/api/database/request-database'
import { sql } from '@roadbook/api/database/sql'
import { apiForTests } from '../../support/api/api-for-tests.js'
import type { Answer } from '../../support/api/api-server.js'
import { JobClock } from '../../support/api/job-clock.js'

const { api, tenants } = apiForTests({ API_WORK: 'all' })
const SELLER = 'manager@vendor.example'
const BUYER = 'manager@shop.example'
const DEALER = 'dealer@shop.example'
const PRODUCT = {
  title: 'Track & Recover',
  currency: 'EUR',
  default_price_minor: 9_900,
  discount_price_minor: null,
  grace_days: 0,
}
const REFUSED = 'The seller of this product is another business: order a period, and the vehicle is covered once it is paid'
let vendor: number
let shop: number
let sold: number
let requests: RequestDatabase

const call = (method: string, path: string, body?: unknown, email = SELLER): Promise<Answer> =>
  api.call(method, `/api/v1${path}`, { email, body })
const offered = async (more: object = {}): Promise<number> => {
  const { id } = (await call('POST', '/subscriptions', { ...PRODUCT, period: 'year', ...more })).body.data
  await call('POST', `/vendors/${vendor}/attach-subscription`, { subscription_id: id })
  return id
}
const give = async (entities: number[], email: string, subscription_id = sold, more: object = {}) =>
  (await call('POST', '/entity-subscriptions/give', { entities, subscription_id, ...more }, email)).body.data.results.map(
    ({ result, message }: { result: string; message: string | null }) => message ?? result,
  )
const change = async (path: string, body: object, email: string) =>
  (await call('POST', `/entity-subscriptions/${path}`, body, email)).body.data.results.map(
    ({ result, message }: { result: string; message: string | null }) => message ?? result,
  )
const coursesOf = (entity: number) =>
  api.rows<{ id: number; status: string; renews: boolean; ends_at: Date }>(
    `SELECT id, status, renews, ends_at FROM entity_subscriptions WHERE entity_id = ${entity} ORDER BY id`,
  )
/** Adds a vehicle to which its seller has assigned a subscription of a year. */
const covered = async (name: string) => {
  const bike = await tenants.entity(shop, name)
  expect(await give([bike], SELLER)).toEqual(['changed'])
  const [course] = await coursesOf(bike)
  if (!course) throw new Error('nothing was given')
  return { bike, course }
}

beforeAll(async () => {
  vendor = await tenants.business('Vendor')
  shop = await tenants.business('Shop', 'company', vendor)
  await tenants.user(SELLER, 'manager', vendor)
  await tenants.user(BUYER, 'manager', shop)
  await tenants.user(DEALER, 'dealer', shop)
  requests = new RequestDatabase(api.database.pool)
  sold = await offered({ bills: true })
})

describe('what is paid for is given by its seller (M9)', () => {
  it('M9 a buyer covers no vehicle with what is sold to it, one or many', async () => {
    const bikes = [await tenants.entity(shop, 'One'), await tenants.entity(shop, 'Two'), await tenants.entity(shop, 'Three')]
    expect(await give(bikes, BUYER)).toEqual([REFUSED, REFUSED, REFUSED])
    expect(await give(bikes, BUYER, sold, { renews: true })).toEqual([REFUSED, REFUSED, REFUSED])
    expect(await api.rows(`SELECT id FROM entity_subscriptions WHERE entity_id = ANY ('{${bikes.join()}}')`)).toEqual([])
    expect(await give(bikes, SELLER)).toEqual(['changed', 'changed', 'changed'])
  })

  it('M9 a buyer neither extends what its seller gave, nor lets it go on by itself; ending it is the buyer’s own affair', async () => {
    const { bike, course } = await covered('Extended')
    expect(await change('renew', { ids: [course.id] }, BUYER)).toEqual([REFUSED])
    expect(await change('renewal', { ids: [course.id], renews: true }, BUYER)).toEqual([REFUSED])
    expect(await coursesOf(bike)).toEqual([course])
    expect(await change('renewal', { ids: [course.id], renews: true }, SELLER)).toEqual(['changed'])
    expect(await change('renewal', { ids: [course.id], renews: false }, BUYER)).toEqual(['changed'])
    expect(await change('renew', { ids: [course.id] }, SELLER)).toEqual(['changed'])
    expect(await change('cancel', { ids: [course.id] }, BUYER)).toEqual(['changed'])
  })

  it('M9 an installation and a sheet of vehicles begin with nothing that is sold to who makes them', async () => {
    await tenants.device(shop, '356307042441013')
    const body = {
      name: 'Installed',
      frame_number: 'FRAME9',
      license_plate: 'PLATE9',
      vehicle_type: 'eBike',
      brand: 'Koga',
      color: 'Black',
      business_id: shop,
      tags: [],
      imei: '356307042441013',
      user_target: 'own-use',
      subscription_id: sold,
    }
    const installed = await call('POST', '/install-devices/install', body, DEALER)
    expect([installed.status, installed.body.errors]).toEqual([422, { subscription_id: [REFUSED] }])
    const heads = 'name;frame_number;license_plate;vehicle_type;brand;color;subscription'
    const csv = `${heads}\nFrom a sheet;FR-00001;PL-00001;eBike;Gazelle;Black;Track & Recover`
    const sheet = (await call('POST', '/entities/imports', { csv, business_id: shop }, BUYER)).body.data
    expect([sheet.created, sheet.failed]).toEqual([0, [{ row: 2, field: 'subscription', message: REFUSED }]])
    expect(await api.rows("SELECT id FROM entities WHERE name IN ('Installed', 'From a sheet')")).toEqual([])
    expect((await call('POST', '/install-devices/install', body)).status).toBe(200)
  })

  it('M9 says of what a vehicle can have whether it is ordered or given', async () => {
    const isSold = async (email: string) => {
      const options = (await api.get(`/dropdown/subscriptions?business_id=${shop}`, email)).body.data
      return options.find(({ id }: { id: number }) => id === sold).is_sold
    }
    expect([await isSold(BUYER), await isSold(DEALER), await isSold(SELLER)]).toEqual([true, true, false])
  })

  it('M9 what is paid covers, and so does what costs nothing', async () => {
    const bike = await tenants.entity(shop, 'Paid')
    const order = (await call('POST', '/payments', { entity_id: bike, subscription_id: sold }, BUYER)).body.data.id
    expect(await coursesOf(bike)).toEqual([])
    expect((await call('POST', `/payments/${order}/book`, { paid_at: new Date().toISOString() })).status).toBe(200)
    expect(await coursesOf(bike)).toHaveLength(1)
    const free = await offered({ title: 'With every bike', default_price_minor: 0 })
    expect(await give([await tenants.entity(shop, 'Free')], BUYER, free)).toEqual(['changed'])
    const billed = await offered({ title: 'Billed later', default_price_minor: 0, bills: true })
    expect(await give([await tenants.entity(shop, 'Billed')], BUYER, billed)).toEqual([REFUSED])
  })

  it('M9 what its seller lets go on by itself goes on', async () => {
    const clock = await JobClock.open(api.database, 'subscription-ends')
    const { bike, course } = await covered('Goes on')
    await change('renewal', { ids: [course.id], renews: true }, SELLER)
    await api.rows(`UPDATE entity_subscriptions SET starts_at = now() - interval '2 days', ends_at = now() - interval '1 day',
      anchored_at = NULL WHERE id = ${course.id} RETURNING id`)
    await clock.strike('subscription-ends')
    await clock.stop()
    const [after] = await coursesOf(bike)
    expect(after?.ends_at.getTime()).toBeGreaterThan(Date.now())
  })

  describe('whatever the code forgets, the database', () => {
    const bySql = (scope: 'buyer' | 'seller' | 'all', statement: ReturnType<typeof sql>) =>
      requests.write(scope === 'all' ? 'all' : scope === 'buyer' ? [shop] : [vendor, shop], (one) => one.rows(statement))

    it.each([
      [
        'adds none',
        (_: number, bike: number) =>
          sql`INSERT INTO entity_subscriptions (entity_id, subscription_id) VALUES (${bike}::int, ${sold}::int)`,
      ],
      [
        'moves no end',
        (id: number) => sql`UPDATE entity_subscriptions SET ends_at = ends_at + interval '1 second' WHERE id = ${id}`,
      ],
      ['makes none endless', (id: number) => sql`UPDATE entity_subscriptions SET ends_at = NULL WHERE id = ${id}`],
      ['lets none go on', (id: number) => sql`UPDATE entity_subscriptions SET renews = TRUE WHERE id = ${id}`],
    ])('M9 %s for who buys, and does for who sells', async (_, write) => {
      const { bike, course } = await covered('By SQL')
      await expect(bySql('buyer', write(course.id, bike))).rejects.toThrow('The seller of this product is another business')
      await expect(bySql('seller', write(course.id, bike))).resolves.toEqual([])
    })

    it('M9 revives none that is over for who buys', async () => {
      const { course } = await covered('Revived')
      await change('cancel', { ids: [course.id] }, BUYER)
      const revive = sql`UPDATE entity_subscriptions SET status = 'active' WHERE id = ${course.id}`
      await expect(bySql('buyer', revive)).rejects.toThrow('The seller of this product is another business')
      await expect(bySql('all', revive)).resolves.toEqual([])
    })
  })
})
