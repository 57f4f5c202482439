import { type Browser, expect } from '@playwright/test'
import PostalMime from 'postal-mime'
import { Tenants } from '../support/api/api-tenants.js'
import { addBusiness, type NewUser } from '../support/database/tenant-fixture.js'
import type { Product } from '../support/product.js'
import { addPerson, bearerOf, signIn } from './support/people.js'
import { test } from './support/test.js'

/** Fields of the answers to these calls; each answer has some of them. */
interface Answered {
  id: number
  link: string
  url: string
  secret: string
  location_hidden: boolean
  results: { result: string }[]
}

/**
 * Repeats attacks that once let somebody see, take or keep what is not theirs (docs/security.md), on the product as it is
 * started. `possession` and the gateway's suites cover attacks by packets on a tracker's position and registration.
 */
test.describe('attacks on the product as it is started', { tag: '@browser' }, () => {
  let product: Product
  let tenants: Tenants
  let vendor: number
  let shop: number

  test.beforeAll(async ({ product: shared }) => {
    product = shared
    tenants = new Tenants(product.pool)
    vendor = await addBusiness(product.pool, 'Attacked vendor')
    shop = await tenants.business('Attacked shop', 'company', vendor)
    await product.pool.query('UPDATE businesses SET recovery_contract = TRUE WHERE id = ANY ($1)', [[vendor, shop]])
  })

  /** Returns a caller of the API as a signed-in user of the business. */
  async function caller(browser: Browser, name: string, role: NewUser['role'], businessId: number) {
    const email = `${name}@attack.example`
    const person = await addPerson(product, { email, role, businessId, firstName: name })
    const page = await browser.newPage()
    const authorization = await bearerOf(page, () => signIn(page, product, person))
    await page.close()
    return { email, ask: askWith({ authorization }) }
  }
  const askWith =
    (headers: Record<string, string>) =>
    async (method: string, path: string, body?: unknown): Promise<{ status: number; data: Answered; text: string }> => {
      const answer = await fetch(`${product.portalUrl}/api/v1${path}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, data: text.startsWith('{') ? JSON.parse(text).data : {}, text }
    }
  const anybody = (path: string, link: string) => askWith({})('POST', path, { link: link.split('#')[1] })

  test('M8 a missing case that shows where a customer is reaches the customer by mail, with a link that ends it', async ({
    browser,
  }) => {
    const { ask } = await caller(browser, 'Marit', 'manager', shop)
    const email = 'customer@attack.example'
    const consumer = await tenants.consumer(shop)
    await product.pool.query("UPDATE consumers SET email = $2, locale = 'en' WHERE id = $1", [consumer, email])
    const bike = await tenants.entity(shop, 'Customer’s bike', { consumer_id: consumer })
    const { deviceId } = await tenants.install(shop, bike)
    await tenants.state(deviceId, new Date(), 47.14, 9.52)
    const isHidden = async () => (await ask('GET', `/entities/${bike}/position`)).data.location_hidden
    expect(await isHidden()).toBe(true)
    await tenants.subscribe(bike, await tenants.subscription(shop, 'Recovery plus'))
    const opened = await ask('POST', `/entities/${bike}/missing`, { reason: 'other' })
    expect([opened.status, await isHidden()]).toEqual([200, false])
    const { rows } = await product.pool.query('SELECT link_hash FROM customer_disclosures WHERE case_id = $1', [opened.data.id])
    expect(rows).toEqual([{ link_hash: expect.any(Buffer) }])
    const mails = async () => {
      const { rows: found } = await product.pool.query('SELECT raw FROM mailbox.mails WHERE $1 = ANY (envelope_to)', [email])
      return Promise.all(found.map(({ raw }) => PostalMime.parse(raw)))
    }
    await expect.poll(async () => (await mails()).length, { timeout: 60_000 }).toBe(1)
    const [mail] = await mails()
    const link = /consent#(\S+)/.exec(mail?.text ?? '')?.[1]
    expect((await askWith({})('POST', '/consents/answer', { link, answer: 'revoke' })).status).toBe(200)
    expect(await isHidden()).toBe(true)
  })

  test('M9 a buyer covers nothing with what is sold to it', async ({ browser }) => {
    const seller = await caller(browser, 'Sella', 'manager', vendor)
    const buyer = await caller(browser, 'Bob', 'manager', shop)
    const plan = { title: 'Sold', period: 'year', currency: 'EUR', default_price_minor: 9_900, discount_price_minor: null }
    const { id } = (await seller.ask('POST', '/subscriptions', { ...plan, grace_days: 0, bills: true })).data
    await seller.ask('POST', `/vendors/${vendor}/attach-subscription`, { subscription_id: id })
    const bikes = [await tenants.entity(shop, 'One'), await tenants.entity(shop, 'Two')]
    const given = await buyer.ask('POST', '/entity-subscriptions/give', { entities: bikes, subscription_id: id })
    expect(given.data.results.map(({ result }) => result)).toEqual(['failed', 'failed'])
    const { rows } = await product.pool.query('SELECT 1 FROM entity_subscriptions WHERE entity_id = ANY ($1)', [bikes])
    expect(rows).toEqual([])
  })

  test('M10 a report is not handed out to whoever has gone to another business since it was made', async ({ browser }) => {
    const { email, ask } = await caller(browser, 'Nina', 'reporter', shop)
    const bike = await tenants.entity(shop, 'Reported')
    await tenants.trip((await tenants.install(shop, bike)).deviceId, '2025-10-02T08:00Z', '2025-10-02T09:00Z')
    const group = await tenants.tag('Attacked couriers', 'group', shop)
    await tenants.carry(bike, group)
    const days = { from: '2025-10-01', till: '2025-10-31', tz: 'Europe/Amsterdam' }
    const asked = await ask('POST', '/reports', {
      kind: 'periodic',
      mode: 'summary',
      format: 'csv',
      target_group_id: group,
      ...days,
    })
    const file = () => ask('GET', `/reports/requests/${asked.data.id}/file`)
    await expect.poll(async () => (await file()).status, { timeout: 60_000 }).toBe(200)
    expect((await file()).text).toContain('Reported')
    const elsewhere = await addBusiness(product.pool, 'Elsewhere')
    await product.pool.query('UPDATE users SET business_id = $1 WHERE email = $2', [elsewhere, email])
    expect((await file()).status).toBe(404)
  })

  test('L8 links die with their maker, their views are counted, and a token for installing makes none', async ({ browser }) => {
    const { email, ask } = await caller(browser, 'Dea', 'dealer', shop)
    const manager = await caller(browser, 'Mo', 'manager', shop)
    const bike = await tenants.entity(shop, 'Shared')
    await tenants.state((await tenants.install(shop, bike)).deviceId, new Date(), 47.14, 9.52)
    const { link, id } = (await ask('POST', `/entities/${bike}/shares`, { hours: 24 })).data
    const since = (at: string) => askWith({})('POST', '/shared-vehicle', { link: link.split('#')[1], since: at })
    expect((await since('2020-01-01T00:00:00Z')).status).toBe(200)
    const { rows } = await product.pool.query('SELECT views FROM entity_shares WHERE id = $1', [id])
    expect(rows).toEqual([{ views: 1 }])
    const { url } = (await manager.ask('POST', '/maintenance-calendar/link')).data
    expect((await fetch(url)).status).toBe(200)
    await product.pool.query('UPDATE users SET deleted_at = now() WHERE email = ANY ($1)', [[email, manager.email]])
    expect((await anybody('/shared-vehicle', link)).status).toBe(404)
    expect((await fetch(url)).status).toBe(404)
    const installer = await caller(browser, 'Ina', 'manager', shop)
    const { secret } = (await installer.ask('POST', '/tokens', { name: 'Rack', scope: 'install' })).data
    const byToken = askWith({ authorization: `Bearer ${secret}` })
    for (const [method, path, body] of [
      ['POST', `/entities/${bike}/shares`, { hours: 1 }],
      ['GET', '/trips', undefined],
      ['POST', `/entities/${bike}/trips/recalculate`, {}],
    ] as const)
      expect((await byToken(method, path, body)).status).toBe(403)
  })
})
