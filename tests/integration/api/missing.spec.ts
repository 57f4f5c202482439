import { apiForTests } from '../../support/api/api-for-tests.js'
import type { Answer } from '../../support/api/api-server.js'

const { api, tenants } = apiForTests()
let vendor: number
let shop: number
let product: number
const MANAGER = 'manager@x.example'
const DEALER = 'dealer@x.example'
const TECHNICIAN = 'technician@x.example'

const call = (method: string, path: string, body?: unknown, email = DEALER, headers?: Record<string, string>): Promise<Answer> =>
  api.call(method, `/api/v1${path}`, { email, body, headers })
const report = (entity: number, email?: string, headers?: Record<string, string>) =>
  call('POST', `/entities/${entity}/missing`, { reason: 'stolen', note: 'Lock cut through' }, email, headers)
const REASONS = { resolve: 'found-by-us', close: 'no-signal', reopen: 'Told so' }
const end = (id: number, how: keyof typeof REASONS, body: object = { reason: REASONS[how] }) =>
  call('PUT', `/missing/${id}/${how}`, body)
const lifecycle = async (entity: number) => (await api.get(`/entities/${entity}`, DEALER)).body.data.lifecycle
/** Adds a vehicle of the shop that can be reported missing. */
const covered = async (name: string, more: Record<string, unknown> = {}): Promise<number> => {
  const entity = await tenants.entity(shop, name, more)
  await tenants.subscribe(entity, product)
  return entity
}

beforeAll(async () => {
  vendor = await tenants.business('Vendor')
  shop = await tenants.business('Shop', 'company', vendor)
  await api.database.pool.query('UPDATE businesses SET recovery_contract = TRUE WHERE id = $1', [vendor])
  product = await tenants.subscription(vendor, 'Recovery plus')
  await tenants.user(MANAGER, 'manager', vendor)
  await tenants.user(DEALER, 'dealer', shop)
  await tenants.user(TECHNICIAN, 'technician', shop)
  await tenants.user('other@x.example', 'manager', await tenants.business('Somebody else'))
})

