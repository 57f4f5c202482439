import { type Browser, expect, type Page } from '@playwright/test'
import { SimulatedTracker } from '@roadbook/testing'
import PostalMime from 'postal-mime'
import { Tenants } from '../support/api/api-tenants.js'
import { addBusiness, addVehicle, testImei } from '../support/database/tenant-fixture.js'
import type { Product } from '../support/product.js'
import { holdsInEveryLook, problems } from './support/accessible.js'
import { addPerson, type Credentials, signIn } from './support/people.js'
import { test } from './support/test.js'

const IMEI = testImei(7_007)
const FRAME = 'WRB-7007'

/** Answers as the firmware does: with the present setting, or that a new one is set. */
const firmware = (text: string) =>
  text.startsWith('getparam') ? 'Param Values: 10000:3600;10005:3600;10050:300;10055:120' : 'New value set'

test.describe('T-07 the recovery room', () => {
  let product: Product
  let dealer: Credentials
  let tracker: SimulatedTracker
  const commands: string[] = []
  let entityId: number

  test.beforeAll(async ({ product: shared }) => {
    test.setTimeout(120_000)
    product = shared
    const business = await addBusiness(product.pool, 'Domstad Mobiliteit')
    dealer = await addPerson(product, {
      email: 'dealer@recovery.example',
      role: 'dealer',
      businessId: business,
      firstName: 'Sven',
    })
    await product.pool.query('UPDATE businesses SET recovery_contract = TRUE WHERE id = $1', [business])
    const tenants = new Tenants(product.pool)
    const bike = await addVehicle(product.pool, { businessId: business, name: 'Cargo 051', imei: IMEI })
    entityId = bike.entityId
    await product.pool.query('UPDATE entities SET frame_number = $2 WHERE id = $1', [entityId, FRAME])
    await product.pool.query("UPDATE devices SET protocol = 'teltonika' WHERE id = $1", [bike.deviceId])
    await tenants.subscribe(entityId, await tenants.subscription(business))
    await tenants.state(bike.deviceId, new Date(), 49.4101, 8.7001)
    await tenants.waypoint(bike.deviceId, new Date().toISOString(), 49.4101, 8.7001)
    const onCommand = (text: string) => {
      commands.push(text)
      return firmware(text)
    }
    tracker = new SimulatedTracker({ imei: IMEI, host: '127.0.0.1', port: product.teltonikaPort, onCommand })
    tracker.start()
  })
  test.afterAll(async () => {
    tracker?.stop()
  })

  test('R-014 R-215 R-218 G-83 G-84 a case is opened, located, shared and resolved; then its link is dead', async ({
    page,
    browser,
  }) => {
    await signIn(page, product, dealer, '/missing')
    await expect(page.getByText('No missing vehicles')).toBeVisible()
    await report(page, entityId)

    await page.getByRole('link', { name: 'Open case' }).click()
    await expect(page.getByRole('timer', { name: 'Missing for' })).toContainText('00:0')
    await page.getByRole('button', { name: 'Locate' }).click()
    await expect(page.getByRole('timer', { name: /^(10:00|9:5\d) left$/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Locate' })).toHaveAccessibleDescription('Bluetooth is on already')
    expect(commands).toContain('setparam 800:2')
    expect(await problems(page)).toEqual([])

    const link = await share(page)
    const { officer, close } = await openSignedOut(browser, link)
    await expect(officer.getByRole('heading', { name: 'Cargo 051' })).toBeVisible()
    await expect(officer.getByText(FRAME)).toBeVisible()
    await expect(officer.getByRole('region', { name: 'Wo das Fahrzeug ist' })).toBeVisible()
    await expect(officer.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
    await expect(officer.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer')
    await expect(officer.locator('body')).not.toContainText(/Domstad|Sven/)
    expect(await problems(officer)).toEqual([])

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Evidence PDF' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^M-\d+\.pdf$/)

    await resolve(page)
    await expect(page.getByText('Found: Found by the police')).toBeVisible()
    await expect(officer.getByRole('heading', { name: 'Dieser Link gilt nicht mehr' })).toBeVisible()
    await officer.reload()
    await expect(officer.getByRole('heading', { name: 'Dieser Link gilt nicht mehr' })).toBeVisible()
    await close()
  })

  test(
    'stands on a phone and on a desk, light and dark, and holds what axe asks for',
    { tag: '@browser' },
    async ({ page }, info) => {
      test.setTimeout(120_000)
      await page.setViewportSize({ width: 390, height: 844 })
      await signIn(page, product, dealer, '/missing?view=resolved')
      expect(await problems(page)).toEqual([])
      await page.getByText('Cargo 051').first().click()
      await expect(page.getByRole('heading', { name: 'Cargo 051' })).toBeVisible()
      await holdsInEveryLook(page, 'case-room', info)
    },
  )
})

test.describe('M8 a customer whose vehicle is reported missing', () => {
  test(
    'is told by mail, sees on the mail’s page what it is about, and ends it; who looked for it reads that',
    { tag: '@browser' },
    async ({ product, page, browser }, info) => {
      test.setTimeout(180_000)
      const business = await addBusiness(product.pool, 'Domstad Klanten')
      const dealer = await addPerson(product, {
        email: 'dealer@customers.example',
        role: 'dealer',
        businessId: business,
        firstName: 'Sven',
      })
      await product.pool.query('UPDATE businesses SET recovery_contract = TRUE WHERE id = $1', [business])
      const tenants = new Tenants(product.pool)
      const { entityId, deviceId } = await addVehicle(product.pool, {
        businessId: business,
        name: 'Lasta',
        imei: testImei(7_008),
      })
      const consumer = await tenants.consumer(business)
      await product.pool.query("UPDATE consumers SET email = 'klant@home.example', locale = 'nl' WHERE id = $1", [consumer])
      await product.pool.query('UPDATE entities SET consumer_id = $2 WHERE id = $1', [entityId, consumer])
      await tenants.subscribe(entityId, await tenants.subscription(business))
      await tenants.state(deviceId, new Date(), 49.4101, 8.7001)

      await signIn(page, product, dealer, '/missing')
      await report(page, entityId, 'Lasta')
      await page.getByRole('link', { name: 'Open case' }).click()
      await expect(page.getByRole('heading', { name: 'Lasta' })).toBeVisible()

      const link = await mailedLink(product, 'klant@home.example')
      const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'nl-NL' })
      const customer = await context.newPage()
      await customer.goto(link)
      await expect(customer.getByRole('heading', { name: 'Lasta is als vermist gemeld' })).toBeVisible()
      await holdsInEveryLook(customer, 'customer-told', info)
      await customer.getByRole('button', { name: 'Het voertuig is niet vermist: inzage beëindigen' }).click()
      await expect(customer.getByRole('heading', { name: 'U hebt de inzage beëindigd' })).toBeVisible()
      await context.close()

      await page.reload()
      await expect(page.getByText('Given up: The owner withdrew')).toBeVisible()
      await page.screenshot({ path: info.outputPath('case-ended-by-customer.png'), fullPage: true })
    },
  )
})

/** Returns the link in the first mail to an address. */
async function mailedLink(product: Product, address: string): Promise<string> {
  const mails = async () =>
    (
      await product.pool.query<{ raw: Buffer }>('SELECT raw FROM mailbox.mails WHERE $1 = ANY (envelope_to) ORDER BY id', [
        address,
      ])
    ).rows
  await expect.poll(async () => (await mails()).length, { timeout: 60_000 }).toBeGreaterThan(0)
  const { text } = await PostalMime.parse((await mails())[0]?.raw ?? '')
  return /https?:\/\/\S+\/consent#\S+/.exec(text ?? '')?.[0] ?? ''
}

async function report(page: Page, entityId: number, name = 'Cargo 051'): Promise<void> {
  await page.goto(new URL(`/entities/${entityId}`, page.url()).href)
  await page
    .getByRole('button', { name: new RegExp(`Actions for ${name}|More`) })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /^Report missing/ }).click()
  const dialog = page.getByRole('dialog', { name: `Report ${name} missing?` })
  await dialog.getByRole('button', { name: 'Report missing' }).click()
  await expect(page.getByText(new RegExp(`${name} is reported missing: case M-`))).toBeVisible()
}

/**
 * Shares a case.
 * @returns the link, which is shown only once
 */
async function share(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Cargo 051' })
  await dialog.getByRole('button', { name: 'Make link' }).click()
  const field = dialog.getByLabel('Link', { exact: true })
  await expect(field).toHaveValue(/\/shared-case#.{20,}/)
  const link = await field.inputValue()
  await dialog.getByRole('button', { name: 'Close' }).click()
  return link
}

/** Opens the link on a German phone, without an account. */
async function openSignedOut(browser: Browser, link: string) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'de-DE', colorScheme: 'dark' })
  const officer = await context.newPage()
  await officer.goto(link)
  return { officer, close: () => context.close() }
}

async function resolve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Found' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cargo 051 was found?' })
  await dialog.getByLabel('How it was found').click()
  await page.getByRole('option', { name: 'Found by the police' }).click()
  await dialog.getByRole('button', { name: 'Mark as found' }).click()
}
