import { expect, type Page } from '@playwright/test'
import { Tenants } from '../support/api/api-tenants.js'
import { addBusiness } from '../support/database/tenant-fixture.js'
import type { Product } from '../support/product.js'
import { holdsInEveryLook, problems } from './support/accessible.js'
import { addPerson, type Credentials, signIn } from './support/people.js'
import { test } from './support/test.js'

const SCREENS = {
  planned: '',
  sent: '?view=sent',
  deleted: '?view=deleted',
  composer: '?dialog=create%3Anotification',
}
const PHONES = ['phone-of-anna', 'phone-of-bram'].map((name) => `${name}-${'t'.repeat(30)}`)

test.describe('app notifications', { tag: '@browser' }, () => {
  let product: Product
  let manager: Credentials

  test.beforeAll(async ({ product: shared }) => {
    test.setTimeout(180_000)
    product = shared
    const business = await addBusiness(product.pool, 'Domstad Mobiliteit')
    manager = await addPerson(product, {
      email: 'manager@phones.example',
      role: 'manager',
      businessId: business,
      firstName: 'Marit',
    })
    const tenants = new Tenants(product.pool)
    for (const phone of [...PHONES, undefined]) {
      const id = await tenants.consumer(business)
      await tenants.entity(business, 'Cargo', { consumer_id: id })
      if (phone) await tenants.phone(id, phone)
    }
    await tenants.notification(business, 'Summer tyres')
  })

  test('R-013 R-210 R-211 R-213 G-80 one is planned, changed, deleted, brought back and sent, and each phone gets it once', async ({
    page,
  }) => {
    await signIn(page, product, manager, '/app-notifications')
    await page.getByRole('button', { name: 'New notification' }).click()
    await page.getByRole('button', { name: 'Plan notification' }).click()
    await expect(page.getByText('Date, time, title and message are required!')).toBeVisible()
    await page.getByLabel('Title', { exact: true }).fill('Closed on Monday')
    await page.getByLabel('Message').fill('The workshop opens again on Tuesday at 9.')
    const phone = page.getByRole('region', { name: 'On the phone' })
    await expect(phone.getByText('The workshop opens again on Tuesday at 9.')).toBeVisible()
    await expect(page.getByText('3 consumers get this notification')).toBeVisible()
    await page.getByRole('button', { name: 'Plan notification' }).click()

    const first = page.getByRole('row', { name: /Closed on Monday/ })
    await expect(first.getByText('Planned', { exact: true })).toBeVisible()
    await first.getByText('Closed on Monday').click()
    await page.getByLabel('Title', { exact: true }).fill('Closed on Whit Monday')
    await page.getByRole('button', { name: 'Save' }).click()
    const changed = page.getByRole('row', { name: /Closed on Whit Monday/ })
    await expect(changed.getByText('Planned, changed')).toBeVisible()

    await changed.getByRole('button', { name: 'Actions for Closed on Whit Monday' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(changed).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(changed).toBeVisible()
    expect(await pushes(page)).toEqual([])

    await page.goto(`${product.portalUrl}/app-notifications`)
    await changed.getByText('Closed on Whit Monday').click()
    await page.getByLabel('Date').fill('2025-06-09')
    await page.getByRole('button', { name: 'Save' }).click()
    const question = page.getByRole('dialog', { name: 'Send this notification now?' })
    await question.getByRole('button', { name: 'Send now' }).click()
    await expect(page).toHaveURL(/view=sent/)
    const last = page.getByRole('region', { name: 'Last sent' })
    await expect(last.getByText('2 of 3 reached · 1 without app or browser')).toBeVisible()
    await last.getByRole('button', { name: 'Show results' }).click()
    const results = page.getByRole('region', { name: 'Recipients' })
    await expect(results.getByText('Sent', { exact: true })).toHaveCount(2)
    await expect(results.getByText('No app or browser', { exact: true })).toHaveCount(1)
    expect(await problems(page)).toEqual([])
    const arrived = await pushes(page)
    expect(arrived).toHaveLength(PHONES.length)
    for (const row of arrived) expect(row).toContain('Closed on Whit Monday')
  })

  test('R-013 have no serious accessibility problem at 1440 and 390 px, light and dark', async ({ page }, info) => {
    test.setTimeout(300_000)
    await signIn(page, product, manager, '/app-notifications')
    for (const [name, query] of Object.entries(SCREENS)) {
      await page.goto(`${product.portalUrl}/app-notifications${query}`)
      await expect(page.getByRole('heading', { name: 'App Notifications' })).toBeVisible()
      await holdsInEveryLook(page, name, info)
    }
  })

  /** Returns the pushes to phones that the outbox shows, one per row. */
  const pushes = async (page: Page): Promise<string[]> => {
    // Its address is a secret that only the terminal shows.
    const address = product.said.join('\n').match(/Mails it sends\s+(\S+)/)?.[1]
    await page.goto(`${address}/pushes`)
    await expect(page.getByText('These app notifications stayed on this machine.')).toBeVisible()
    return page.locator('tbody tr').allInnerTexts()
  }
})
