import { expect } from '@playwright/test'
import { addBusiness } from '../support/database/tenant-fixture.js'
import type { Product } from '../support/product.js'
import { addPerson, type Credentials, signIn } from './support/people.js'
import { test } from './support/test.js'

const HOUR = 3_600_000

test.describe('a computer whose clock is wrong', { tag: '@browser' }, () => {
  let product: Product
  let manager: Credentials

  test.beforeAll(async ({ product: shared }) => {
    product = shared
    const business = await addBusiness(product.pool, 'Langzaam Verkeer')
    manager = await addPerson(product, { email: 'slow@clock.example', role: 'manager', businessId: business, firstName: 'Loes' })
  })

  for (const [how, offsetMs] of [
    ['2 h 00 min slow', -2 * HOUR],
    ['26 h 00 min fast', 26 * HOUR],
  ] as const)
    test(`signs in, and is told that it is ${how}`, async ({ page }, info) => {
      await page.clock.setSystemTime(Date.now() + offsetMs)
      await signIn(page, product, manager, '/users')
      await expect(page.getByText(`This device’s clock is ${how}.`, { exact: false })).toBeVisible()
      await expect(page.getByRole('row', { name: /Loes/ })).toBeVisible()
      await page.screenshot({ path: info.outputPath('wrong-clock.png') })
    })
})
