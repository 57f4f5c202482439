import { readApiConfiguration } from '@roadbook/api/configuration'
import { RequestDatabase } from '@roadbook/api/database/request-database'
import { SendingRepository } from '@roadbook/api/features/webhooks/sending.repository'
import { WebhookSecrets } from '@roadbook/api/features/webhooks/webhook-secrets'
import { WebhookSender } from '@roadbook/api/features/webhooks/webhook-sender'
import { createLogger, createPool } from '@roadbook/platform'
import { until } from '@roadbook/testing/until'
import type pg from 'pg'
import { Registry } from 'prom-client'
import { Tenants } from '../../support/api/api-tenants.js'
import { WebhookReceiver } from '../../support/api/webhook-receiver.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

const KINDS = ['trip.ended', 'trip.corrected', 'trip.removed', 'vehicle.missing']
const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S

let database: TestDatabase
let pool: pg.Pool
let tenants: Tenants
let receiver: WebhookReceiver
let senders: WebhookSender[]
let business: number
let webhook: number
/** Present time of the clock that the senders use. */
let at: number

beforeAll(async () => {
  database = await createTestDatabase()
  tenants = new Tenants(database.pool)
  pool = createPool({ url: database.urlOf('web'), name: 'webhooks', max: 6 })
  const configuration = readApiConfiguration({
    DATABASE_URL: database.urlOf('web'),
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'silent',
  })
  const secrets = new WebhookSecrets(configuration)
  const requests = new RequestDatabase(pool)
  const logger = createLogger('webhooks', 'silent')
  // These webhooks have no author, so nobody is notified by mail.
  registries = [new Registry(), new Registry()]
  senders = registries.map(
    (registry) =>
      new WebhookSender(
        configuration,
        logger,
        requests,
        new SendingRepository(),
        secrets,
        undefined as never,
        undefined as never,
        registry,
      ),
  )
  sealed = await secrets.close('whsec_c2VjcmV0IG9mIHRoZSB3ZWJob29r')
})
let sealed: Buffer
let registries: Registry[]

beforeEach(async () => {
  await database.pool.query('DELETE FROM webhooks')
  receiver = await WebhookReceiver.start()
  business = await tenants.business('Leasing')
  webhook = await tenants.webhook(business, { kinds: KINDS, url: receiver.url })
  await database.pool.query('UPDATE webhooks SET secret = $1', [sealed])
  // The clock is an hour ahead. Events are then due immediately, however long the test takes to write them.
  at = Date.now() + 3_600_000
})
afterEach(() => receiver.stop())
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const ask = async <T extends object>(text: string, values: unknown[] = []) => (await database.pool.query<T>(text, values)).rows
const pass = async (seconds: number) => {
  at += seconds * 1_000
  await senders[0]!.sendDue(() => new Date(at))
}
const vehicle = async (more: { consumer_id?: number } = {}) => {
  const entity = await tenants.entity(business, 'Bike', more)
  const { deviceId } = await tenants.install(business, entity)
  return { entity, deviceId }
}
let hours = 0
const ride = ({ deviceId }: { deviceId: number }) => {
  const started = Date.parse('2026-01-01T00:00Z') + ++hours * 2 * HOUR_S * 1_000
  return tenants.trip(deviceId, new Date(started).toISOString(), new Date(started + HOUR_S * 1_000).toISOString())
}
const expected = async () => {
  const rows = await ask<{ id: string; entity_id: number }>(
    `SELECT 'evt_' || e.uid AS id, e.entity_id FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
     WHERE d.webhook_id = $1 ORDER BY e.id`,
    [webhook],
  )
  return byVehicle(rows.map(({ id, entity_id }) => [id, entity_id]))
}
const byVehicle = (told: [string, number][]) => {
  const order: Record<number, string[]> = {}
  for (const [id, entity] of told) (order[entity] ??= []).push(id)
  return order
}
const taken = () => byVehicle(receiver.taken.map(({ id, data }) => [id, data.vehicle.id]))
const states = async () =>
  (await ask<{ state: string }>('SELECT state FROM webhook_deliveries ORDER BY id')).map(({ state }) => state)
const standing = async () =>
  (
    await ask<{ active: boolean; off_reason: string | null; failures: number }>(
      'SELECT active, off_reason, failures FROM webhooks',
    )
  )[0]

