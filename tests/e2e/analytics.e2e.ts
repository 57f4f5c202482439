import { expect, type Page } from '@playwright/test'
import { Tenants } from '../support/api/api-tenants.js'
import { addBusiness, addVehicle, testImei } from '../support/database/tenant-fixture.js'
import type { Product } from '../support/product.js'
import { problems } from './support/accessible.js'
import { addPerson, type Credentials, signIn } from './support/people.js'
import { test } from './support/test.js'

const DAY_MS = 86_400_000
const TRIPS = 120

test.describe('what a reporter sees of the use of the fleet', { tag: '@browser' }, () => {
  let product: Product
  let reporter: Credentials
  let manager: Credentials

  test.beforeAll(async ({ product: shared }) => {
    test.setTimeout(120_000)
    product = shared
    const business = await addBusiness(product.pool, 'Domstad Mobiliteit')
    reporter = await addPerson(product, { email: 'reporter@charts.example', role: 'reporter', businessId: business })
    manager = await addPerson(product, { email: 'manager@charts.example', role: 'manager', businessId: business })
    const { deviceId } = await addVehicle(product.pool, { businessId: business, name: 'Cargo 001', imei: testImei(5_001) })
    const tenants = new Tenants(product.pool)
    const now = Date.now()
    for (let at = 0; at < TRIPS; at++) {
      // two in three days, at eight times of the day
      const startedAt = now - (1 + Math.floor(at / 8) * 1.5) * DAY_MS - (at % 8) * 2 * 3_600_000
      const distanceM = 2_000 + ((at * 37) % 11) * 900
      await tenants.trip(deviceId, new Date(startedAt).toISOString(), new Date(startedAt + 1_500_000).toISOString(), {
        distanceM,
      })
    }
  })

  test('R-142 R-143 R-144 charts are chosen, stay with the account, and hold what axe asks for', async ({ browser, page }) => {
    await signIn(page, product, reporter, '/analytics')
    await page.getByRole('button', { name: 'Add these three' }).click()
    await expect(
      page.getByRole('listitem', { name: 'Activity per week' }).getByRole('img', { name: /^A/ }).locator('svg').first(),
    ).toBeVisible()

    await page.getByRole('button', { name: 'Add chart' }).click()
    await page.getByRole('radio', { name: 'Average distance per trip' }).click()
    await expect(
      page.getByRole('region', { name: 'Preview' }).getByRole('img', { name: /^A/ }).locator('svg').first(),
    ).toBeVisible()
    await seen(page, 'dialog')
    await page.getByRole('dialog').getByRole('button', { name: 'Add chart' }).click()
    const added = page.getByRole('listitem', { name: 'Average distance per trip' })
    await expect(added.getByRole('img', { name: /^A/ }).locator('svg').first()).toBeVisible()
    await expect(page.getByText('4 charts, kept with your account')).toBeVisible()
    await seen(page, 'light')
    expect(await problems(page, { least: 'minor' })).toEqual([])

    const downloading = page.waitForEvent('download')
    await added.getByRole('button', { name: /Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Download PNG' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^Average distance per trip .*\.png$/)

    const other = await (await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })).newPage()
    await signIn(other, product, reporter, '/analytics')
    const there = other.getByRole('listitem', { name: 'Average distance per trip' })
    await expect(there.getByRole('img', { name: /^A/ }).locator('svg').first()).toBeVisible()
    expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await seen(other, 'phone')
    expect(await problems(other, { least: 'minor' })).toEqual([])
    await other.goto(`${product.portalUrl}/`)
    await expect(other.getByRole('list', { name: 'Screens' })).toBeVisible()
    await seen(other, 'home-phone')
    await other.context().close()
  })

  test('T-10 Home leads from each number to as many rows', async ({ page }) => {
    await signIn(page, product, manager, '/')
    const silent = page.getByRole('link', { name: '1 tracker silent for 26 h' })
    await expect(silent).toBeVisible()
    await seen(page, 'home')
    expect(await problems(page, { least: 'minor' })).toEqual([])
    await silent.click()
    await expect(page.getByText('1–1 of 1')).toBeVisible()
    await expect(page.getByRole('row', { name: /Cargo 001/ })).toBeVisible()
  })
})

/** Saves a screenshot for people beside the results. */
const seen = (page: Page, name: string) =>
  page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true, animations: 'disabled' })
