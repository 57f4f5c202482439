import { apiForTests } from '../../support/api/api-for-tests.js'
import type { Answer } from '../../support/api/api-server.js'

const { api, tenants } = apiForTests()
let vendor: number
let shop: number
let elsewhere: number
const MANAGER = 'manager@x.example'
const SHOP_MANAGER = 'shop-manager@x.example'
const DEALER = 'dealer@x.example'
const PRODUCT = { title: 'Track & Recover', currency: 'EUR', default_price_minor: 6_900, discount_price_minor: 5_900 }

const call = (method: string, path: string, body?: unknown, email = MANAGER): Promise<Answer> =>
  api.call(method, `/api/v1${path}`, { email, body })
const make = async (more: object = {}): Promise<number> =>
  (await call('POST', '/subscriptions', { ...PRODUCT, period: 'month', grace_days: 5, ...more })).body.data.id
const attach = (kind: string, id: number, body: object, email?: string) =>
  call('POST', `/${kind}/${id}/attach-subscription`, body, email)
/** Adds a product of the vendor that is offered to all businesses below it. */
const offered = async (more: object = {}): Promise<number> => {
  const id = await make(more)
  expect((await attach('vendors', vendor, { subscription_id: id })).status).toBe(200)
  return id
}
const give = async (entities: number[], subscription_id: number, more: object = {}) =>
  (await call('POST', '/entity-subscriptions/give', { entities, subscription_id, ...more })).body.data
const courses = async (entity: number) => (await call('GET', `/entities/${entity}/subscriptions`)).body.data
const lifeOf = async (entity: number) => (await courses(entity))[0]
/** Changes the time at which a subscription was assigned. */
const runs = (id: number, starts: string, ends: string) =>
  api.database.pool.query(
    'UPDATE entity_subscriptions SET starts_at = now() + $2::interval, ends_at = now() + $3::interval WHERE id = $1',
    [id, starts, ends],
  )

beforeAll(async () => {
  vendor = await tenants.business('Vendor')
  shop = await tenants.business('Shop', 'company', vendor)
  elsewhere = await tenants.business('Elsewhere')
  await api.database.pool.query('UPDATE businesses SET recovery_contract = TRUE')
  await tenants.user(MANAGER, 'manager', vendor)
  await tenants.user(SHOP_MANAGER, 'manager', shop)
  await tenants.user(DEALER, 'dealer', shop)
})

describe('the catalogue', () => {
  it('R-196 R-322 R-358 keeps title, description, currency, both prices and period, and says what is wrong with them', async () => {
    const made = await call('POST', '/subscriptions', { ...PRODUCT, description: 'All of it', period: 'quarter', grace_days: 14 })
    expect(made.body.data).toMatchObject({
      title: 'Track & Recover',
      description: 'All of it',
      currency: 'EUR',
      period: 'quarter',
      grace_days: 14,
      default_price_minor: 6_900,
      discount_price_minor: 5_900,
      business_id: vendor,
      vehicles_count: 0,
    })
    const wrong = await call('POST', '/subscriptions', {
      title: ' ',
      currency: 'euro',
      default_price_minor: 12.5,
      discount_price_minor: 99,
      period: 'week',
      grace_days: -1,
    })
    expect(Object.keys(wrong.body.errors).sort()).toEqual([
      ...['currency', 'default_price_minor', 'discount_price_minor', 'grace_days', 'period', 'title'],
    ])
    const dearer = await call('POST', '/subscriptions', {
      ...PRODUCT,
      discount_price_minor: 6_901,
      period: 'year',
      grace_days: 0,
    })
    expect(dearer.body.errors.discount_price_minor).toEqual(['Must be a whole amount, at most the default price'])
  })

  it('R-322 G-75 gives the catalogue as CSV, with amounts as other programs read them', async () => {
    await make({ title: 'In yen', currency: 'JPY', default_price_minor: 1_500, discount_price_minor: null })
    const { text } = await api.get(
      '/subscriptions?format=csv&searchFields=title:=In yen&columns=title,currency,default_price_minor',
      MANAGER,
    )
    expect(text).toContain('In yen')
    expect(text).toMatch(/JPY.1500\b/)
  })

  it('R-322 refuses to delete what is in use, with the counts, and brings back what was deleted', async () => {
    const id = await offered({ title: 'In use' })
    await give([await tenants.entity(shop, 'User')], id)
    const refused = await call('DELETE', `/subscriptions/${id}`)
    expect([refused.status, refused.body.counts]).toEqual([409, { businesses: 1, vehicles: 1 }])
    const unused = await make({ title: 'Unused' })
    expect((await call('DELETE', `/subscriptions/${unused}`)).body.data.deleted_at).not.toBeNull()
    const titles = async () => (await api.get('/subscriptions?searchFields=title:=Unused', MANAGER)).body.data
    expect(await titles()).toEqual([])
    expect((await call('PUT', `/subscriptions/${unused}/restore`)).status).toBe(200)
    expect(await titles()).toHaveLength(1)
  })

  it('R-322 is changed by whose it is alone: those below see what they are offered, and nothing else of the business above', async () => {
    const id = await offered({ title: 'Seen below' })
    const hidden = await make({ title: 'Not offered' })
    expect((await call('GET', `/subscriptions/${id}`, undefined, DEALER)).body.data).toMatchObject({ business_name: null })
    expect((await call('GET', `/subscriptions/${hidden}`, undefined, DEALER)).status).toBe(404)
    const body = { ...PRODUCT, title: 'Mine', period: 'year', grace_days: 0 }
    expect((await call('PUT', `/subscriptions/${id}`, body, SHOP_MANAGER)).status).toBe(404)
    expect((await call('DELETE', `/subscriptions/${id}`, undefined, SHOP_MANAGER)).status).toBe(404)
    expect((await attach('companies', shop, { subscription_id: hidden }, SHOP_MANAGER)).status).toBe(422)
  })
})