describe('a receiver that was away', () => {
  it('gets everything once, in order by vehicle, after an hour', async () => {
    receiver.answer = () => 'away'
    const vehicles = [await vehicle(), await vehicle(), await vehicle()]
    for (let minute = 0; minute < 60; minute++) {
      if (minute % 5 === 0) for (const one of vehicles) await ride(one)
      await pass(60)
    }
    // Meanwhile, the sender only checks if the receiver is back, and does not send the events of every vehicle each time.
    expect(receiver.asked.length).toBeLessThan(40)
    receiver.answer = () => ({ status: 200 })
    const askedBefore = receiver.asked.length
    await pass(15 * 60)
    await pass(1)
    expect(taken()).toEqual(await expected())
    expect(receiver.taken).toHaveLength(36)
    expect(receiver.asked.length - askedBefore).toBe(36)
    expect(await standing()).toEqual({ active: true, off_reason: null, failures: 0 })
  })

  it('that took something and dropped the connection gets it again under the same id', async () => {
    receiver.answer = () => (receiver.asked.length === 1 ? 'drops' : { status: 200 })
    await ride(await vehicle())
    await pass(1)
    await pass(10)
    expect(receiver.asked.map(({ id }) => id)).toEqual([receiver.asked[0]?.id, receiver.asked[0]?.id])
    expect(receiver.taken).toHaveLength(1)
  })
})

describe('the metric of what waits', () => {
  it('counts deliveries that could be sent now, and not those that are tried again later', async () => {
    const due = async () => /^webhook_deliveries_due (.*)$/m.exec((await registries[0]?.metrics()) ?? '')?.[1]
    receiver.answer = () => ({ status: 500 })
    for (const one of [await vehicle(), await vehicle()]) await ride(one)
    expect(await due()).toBe('2')
    await pass(1)
    expect(await due()).toBe('0')
    receiver.answer = () => ({ status: 200 })
    await pass(HOUR_S)
  })
})

describe('the order', () => {
  it('holds back what comes after a failed one of the same vehicle, and no other vehicle', async () => {
    const [stuck, other] = [await vehicle(), await vehicle()]
    receiver.answer = ({ data }) => ({ status: data.vehicle.id === stuck.entity ? 500 : 200 })
    for (const one of [stuck, other, stuck, other]) await ride(one)
    await pass(1)
    await pass(10)
    expect(new Set(receiver.asked.filter(({ data }) => data.vehicle.id === stuck.entity).map(({ id }) => id)).size).toBe(1)
    expect(receiver.taken.map(({ data }) => data.vehicle.id)).toEqual([other.entity, other.entity])
    receiver.answer = () => ({ status: 200 })
    await pass(HOUR_S)
    expect(taken()).toEqual(await expected())
  })

  it('is kept, and nothing is sent twice, where several processes send', async () => {
    const vehicles = [await vehicle(), await vehicle()]
    for (let trip = 0; trip < 10; trip++) for (const one of vehicles) await ride(one)
    await Promise.all(senders.map((sender) => sender.sendDue(() => new Date(at))))
    expect(taken()).toEqual(await expected())
    expect(receiver.asked).toHaveLength(20)
  })
})

