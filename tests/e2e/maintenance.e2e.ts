import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { addBusiness, addVehicle, testImei } from '../support/database/tenant-fixture.js'
import { startProduct, type Product } from '../support/product.js'
import { addPerson, signIn, type Credentials } from './support/people.js'

const SCREENS = {
  list: '',
  board: '?as=board',
  mechanics: '?as=mechanics',
  plans: '?view=plans',
  plan: '?view=plans&dialog=create:plan',
  month: '?view=calendar',
  week: '?view=calendar&span=week',
}

test.describe('a workshop’s day', () => {
  let product: Product
  let manager: Credentials

  test.beforeAll(async () => {
    test.setTimeout(180_000)
    product = await startProduct()
    const business = await addBusiness(product.pool, 'Domstad Mobiliteit')
    manager = await addPerson(product, { email: 'manager@domstad.example', role: 'manager', businessId: business })
    await addVehicle(product.pool, { businessId: business, name: 'Cargo 042', imei: testImei(1) })
    // Nobody waits a quarter of an hour for the clock here.
    await product.pool.query("UPDATE jobs.schedule SET cron = '* * * * *' WHERE name = 'maintenance-clock'")
  })
  test.afterAll(() => product?.stop())

  test('T-09 R-198 makes a plan in three steps, plans what is due by the keyboard, and does it', async ({ page }) => {
    test.setTimeout(300_000)
    await signIn(page, product, manager, '/notifications?view=plans')
    await page.getByRole('button', { name: 'New plan' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Daily check')
    await page.getByRole('textbox', { name: 'Description' }).fill('Brakes and tyres')
    await page.getByRole('button', { name: 'Next: Vehicles' }).click()
    await page.getByRole('checkbox', { name: /Cargo 042/ }).check()
    await page.getByRole('button', { name: 'Next: Triggers' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Brake check')
    await page.getByRole('spinbutton', { name: 'Every' }).fill('2')
    await page.getByRole('combobox', { name: 'Unit' }).click()
    await page.getByRole('option', { name: 'days' }).click()
    await page.getByRole('button', { name: 'Next: Review' }).click()
    await expect(page.getByText('Brake check: every 2 days')).toBeVisible()
    await page.getByRole('button', { name: 'Create plan' }).click()
    await expect(page.getByText('Daily check was saved')).toBeVisible()

    // Three days pass.
    await product.pool.query("UPDATE maintenance_plans SET activated_at = now() - interval '3 days'")
    await product.pool.query("UPDATE maintenance_plan_entities SET since = now() - interval '3 days'")
    const row = page.getByRole('row', { name: /Cargo 042/ })
    await expect(async () => {
      await page.goto(`${product.portalUrl}/notifications`)
      await expect(row).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: 180_000 })
    await expect(row).toContainText('day')
    await row.focus()
    await page.keyboard.press('p')
    await page.getByRole('dialog').getByRole('button', { name: 'Plan', exact: true }).click()
    await expect(page.getByText(/Cargo 042, Brake check: planned for/)).toBeVisible()

    await page.goto(`${product.portalUrl}/notifications?view=calendar`)
    await expect(page.getByRole('button', { name: /Cargo 042/ })).toContainText('Planned')

    await page.goto(`${product.portalUrl}/notifications?state=planned`)
    await row.focus()
    await page.keyboard.press('d')
    await page.getByLabel(/Note/).fill('New pads')
    await page.getByRole('button', { name: 'Mark as done' }).click()
    await expect(page.getByText('Cargo 042, Brake check: done')).toBeVisible()
    await page.goto(`${product.portalUrl}/notifications?state=done`)
    await row.click()
    await expect(page.getByText('New pads')).toBeVisible()
  })

  for (const theme of ['light', 'dark'] as const)
    test(`has no serious accessibility problem at 1440 and 390 px, ${theme}`, async ({ browser }, info) => {
      test.setTimeout(240_000)
      const context = await browser.newContext({ colorScheme: theme })
      const page = await context.newPage()
      await signIn(page, product, manager, '/notifications')
      for (const [name, query] of Object.entries(SCREENS)) {
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
          await page.goto(`${product.portalUrl}/notifications${query}`)
          await expect(page.getByRole('tab', { includeHidden: true }).first()).toBeAttached()
          await page.waitForLoadState('networkidle')
          await page.screenshot({ path: info.outputPath(`${name}-${width}-${theme}.png`) })
          expect.soft(await problems(page), `${name} at ${width}`).toEqual([])
          const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
          expect.soft(scrolled, `${name} at ${width}`).toBeLessThanOrEqual(width)
        }
      }
      await context.close()
    })

  const problems = async (page: Page): Promise<string[]> => {
    const { violations } = await new AxeBuilder({ page }).analyze()
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }
})