describe('offering products to businesses', () => {
  it('R-324 R-193 attaches to a business and those below, says before whom that concerns, and takes it back', async () => {
    const line = await tenants.business('Line', 'enterprise', vendor)
    const department = await tenants.business('Department', 'department', line)
    const bike = await tenants.entity(department, 'Reached')
    const id = await make({ title: 'For the line', period: 'year' })
    const preview = await attach('enterprises', line, { subscription_id: id, dry_run: true })
    expect(preview.body.data).toMatchObject({ changed: 1, businesses: 2, vehicles: 1, running: 0 })
    const offers = async () => (await api.get(`/dropdown/subscriptions?business_id=${department}`, MANAGER)).body.data
    expect((await offers()).map((one: { id: number }) => one.id)).not.toContain(id)

    expect((await attach('enterprises', line, { subscription_id: id })).status).toBe(200)
    expect(await offers()).toContainEqual(expect.objectContaining({ id, name: 'For the line', price_minor: 6_900 }))
    const rows = (await api.get('/business-subscriptions?searchFields=kind:=department', MANAGER)).body.data
    expect(rows.find((one: { id: number }) => one.id === department)).toMatchObject({
      own: [],
      inherited: expect.arrayContaining([expect.objectContaining({ id, from_id: line, from_name: 'Line' })]),
    })

    await give([bike], id)
    const taken = await call('POST', `/enterprises/${line}/detach-subscription`, { subscription_id: id })
    expect(taken.body.data).toMatchObject({ changed: 1, vehicles: 1, running: 1 })
    expect((await offers()).map((one: { id: number }) => one.id)).not.toContain(id)
    expect((await lifeOf(bike)).state).toBe('active')
  })

  it('R-324 attaches at many businesses at once with what became of each, and answers 404 where the kind is another', async () => {
    const id = await make({ title: 'In bulk' })
    const { body } = await call('POST', '/business-subscriptions/attach', {
      subscription_id: id,
      businesses: [vendor, shop, elsewhere],
    })
    expect(body.data).toMatchObject({ changed: 2, failed: 1 })
    expect(body.data.results.at(-1)).toMatchObject({ id: elsewhere, result: 'failed', message: 'There is no such business' })
    expect((await attach('vendors', shop, { subscription_id: id })).status).toBe(404)
    expect((await attach('companies', elsewhere, { subscription_id: id })).status).toBe(404)
  })

  it('T-18 inherits the price: the discount of the nearest line that offers it, which only the owner gives', async () => {
    const id = await make({ title: 'With a discount' })
    await attach('vendors', vendor, { subscription_id: id, is_discounted: true })
    const entity = await tenants.entity(shop, 'Discounted')
    await give([entity], id)
    expect(await lifeOf(entity)).toMatchObject({ currency: 'EUR', price_minor: 5_900 })
    expect((await attach('companies', shop, { subscription_id: id, is_discounted: true }, SHOP_MANAGER)).body.errors).toEqual({
      is_discounted: ['Only the business that owns the product can set the discount'],
    })
  })
})

