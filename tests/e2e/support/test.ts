import { test as plain } from '@playwright/test'
import { startProduct, type Product } from '../../support/product.js'

/**
 * Fixture of the shared product. Tests that need no particular product share one, because starting one takes as long as most
 * tests. Each file adds its own business with people and IMEIs that no other file has, and looks at nothing else. Tests with
 * their own product use the same `test`, because a worker restarts when it is asked for other fixtures.
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
