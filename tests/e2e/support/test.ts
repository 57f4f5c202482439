import { test as plain } from '@playwright/test'
import { startProduct, type Product } from '../../support/product.js'

/**
 * Tests that need a product and no particular one share it: starting one costs as much as most tests. Each file makes a business
 * of its own in it, with people and IMEIs that no other file has, and looks at nothing else. Those with a product of their own
 * use the same `test`, because a worker that is asked for other fixtures begins anew.
 */
export const test = plain.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads there what a fixture needs
    async ({}, use) => {
      const product = await startProduct()
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})
