import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { JobClock } from '../../support/api/job-clock.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { MailBench } from '../../support/mail/mail-bench.js'

const KIND = 'subscription-ends'
const MANAGER = 'manager@x.example'
const SHOP_MANAGER = 'chefin@x.example'
let mailDatabase: TestDatabase
let mails: MailBench
let api: ApiUnderTest
let tenants: Tenants
let clock: JobClock
let vendor: number
let shop: number
let product: number

/** Runs the timed job. */
const tick = () => clock.strike(KIND)
/** Returns the number of mails about a vehicle, delivered or not. */
const posted = async (): Promise<number> =>
  (
    await api.rows<{ count: number }>("SELECT count(*)::int AS count FROM outgoing_mails WHERE template = 'subscriptions-ending'")
  )[0]?.count ?? 0
const ending = async (business: number, name: string, interval: string, more: Record<string, unknown> = {}) => {
  const entity = await tenants.entity(business, name)
  const course = await tenants.subscribe(entity, product)
  await api.database.pool.query(
    `UPDATE entity_subscriptions SET ends_at = now() + $2::interval, renews = $3, period = 'month', anchored_at = $4 WHERE id = $1`,
    [course, interval, more.renews ?? false, more.anchor ?? null],
  )
  return { entity, course }
}

beforeAll(async () => {
  mailDatabase = await createTestDatabase()
  mails = await MailBench.start(mailDatabase.url, mailDatabase.pool)
  api = await ApiUnderTest.start({ API_WORK: 'all', SMTP_URL: mails.smtpUrl, PORTAL_URL: 'https://portal.example' })
  tenants = new Tenants(api.database.pool)
  vendor = await tenants.business('Vendor')
  shop = await tenants.business('Shop', 'company', vendor)
  product = await tenants.subscription(vendor)
  await tenants.user(MANAGER, 'manager', vendor)
  await tenants.user(SHOP_MANAGER, 'manager', shop, { locale: 'de' })
  await tenants.user('dealer@x.example', 'dealer', shop)
  clock = await JobClock.open(api.database, KIND)
})
afterAll(async () => {
  await clock.stop()
  await api.stop()
  await mails.stop()
  await mailDatabase.drop()
})

describe('subscriptions that end', () => {
  it('T-18 T-10 one that ends in 10 days is on Home, in the filter and mailed once, all by one definition', async () => {
    const { course } = await ending(shop, 'Ends soon', '10 days')
    await ending(shop, 'Goes on', '10 days', { renews: true })
    const needs = await api.get('/entities/index?searchFields=needs:=subscription_ending', MANAGER)
    expect(needs.body.data.map(({ name }: { name: string }) => name)).toEqual(['Ends soon'])
    const { attention } = (await api.get('/dashboard/summary', MANAGER)).body.data
    expect(attention).toContainEqual(expect.objectContaining({ kind: 'subscription_ending', count: 1 }))
    const listed = await api.get('/entity-subscriptions?searchFields=state:=expiring', MANAGER)
    expect(listed.body.data.map(({ entity_name }: { entity_name: string }) => entity_name)).toEqual(['Ends soon'])

    await tick()
    const mail = await mails.arrivedWith(SHOP_MANAGER, 'Ends soon')
    expect(mail.text).toContain('in den nächsten 30 Tagen')
    expect(mail.text).toContain('https://portal.example/entities?f.needs=subscription_ending')
    await tick()
    expect(await posted()).toBe(1)

    await api.database.pool.query("UPDATE entity_subscriptions SET ends_at = now() + interval '6 days' WHERE id = $1", [course])
    await tick()
    await tick()
    expect(await posted()).toBe(2)
    await mails.arrivedWith(SHOP_MANAGER, 'in den nächsten 7 Tagen')
    await api.database.pool.query("UPDATE entity_subscriptions SET ends_at = now() - interval '1 hour' WHERE id = $1", [course])
    await tick()
    await tick()
    expect(await posted()).toBe(3)
    expect((await mails.arrivedWith(SHOP_MANAGER, 'dieser Fahrzeuge sind beendet')).text).toContain('/entities?view=unsubscribed')
  })

  it('T-18 tells the managers of the nearest business that has some, in one mail for all vehicles of a day', async () => {
    const quiet = await tenants.business('Without a manager', 'department', vendor)
    await ending(quiet, 'Left', '20 days')
    await ending(quiet, 'Right', '20 days')
    const before = await posted()
    await tick()
    expect((await mails.arrivedWith(MANAGER, 'Left')).text).toContain('Left, Right')
    expect(await posted()).toBe(before + 1)
  })

  it('T-18 renews what renews itself at its end, once whatever happens between, and writes that down', async () => {
    const { entity, course } = await ending(shop, 'By itself', '-1 hour', { renews: true })
    expect((await api.get(`/entities/${entity}`, MANAGER)).body.data.subscription).toMatchObject({
      state: 'active',
      renews: true,
    })
    await Promise.all([tick(), tick()])
    await tick()
    const [row] = await api.rows<{ is_month: boolean }>(
      `SELECT ends_at BETWEEN now() + interval '27 days' AND now() + interval '31 days' AS is_month FROM entity_subscriptions WHERE id = ${course}`,
    )
    expect(row).toEqual({ is_month: true })
    const entries = await api.rows(
      `SELECT actor FROM audit_log WHERE action = 'entity.subscription-renew' AND object_id = '${entity}'`,
    )
    expect(entries).toEqual([{ actor: 'Roadbook' }])
  })
})
