import { expect } from '@playwright/test'
import PostalMime from 'postal-mime'
import { Tenants } from '../support/api/api-tenants.js'
import { JobClock } from '../support/api/job-clock.js'
import { addBusiness, addVehicle, testImei } from '../support/database/tenant-fixture.js'
import type { Product } from '../support/product.js'
import { holdsInEveryLook } from './support/accessible.js'
import { addPerson, type Credentials, signIn } from './support/people.js'
import { test } from './support/test.js'

const SCREENS = {
  subscriptions: '/subscriptions',
  management: '/subscription-management',
  orders: '/information',
  invoices: '/information?tab=invoices',
  insurance: '/information?tab=insurance',
  guides: '/information?tab=guides',
}

test.describe('T-18 subscriptions that do not lapse', { tag: '@browser' }, () => {
  let product: Product
  let manager: Credentials
  let clock: JobClock
  let tenants: Tenants

  test.beforeAll(async ({ product: shared }) => {
    test.setTimeout(180_000)
    product = shared
    tenants = new Tenants(product.pool)
    const business = await addBusiness(product.pool, 'Grachtenfietsen')
    manager = await addPerson(product, { email: 'manager@lapse.example', role: 'manager', businessId: business })
    await product.pool.query('UPDATE businesses SET recovery_contract = TRUE WHERE id = $1', [business])
    const offered = await tenants.subscription(business, 'Track & Recover')
    await tenants.attach(business, offered)
    const covered = await addVehicle(product.pool, { businessId: business, name: 'Cargo 061', imei: testImei(6_101) })
    await addVehicle(product.pool, { businessId: business, name: 'Cargo 062', imei: testImei(6_102) })
    await tenants.subscribe(covered.entityId, offered, { endsAt: inDays(40) })
    await tenants.order(covered.entityId, offered)
    await tenants.insure(covered.entityId)
    clock = await JobClock.open({ url: product.databaseUrl, pool: product.pool }, 'subscription-ends')
  })
  test.afterAll(() => clock?.stop())

  /** Returns the mails to the manager, oldest first. */
  const mails = async (): Promise<string[]> => {
    const { rows } = await product.pool.query<{ raw: Buffer }>(
      'SELECT raw FROM mailbox.mails WHERE $1 = ANY (envelope_to) ORDER BY id',
      [manager.email],
    )
    return Promise.all(rows.map(async ({ raw }) => (await PostalMime.parse(raw)).text ?? ''))
  }
  /** Runs the timed job for ending subscriptions that many times. */
  const strike = async (times: number) => {
    for (let nth = 0; nth < times; nth++) await clock.strike('subscription-ends')
  }
  const ends = (days: number) =>
    product.pool.query(
      `UPDATE entity_subscriptions SET ends_at = $1
       WHERE entity_id = (SELECT id FROM entities WHERE name = 'Cargo 061' ORDER BY id DESC LIMIT 1)`,
      [inDays(days)],
    )

  test('one that ends in 10 days is on Home, in the filter and mailed once; without one a vehicle is not reported missing', async ({
    page,
  }) => {
    test.setTimeout(180_000)
    await strike(1)
    await signIn(page, product, manager, '/')
    const link = page.getByRole('link', { name: '1 subscription ends within 30 days' })
    await expect(page.getByRole('link', { name: '1 insurance ends within 30 days' })).toBeVisible()
    await expect(link).toHaveCount(0)
    expect(await mails()).toEqual([])

    // Simulates a month passing.
    await ends(10)
    await strike(3)
    await expect.poll(async () => (await mails()).length).toBe(1)
    expect((await mails())[0]).toMatch(/Cargo 061[\s\S]*f\.needs=subscription_ending/)

    await page.reload()
    await link.click()
    await expect(page).toHaveURL(/f\.needs=subscription_ending/)
    await expect(page.getByRole('row', { name: /Cargo 061/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /Cargo 062/ })).toHaveCount(0)

    await page.goto(`${product.portalUrl}/missing`)
    await page.getByRole('button', { name: 'Report vehicle' }).click()
    const dialog = page.getByRole('dialog', { name: 'Which vehicle is missing?' })
    await dialog.getByRole('combobox').fill('Cargo 062')
    await page.getByRole('option', { name: /Cargo 062/ }).click()
    await expect(dialog.getByRole('status')).toContainText(
      'Before you can report this vehicle missing, it needs an active subscription',
    )
    await expect(dialog.getByRole('button', { name: 'Next' })).toBeDisabled()

    await dialog.getByRole('button', { name: 'Give the vehicle a subscription' }).click()
    const giving = page.getByRole('dialog', { name: /Cargo 062/ })
    await giving.getByRole('combobox').click()
    await page.getByRole('option', { name: /Track & Recover/ }).click()
    await giving.getByRole('button', { name: 'Give', exact: true }).click()
    await expect(dialog.getByRole('button', { name: 'Next' })).toBeEnabled()
  })

  test('has no serious accessibility problem at 1440 and 390 px, light and dark', async ({ page }, info) => {
    test.setTimeout(300_000)
    await signIn(page, product, manager, '/information')
    for (const [name, path] of Object.entries(SCREENS)) {
      await page.goto(`${product.portalUrl}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await holdsInEveryLook(page, name, info)
    }
  })
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