describe('the course of a vehicle’s subscription', () => {
  it.each([
    ['month', '2026-01-31T09:00:00.000Z', ['2026-02-28T09:00:00.000Z', '2026-03-31T08:00:00.000Z', '2026-04-30T08:00:00.000Z']],
    ['month', '2028-01-31T09:00:00.000Z', ['2028-02-29T09:00:00.000Z', '2028-03-31T08:00:00.000Z', '2028-04-30T08:00:00.000Z']],
    ['quarter', '2026-08-31T22:30:00.000Z', ['2026-11-30T23:30:00.000Z', '2027-02-28T23:30:00.000Z', '2027-05-31T22:30:00.000Z']],
    ['year', '2028-02-29T11:00:00.000Z', ['2029-02-28T11:00:00.000Z', '2030-02-28T11:00:00.000Z', '2031-02-28T11:00:00.000Z']],
  ])(
    'R-358 T-18 counts a %s from %s by the calendar of Amsterdam, across months of any length and changes of clocks',
    async (period, start, ends) => {
      const anchors = [start, ...ends]
      for (const [at, end] of ends.entries()) {
        const [row] = await api.rows<{ ends_at: Date }>('SELECT subscription_end_after($1, $2, $3) AS ends_at', [
          start,
          anchors[at],
          period,
        ])
        expect(row?.ends_at.toISOString()).toBe(end)
      }
    },
  )

  it('G-73 stands as pending, active, expiring, in grace, expired and cancelled, by one definition', async () => {
    const id = await offered({ title: 'States' })
    const entity = await tenants.entity(shop, 'Through all states')
    await give([entity], id)
    const { id: course } = await lifeOf(entity)
    const stateAt = async (starts: string, ends: string) => {
      await runs(course, starts, ends)
      const { subscription } = (await call('GET', `/entities/${entity}`)).body.data
      return [(await lifeOf(entity)).state, subscription?.state ?? null]
    }
    expect(await stateAt('1 day', '32 days')).toEqual(['pending', null])
    expect(await stateAt('-1 day', '31 days')).toEqual(['active', 'active'])
    expect(await stateAt('-1 day', '29 days')).toEqual(['expiring', 'expiring'])
    expect(await stateAt('-40 days', '-4 days')).toEqual(['expiring', 'expiring'])
    expect(await stateAt('-40 days', '-6 days')).toEqual(['expired', null])
    await stateAt('-1 day', '29 days')
    await call('POST', '/entity-subscriptions/cancel', { ids: [course] })
    expect((await lifeOf(entity)).state).toBe('cancelled')
  })

  it('T-18 G-24 covers a vehicle that is reported missing through its days of grace, and not a day longer', async () => {
    const entity = await tenants.entity(shop, 'In grace')
    await give([entity], await offered({ title: 'Grace' }))
    const { id: course } = await lifeOf(entity)
    await runs(course, '-40 days', '-6 days')
    const report = () => call('POST', `/entities/${entity}/missing`, { reason: 'stolen' })
    expect((await report()).status).toBe(409)
    await runs(course, '-40 days', '-4 days')
    expect((await report()).status).toBe(200)
  })

  it.each([
    ['its end, in the first of two hours that are one on the clock', 0, '2027-10-31T00:30:00.000Z', '2027-10-31T00:30:00.000Z'],
    ['its end, in the second of them', 0, '2027-10-31T01:30:00.000Z', '2027-10-31T01:30:00.000Z'],
    ['its end, on any day', 0, '2027-06-01T10:00:00.000Z', '2027-06-01T10:00:00.000Z'],
    ['its grace is over, at the same time of day in winter', 7, '2027-10-31T00:30:00.000Z', '2027-11-07T01:30:00.000Z'],
    ['its grace is over, at the same time of day in summer', 7, '2027-03-25T10:00:00.000Z', '2027-04-01T09:00:00.000Z'],
  ])('T-18 covers a vehicle until %s', async (_, grace_days, endsAt, coveredUntil) => {
    const entity = await tenants.entity(shop, 'Until its end')
    await give([entity], await offered({ title: `Until ${coveredUntil}`, grace_days }))
    const { id: course } = await lifeOf(entity)
    await api.rows("UPDATE entity_subscriptions SET starts_at = '2027-01-01Z', ends_at = $2 WHERE id = $1", [course, endsAt])
    expect(await lifeOf(entity)).toMatchObject({ ends_at: endsAt, covered_until: coveredUntil })
    await api.rows('UPDATE entity_subscriptions SET renews = true WHERE id = $1', [course])
    expect((await lifeOf(entity)).covered_until).toBeNull()
  })

  it('T-18 gives many vehicles one at once, begins the next when the present one ends, and says why not', async () => {
    const id = await offered({ title: 'For many' })
    const [one, two] = [await tenants.entity(shop, 'One'), await tenants.entity(shop, 'Two')]
    const foreign = await tenants.entity(elsewhere, 'Foreign')
    const given = await give([one, two, foreign], id)
    expect([given.changed, given.failed]).toEqual([2, 1])
    await give([one], id)
    const [next, present] = await courses(one)
    expect([next.state, next.starts_at]).toEqual(['pending', present.ends_at])
    await give([two], id, { renews: true })
    const refused = await give([two], id)
    expect(refused.results[0].message).toBe('The vehicle has a subscription that has no end')
    const unoffered = await give([one], await make({ title: 'Nobody’s' }))
    expect(unoffered.results[0].message).toBe('This product is not offered to the business of the vehicle')
  })

  it('T-18 renews by a period from its end, not over the next one, and nothing that is over', async () => {
    const id = await offered({ title: 'Renewed' })
    const entity = await tenants.entity(shop, 'Renewed')
    await give([entity], id, { starts_at: '2026-01-31T09:00:00.000Z' })
    const { id: course } = await lifeOf(entity)
    await api.database.pool.query(
      "UPDATE entity_subscriptions SET ends_at = now() + interval '1 day', anchored_at = now() + interval '1 day' WHERE id = $1",
      [course],
    )
    const renew = async () => (await call('POST', '/entity-subscriptions/renew', { ids: [course] })).body.data.results[0]
    expect((await renew()).result).toBe('changed')
    const { ends_at } = await lifeOf(entity)
    expect(Date.parse(ends_at)).toBeGreaterThan(Date.now() + 28 * 86_400_000)
    await give([entity], id)
    expect((await renew()).message).toBe('Another subscription of the vehicle begins before that')
    await call('POST', '/entity-subscriptions/cancel', { ids: [course] })
    expect((await renew()).message).toBe('This subscription has ended; give the vehicle a new one')
  })

  it('T-18 is told apart by who may: a dealer sees what vehicles have and gives one only with an installation', async () => {
    const own = { ...PRODUCT, title: 'Of the dealer', period: 'year', grace_days: 5 }
    const { id } = (await call('POST', '/subscriptions', own, SHOP_MANAGER)).body.data
    expect((await attach('companies', shop, { subscription_id: id }, SHOP_MANAGER)).status).toBe(200)
    const entity = await tenants.entity(shop, 'Of the dealer')
    const refused = await call('POST', '/entity-subscriptions/give', { entities: [entity], subscription_id: id }, DEALER)
    expect([refused.status, refused.body.permission]).toEqual([403, 'manage:subscriptions'])
    await tenants.device(shop, '356307042441013')
    const install = (subscription_id: number) =>
      call(
        'POST',
        '/install-devices/install',
        {
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
          subscription_id,
        },
        DEALER,
      )
    const unoffered = await install(await make({ title: 'Not for the shop' }))
    expect(unoffered.body.errors).toEqual({ subscription_id: ['This product is not offered to the business of the vehicle'] })
    const installed = await install(id)
    expect(installed.body.data?.subscription ?? installed.body).toMatchObject({ title: 'Of the dealer', state: 'active' })
  })
})
