import { expect, type Page } from '@playwright/test'
import type { Product } from '../support/product.js'
import { addBusiness, testImei } from '../support/database/tenant-fixture.js'
import { addPerson, signIn, type Credentials } from './support/people.js'
import { test } from './support/test.js'

/** Text in the metadata that cameras write beside the pixels. */
const SECRET_PLACE = '49.4124 N 8.7100 E'

test.describe('sending a tracker back', { tag: '@browser' }, () => {
  let product: Product
  let manager: Credentials
  const imei = testImei(4_052)

  test.beforeAll(async ({ product: shared }) => {
    test.setTimeout(120_000)
    product = shared
    const business = await addBusiness(product.pool, 'Domstad Mobiliteit')
    await product.pool.query("INSERT INTO devices (imei, business_id, model) VALUES ($1, $2, 'FMC920')", [imei, business])
    manager = await addPerson(product, { email: 'manager@returns.example', role: 'manager', businessId: business })
  })

  test('R-105 G-52 ends in an RMA number, with photos that no longer say where they were taken', async ({ page }) => {
    const { rows } = await product.pool.query<{ id: number }>('SELECT id FROM devices WHERE imei = $1', [imei])
    await signIn(page, product, manager, `/devices?device=${rows[0]?.id}`)
    await page.getByRole('button', { name: 'Return a tracker' }).click()
    const form = page.getByRole('dialog', { name: 'Return a tracker' })
    await form.getByLabel('Reason').click()
    await page.getByRole('option', { name: 'Defective' }).click()
    await form.getByLabel('Choose photos').setInputFiles({
      name: 'broken.jpg',
      mimeType: 'image/jpeg',
      buffer: await photoWithPlace(page),
    })
    await expect(form.getByAltText('Photo 1')).toBeVisible()
    await form.getByLabel('Street and number').fill('Dorpsstraat 12')
    await form.getByLabel('Postcode').fill('3511 AB')
    await form.getByLabel('City').fill('Utrecht')
    await form.getByLabel('Country').click()
    await page.getByRole('option', { name: 'Netherlands' }).click()
    await form.getByRole('button', { name: 'Send back' }).click()
    const result = page.getByRole('dialog', { name: 'On its way back' })
    await expect(result.getByText(/^RMA-\d{4}-\d{6}-\d$/)).toBeVisible()

    const photo = 'SELECT content FROM device_return_photos'
    await expect.poll(async () => (await product.pool.query(photo)).rowCount).toBe(1)
    const { content } = (await product.pool.query<{ content: Buffer }>(photo)).rows[0] ?? { content: Buffer.alloc(0) }
    expect(content.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    expect(content.includes('Exif') || content.includes(SECRET_PLACE)).toBe(false)

    await page.emulateMedia({ media: 'print' })
    await expect(page.getByTestId('return-label')).toBeVisible()
    await expect(page.getByTestId('return-label')).toContainText('Dorpsstraat 12')
    await page.emulateMedia({ media: 'screen' })
    await result.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('button', { name: 'Show return' })).toBeVisible()
  })
})

/** Returns a camera's JPEG: larger than what is sent, with an EXIF segment before the picture. */
async function photoWithPlace(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 2_400, height: 1_800 })
    canvas.getContext('2d')?.fillRect(300, 300, 900, 900)
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
  })
  const picture = Buffer.from(base64, 'base64')
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), Buffer.from(SECRET_PLACE)])
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  return Buffer.concat([picture.subarray(0, 2), head, exif, picture.subarray(2)])
}