describe('receivers that are slow (M11)', () => {
  let slow: WebhookReceiver
  let open: () => void
  let sending: Promise<void>
  const test = (id: number, count: number) =>
    ask(
      `WITH told AS (
         INSERT INTO webhook_events (business_id, kind, happened_at, subject, body)
         SELECT w.business_id, 'test', now(), 'test:' || gen_random_uuid(), '{}' FROM webhooks w, generate_series(1, $2)
         WHERE w.id = $1 RETURNING id
       )
       INSERT INTO webhook_deliveries (webhook_id, event_id) SELECT $1, id FROM told`,
      [id, count],
    )
  const asks = async (of: number, url: string, tests: number) => {
    const id = await tenants.webhook(of, { url })
    await ask('UPDATE webhooks SET secret = $1 WHERE id = $2', [sealed, id])
    await test(id, tests)
  }
  const shut = () => {
    slow.gate = new Promise((resolve) => (open = resolve))
  }
  beforeEach(async () => {
    slow = await WebhookReceiver.start()
    shut()
  })
  afterEach(async () => {
    open()
    slow.gate = undefined
    await sending
    slow.stop()
  })

  it('M11 of one business, however many, hold up no other', async () => {
    const busy = await tenants.business('Busy')
    for (let n = 0; n < 12; n++) await asks(busy, slow.url, 1)
    await asks(business, receiver.url, 1)
    sending = senders[0]!.sendDue(() => new Date(at))
    await until('the other business is told', () => receiver.taken.length, { fits: (count) => count === 1 })
    await until('three senders wait', () => slow.asked.length, { fits: (count) => count === 3 })
    await senders[0]!['look'](() => new Date(at))
    expect(await ask('SELECT id FROM webhooks WHERE lease IS NOT NULL AND business_id = $1', [busy])).toHaveLength(3)
    open()
    slow.gate = undefined
    await sending
    expect(slow.taken).toHaveLength(12)
  })

  it('M11 of many businesses hold up another for one turn, though more waits for each of them', async () => {
    for (let n = 0; n < 10; n++) await asks(await tenants.business(`Busy ${n}`), slow.url, 9)
    sending = senders[0]!.sendDue(() => new Date(at))
    await until('all senders wait', () => slow.asked.length, { fits: (count) => count === 80 })
    await asks(business, receiver.url, 1)
    const openFirst = open
    shut()
    openFirst()
    await until('the other business is told', () => receiver.taken.length, { fits: (count) => count === 1 })
    expect(slow.taken).toHaveLength(80)
  })

  it('M11 are ten at most, however often somebody rings', async () => {
    for (let n = 0; n < 12; n++) await asks(await tenants.business(`Busy ${n}`), slow.url, 1)
    sending = senders[0]!.sendDue(() => new Date(at))
    await until('all senders wait', () => slow.asked.length, { fits: (count) => count === 10 })
    // A sender that looks for work takes its leases before `look` returns.
    for (let ring = 0; ring < 2; ring++) await senders[0]!['look'](() => new Date(at))
    expect(await ask('SELECT id FROM webhooks WHERE lease IS NOT NULL')).toHaveLength(10)
  })
})

describe('a receiver that says when', () => {
  it('is left alone for as long as it asks to be', async () => {
    receiver.answer = () => ({ status: 429, headers: { 'retry-after': '600' } })
    for (const one of [await vehicle(), await vehicle()]) await ride(one)
    await pass(1)
    const asked = receiver.asked.length
    receiver.answer = () => ({ status: 200 })
    await pass(590)
    expect(receiver.asked).toHaveLength(asked)
    await pass(15)
    expect(receiver.taken).toHaveLength(2)
  })

  it('wants no more, by 410, gets no more', async () => {
    receiver.answer = () => ({ status: 410 })
    const one = await vehicle()
    await ride(one)
    await pass(1)
    expect(await standing()).toMatchObject({ active: false, off_reason: 'gone' })
    await ride(one)
    await pass(DAY_S)
    expect(receiver.asked).toHaveLength(1)
  })
})

describe('what is given up', () => {
  it('is a delivery after three days, and the next of its vehicle has its turn', async () => {
    const [stuck, other] = [await vehicle(), await vehicle()]
    await ride(stuck)
    const first = (await expected())[stuck.entity]?.[0]
    receiver.answer = ({ id }) => ({ status: id === first ? 400 : 200 })
    await ride(stuck)
    for (let hour = 0; hour < 96; hour++) {
      if (hour % 12 === 0) await ride(other)
      await pass(HOUR_S)
    }
    expect(await states()).toEqual(['failed', ...Array<string>(9).fill('delivered')])
    const attempts = receiver.asked.filter(({ id }) => id === first).length
    expect(attempts).toBeGreaterThanOrEqual(12)
    expect(await standing()).toMatchObject({ active: true })
  })

  it('is a webhook whose receiver takes nothing for five days', async () => {
    receiver.answer = () => 'away'
    const one = await vehicle()
    await ride(one)
    for (let day = 0; day < 4; day++) await pass(DAY_S)
    await ride(one)
    for (let day = 0; day < 2; day++) await pass(DAY_S)
    expect(await standing()).toMatchObject({ active: false, off_reason: 'failing' })
  })
})

describe('a consumer’s vehicle (G-106)', () => {
  it('G-106 withholds what waited while the consumer’s consent ended', async () => {
    const one = await vehicle({ consumer_id: await tenants.consumer(business) })
    const consent = await tenants.consent(one.entity)
    await ride(one)
    await ask('DELETE FROM consents WHERE id = $1', [consent])
    await tenants.openCase(one.entity)
    await pass(1)
    expect(await states()).toEqual(['withheld', 'delivered'])
    expect(receiver.asked.map(({ type }) => type)).toEqual(['vehicle.missing'])
  })
})
