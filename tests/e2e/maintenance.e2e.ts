import { expect } from '@playwright/test'
import { addBusiness, addVehicle, testImei } from '../support/database/tenant-fixture.js'
import type { Product } from '../support/product.js'
import { holdsInEveryLook } from './support/accessible.js'
import { addPerson, signIn, type Credentials } from './support/people.js'
import { test } from './support/test.js'

const SCREENS = {
  list: '',
  board: '?as=board',
  mechanics: '?as=mechanics',
  plans: '?view=plans',
  plan: '?view=plans&dialog=create:plan',
  month: '?view=calendar',
  week: '?view=calendar&span=week',
}

test.describe('a workshop’s day', { tag: '@browser' }, () => {
  let product: Product
  let manager: Credentials

  test.beforeAll(async ({ product: shared }) => {
    test.setTimeout(180_000)
    product = shared
    const business = await addBusiness(product.pool, 'Domstad Mobiliteit')
    manager = await addPerson(product, { email: 'manager@workshop.example', role: 'manager', businessId: business })
    await addVehicle(product.pool, { businessId: business, name: 'Cargo 042', imei: testImei(5_101) })
    // Runs the timed job every minute instead of every quarter of an hour.
    await product.pool.query("UPDATE jobs.schedule SET cron = '* * * * *' WHERE name = 'maintenance-clock'")
  })

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

    // Simulates three days passing.
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

  test('has no serious accessibility problem at 1440 and 390 px, light and dark', async ({ page }, info) => {
    test.setTimeout(300_000)
    await signIn(page, product, manager, '/notifications')
    for (const [name, query] of Object.entries(SCREENS)) {
      await page.goto(`${product.portalUrl}/notifications${query}`)
      await expect(page.getByRole('tab', { includeHidden: true }).first()).toBeAttached()
      await holdsInEveryLook(page, name, info)
    }
  })
})