describe('reporting a vehicle missing', () => {
  it('R-160 R-272 R-276 R-216 opens a case with who, why and where it was, and everybody sees it is missing', async () => {
    const entity = await covered('Taken', { frame_number: 'FRAME1' })
    const { deviceId } = await tenants.install(shop, entity)
    await tenants.state(deviceId, new Date('2026-01-02T03:04:05Z'))
    const { status, body } = await report(entity)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      state: 'open',
      reason: 'stolen',
      note: 'Lock cut through',
      entity_id: entity,
      entity_name: 'Taken',
      frame_number: 'FRAME1',
      business_name: 'Shop',
      reporter: 'Ada Byron',
      ended_at: null,
      location_hidden: false,
      number: expect.stringMatching(/^M-\d{5}$/),
      last_seen: '2026-01-02T03:04:05.000Z',
      reported_position: { latitude: 49.412346, longitude: 8.710123, positioned_at: '2026-01-02T03:04:05.000Z' },
    })
    expect((await call('GET', `/missing/${entity}`)).body.data).toEqual(body.data)
    expect(await lifecycle(entity)).toBe('missing')
    const missing = await api.get('/entities/index?searchFields=lifecycle:=missing', DEALER)
    expect(missing.body.data.map(({ id }: { id: number }) => id)).toEqual([entity])
  })

  it('R-219 takes an active subscription: none, an ended, a cancelled, an unpaid and one of tomorrow do not count', async () => {
    const entity = await tenants.entity(shop, 'Uncovered')
    const refused = async () => {
      const { status, body } = await report(entity)
      expect([status, body.detail]).toEqual([409, 'Before you can report this vehicle missing, it needs an active subscription'])
    }
    await refused()
    await tenants.subscribe(entity, product, { endsAt: new Date(Date.now() - 1_000).toISOString() })
    await tenants.subscribe(entity, product, { status: 'cancelled' })
    await tenants.subscribe(entity, product, { status: 'pending' })
    await api.database.pool.query(
      "INSERT INTO entity_subscriptions (entity_id, subscription_id, starts_at) VALUES ($1, $2, now() + interval '1 day')",
      [entity, product],
    )
    await refused()
    expect((await api.get(`/entities/${entity}`, DEALER)).body.data.subscription).toBeNull()
    await tenants.subscribe(entity, product)
    expect((await report(entity)).status).toBe(200)
  })

  it('R-164 R-220 G-24 takes a recovery contract, which businesses inherit from above', async () => {
    const alone = await tenants.business('Without a contract')
    const below = await tenants.business('Below it', 'company', alone)
    await tenants.user('below@x.example', 'dealer', below)
    const entity = await tenants.entity(below, 'Unrecovered')
    const refusal = async () => (await report(entity, 'below@x.example')).body.detail
    expect(await refusal()).toBe(
      'Before you can report this vehicle missing, it needs an active subscription, and its business a recovery contract',
    )
    await tenants.subscribe(entity, await tenants.subscription(alone))
    expect(await refusal()).toBe('Before you can report this vehicle missing, its business needs a recovery contract')
    const contract = async () => (await api.get(`/entities/${entity}`, 'below@x.example')).body.data.recovery_contract
    expect(await contract()).toBe(false)
    await api.database.pool.query('UPDATE businesses SET recovery_contract = TRUE WHERE id = $1', [alone])
    expect(await contract()).toBe(true)
    expect((await report(entity, 'below@x.example')).status).toBe(200)
  })

  it('R-239 is refused to who may not manage missing vehicles, and to strangers as what is not there', async () => {
    const entity = await covered('Guarded')
    expect((await report(entity, TECHNICIAN)).body.permission).toBe('manage:missing-entities')
    expect((await report(entity, 'other@x.example')).status).toBe(404)
    const { id } = (await report(entity)).body.data
    expect((await call('GET', `/missing/${id}`, undefined, 'other@x.example')).status).toBe(404)
    expect((await call('PUT', `/missing/${id}/resolve`, { reason: 'not-stolen' }, 'other@x.example')).status).toBe(404)
  })

  it('R-272 F6 opens one case of two reports, sent twice or by two people', async () => {
    const entity = await covered('Twice')
    const header = { 'idempotency-key': 'b0a7e1f2-0000-4000-8000-000000000001' }
    const [one, again] = [await report(entity, DEALER, header), await report(entity, DEALER, header)]
    expect(again.body.data).toEqual(one.body.data)
    const second = await report(entity, MANAGER)
    expect([second.status, second.body.detail]).toEqual([409, 'This vehicle is reported missing already'])
    const together = await covered('At once')
    const answers = await Promise.all([report(together), report(together, MANAGER), report(together)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it.each([
    [{}, 'reason'],
    [{ reason: 'bored' }, 'reason'],
    [{ reason: 'lost', note: 'x'.repeat(2_001) }, 'note'],
  ])('names the field of a bad report: %#', async (body, field) => {
    const { status, body: problem } = await call('POST', `/entities/${await covered('Bad')}/missing`, body)
    expect([status, Object.keys(problem.errors)]).toEqual([422, [field]])
  })
})

describe('the end of a case', () => {
  it('R-217 G-35 is found or given up; what ended too early goes on', async () => {
    const entity = await covered('Comes back')
    const { id } = (await report(entity)).body.data
    const found = await end(id, 'resolve', { reason: 'found-by-police', note: 'Stood at the station' })
    expect(found.body.data).toMatchObject({ state: 'resolved', end_reason: 'found-by-police', end_note: 'Stood at the station' })
    expect(found.body.data).toMatchObject({ ended_by: 'Ada Byron', ended_at: expect.any(String) })
    expect(await lifecycle(entity)).toBe('unregistered')
    expect((await end(id, 'close')).body.detail).toBe('This case has ended already')
    for (const how of ['resolve', 'close', 'reopen'] as const) {
      expect(Object.keys((await end(id, how, {})).body.errors)).toEqual(['reason'])
    }
    expect((await end(id, 'close', { reason: 'found-by-us' })).body.detail).toContain('no-signal')
    expect((await end(id, 'reopen')).body.data).toMatchObject({ state: 'open', ended_at: null, end_note: null })
    expect((await end(id, 'reopen')).body.detail).toBe('This case is open')
    expect(await lifecycle(entity)).toBe('missing')
    expect((await end(id, 'close')).body.data.state).toBe('closed')
  })

  it('R-219 reopens no case of a vehicle that is reported anew, or no longer covered', async () => {
    const entity = await covered('Again')
    const { id } = (await report(entity)).body.data
    await end(id, 'resolve')
    const { id: second } = (await report(entity)).body.data
    expect((await end(id, 'reopen')).body.detail).toBe('This vehicle is reported missing already')
    await end(second, 'close')
    await api.database.pool.query("UPDATE entity_subscriptions SET status = 'cancelled' WHERE entity_id = $1", [entity])
    expect((await end(second, 'reopen')).body.detail).toBe(
      'Before you can report this vehicle missing, it needs an active subscription',
    )
  })

  it('R-240 keeps each step in the audit log', async () => {
    const entity = await covered('Audited')
    const { id } = (await report(entity)).body.data
    await end(id, 'resolve')
    await end(id, 'reopen')
    await end(id, 'close')
    const { rows } = await api.database.pool.query(
      "SELECT action, business_id, after->>'state' AS state FROM audit_log WHERE object_type = 'missing-case' AND object_id = $1 ORDER BY id",
      [String(id)],
    )
    expect(rows).toEqual([
      { action: 'missing.report', business_id: shop, state: 'open' },
      { action: 'missing.resolve', business_id: shop, state: 'resolved' },
      { action: 'missing.reopen', business_id: shop, state: 'open' },
      { action: 'missing.close', business_id: shop, state: 'closed' },
    ])
  })
})

describe('the list of cases', () => {
  it('R-277 has the cases in scope, found by state, number and vehicle', async () => {
    const entity = await covered('Listed bike')
    const { id, number } = (await report(entity)).body.data
    await end(id, 'resolve')
    const numbers = async (query: string, email = MANAGER) =>
      (await api.get(`/entities/missing?limit=50&${query}`, email)).body.data.map((one: { number: string }) => one.number)
    expect(await numbers('search=listed bike')).toEqual([number])
    expect(await numbers(`searchFields=number:=${number};state:=resolved&searchJoin=and`)).toEqual([number])
    expect(await numbers(`searchFields=entity_id:=${entity};state:=open&searchJoin=and`)).toEqual([])
    expect((await numbers('orderBy=created_at&sortedBy=desc'))[0]).toBe(number)
    expect(await numbers('', 'other@x.example')).toEqual([])
    expect((await api.get('/entities/missing', TECHNICIAN)).status).toBe(403)
  })
})

describe('a customer’s vehicle', () => {
  it('G-38 T-12 shows where it is while its case is open, to who manages missing vehicles alone, and each look is written down', async () => {
    const entity = await covered('Customer’s', { consumer_id: await tenants.consumer(shop) })
    const { deviceId } = await tenants.install(shop, entity)
    await tenants.state(deviceId, new Date(), 51.987654, 5.912345)
    const look = async (email: string) => {
      const answers = await Promise.all(
        [`/entities/${entity}`, `/entities/${entity}/position`, '/entities/index?search=customer’s', '/map/markers'].map((path) =>
          api.get(path, email),
        ),
      )
      return answers.map(({ text }) => text.includes('51.987654'))
    }
    const [nowhere, everywhere] = [Array(4).fill(false), Array(4).fill(true)]
    expect(await look(DEALER)).toEqual(nowhere)
    const { id, ...opened } = (await report(entity)).body.data
    expect(opened).toMatchObject({ location_hidden: false, reported_position: { latitude: 51.987654 } })
    expect(await look(DEALER)).toEqual(everywhere)
    expect(await look(TECHNICIAN)).toEqual(nowhere)
    const looks = await api.database.pool.query(
      "SELECT count(*)::int AS looks FROM audit_log WHERE action = 'consumer.position.view' AND object_id = $1 AND after->>'call' LIKE '%missing'",
      [String(entity)],
    )
    expect(looks.rows).toEqual([{ looks: 1 }])
    const ended = (await end(id, 'resolve')).body.data
    expect([ended.location_hidden, ended.reported_position]).toEqual([true, null])
    expect((await api.get(`/entities/missing?search=customer’s`, DEALER)).text).not.toContain('51.98')
    expect(await look(DEALER)).toEqual(nowhere)
  })
})

describe('subscriptions', () => {
  it('R-196 R-358 a vehicle says what it is covered by, for a year, a quarter or a month', async () => {
    const entity = await covered('Says it')
    const { subscription } = (await api.get(`/entities/${entity}`, DEALER)).body.data
    expect(subscription).toEqual({
      id: expect.any(Number),
      title: 'Recovery plus',
      period: 'year',
      state: 'active',
      renews: false,
      starts_at: expect.any(String),
      ends_at: null,
      covered_until: null,
    })
    const offer = (period: string) =>
      api.database.pool.query(
        'INSERT INTO subscriptions (business_id, title, default_price_minor, period) VALUES ($1, $2, 1, $2)',
        [vendor, period],
      )
    for (const period of ['month', 'quarter', 'year']) await expect(offer(period)).resolves.toBeDefined()
    await expect(offer('week')).rejects.toThrow('subscriptions_period_check')
  })

  it('R-196 costs no more with its discount than without it', async () => {
    const offer = api.database.pool.query(
      "INSERT INTO subscriptions (business_id, title, default_price_minor, discount_price_minor, period) VALUES ($1, 'X', 100, 101, 'year')",
      [vendor],
    )
    await expect(offer).rejects.toThrow('subscriptions_check')
  })
})
