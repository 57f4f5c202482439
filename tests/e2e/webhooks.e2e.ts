import { expect } from '@playwright/test'
import { isSignedBy, WebhookReceiver } from '../support/api/webhook-receiver.js'
import { addBusiness } from '../support/database/tenant-fixture.js'
import type { Product } from '../support/product.js'
import { holdsInEveryLook, problems } from './support/accessible.js'
import { addPerson, type Credentials, signIn } from './support/people.js'
import { test } from './support/test.js'

test.describe('webhooks', { tag: '@browser' }, () => {
  let product: Product
  let manager: Credentials
  let receiver: WebhookReceiver

  test.beforeAll(async ({ product: shared }) => {
    test.setTimeout(120_000)
    product = shared
    const business = await addBusiness(product.pool, 'Leasing Vaduz')
    manager = await addPerson(product, { email: 'manager@webhooks.example', role: 'manager', businessId: business })
    receiver = await WebhookReceiver.start()
  })
  test.afterAll(() => receiver.stop())

  test('tell a system of one’s own, signed, and again when somebody asks for it', async ({ page }, info) => {
    await signIn(page, product, manager, '/webhooks')
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    const form = page.getByRole('dialog', { name: 'New webhook' })
    await form.getByLabel('Name').fill('Fleet system')
    await form.getByLabel('Address').fill('https://10.0.0.1/')
    await form.getByLabel('Trip ended').check()
    await form.getByRole('button', { name: 'Create webhook' }).click()
    await expect(form.getByText('Must be an address that the whole internet can reach')).toBeVisible()
    expect(await problems(page)).toEqual([])
    await form.getByLabel('Address').fill(receiver.url)
    await form.getByRole('button', { name: 'Create webhook' }).click()
    const secret = await page.getByLabel('Secret of Fleet system').inputValue()
    expect(await problems(page)).toEqual([])
    await page.getByRole('button', { name: 'I stored it' }).click()

    await page.getByText('Fleet system').first().click()
    await page.getByRole('button', { name: 'Send test' }).click()
    const deliveries = page.getByRole('list', { name: 'Deliveries' })
    await expect(deliveries.getByText('Delivered')).toBeVisible({ timeout: 20_000 })
    expect(receiver.taken.map((told) => [told.type, isSignedBy(secret, told)])).toEqual([['test', true]])
    await expect(page.getByRole('row', { name: /Fleet system/ }).getByText('Never')).toBeHidden()
    await holdsInEveryLook(page, 'webhook', info)

    await deliveries.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => receiver.asked.length, { timeout: 20_000 }).toBe(2)
    expect(new Set(receiver.asked.map(({ id }) => id)).size).toBe(1)
  })
})
