import { expect } from '@playwright/test'
import { SimulatedTracker } from '@roadbook/testing'
import { addBusiness, testImei } from '../support/database/tenant-fixture.js'
import type { Product } from '../support/product.js'
import { addPerson, setUpSecondStep, signIn, trySignIn, type Credentials } from './support/people.js'
import { test } from './support/test.js'

/** Statement that ends the silent phase before the tracker may send, for which a person waits a minute or two. */
const ASKS_FOR_A_WORD = `UPDATE device_challenges SET began_at = now() - interval '2 minutes', on_at = now() - interval '1 second'`

test.describe('registering a tracker that nobody was sent', { tag: '@browser' }, () => {
  let product: Product
  let manager: Credentials
  let root: Credentials
  const imei = testImei(7_309)

  test.beforeAll(async ({ product: shared }) => {
    test.setTimeout(120_000)
    product = shared
    const business = await addBusiness(product.pool, 'Domstad Mobiliteit')
    manager = await addPerson(product, { email: 'manager@possession.example', role: 'manager', businessId: business })
    root = await addPerson(product, { email: 'root@possession.example', role: 'super-admin', businessId: null })
  })

  test('G-109 works for who switches it off and on once a super admin granted it, and its packets count from then on', async ({
    page,
    browser,
  }) => {
    await signIn(page, product, manager, '/devices?dialog=create:device')
    await page.getByRole('textbox', { name: 'IMEI' }).fill(imei)
    await page.getByRole('button', { name: 'Register device' }).click()
    await expect(page.getByText('First prove that you have this tracker')).toBeVisible()
    await page.getByRole('button', { name: 'Register and wait' }).click()
    await page.getByRole('button', { name: 'Prove possession' }).click()
    await expect(page.getByText('1. Switch')).toBeVisible()
    await product.pool.query(ASKS_FOR_A_WORD)
    await expect(page.getByText('2. Switch')).toBeVisible({ timeout: 30_000 })

    const tracker = new SimulatedTracker({ imei, host: '127.0.0.1', port: product.teltonikaPort })
    tracker.start()
    try {
      const answered = "SELECT 1 FROM device_challenges WHERE imei = $1 AND outcome = 'shown'"
      await expect.poll(async () => (await product.pool.query(answered, [imei])).rowCount, { timeout: 60_000 }).toBe(1)
      const office = await browser.newPage()
      await office.goto(`${product.portalUrl}/devices?view=waiting&claim=${new URL(page.url()).searchParams.get('claim')}`)
      await trySignIn(office, root)
      await setUpSecondStep(office)
      await expect(office.getByText(/Nobody has this tracker yet/).or(office.getByText('2. Switch'))).toBeVisible()
      await office.getByRole('button', { name: 'Grant' }).click()
      await office.getByRole('dialog', { name: /^Give/ }).getByRole('button', { name: 'Grant' }).click()
      await expect(page.getByText('The device is registered.')).toBeVisible({ timeout: 60_000 })
      tracker.report({ positionedAt: Date.now(), validity: 0, latitude: 49.41, longitude: 8.69, speedKph: 0, satellites: 9 })
      await tracker.flush()
      const stored = 'SELECT 1 FROM device_states WHERE imei = $1'
      await expect.poll(async () => (await product.pool.query(stored, [imei])).rowCount, { timeout: 60_000 }).toBe(1)
    } finally {
      tracker.stop()
    }
  })
})
