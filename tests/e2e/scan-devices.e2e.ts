import { expect, type Browser, type Page } from '@playwright/test'
import type { Product } from '../support/product.js'
import { addBusiness, testImei } from '../support/database/tenant-fixture.js'
import { fakeCamera, type FakeCamera } from './support/fake-camera.js'
import { addPerson, signIn, type Credentials } from './support/people.js'
import { test } from './support/test.js'

const [FREE, OTHER, STRANGE] = [testImei(5_301), testImei(5_302), testImei(5_303)]
const grouped = (imei: string) => new RegExp(imei.replace(/(\d{3})(?=\d)/g, String.raw`$1\s`))

test.describe('a box of devices before the camera', { tag: '@browser' }, () => {
  let product: Product
  let manager: Credentials
  let camera: FakeCamera
  let browserWithCamera: Browser

  test.beforeAll(async ({ product: shared }) => {
    test.setTimeout(120_000)
    camera = await fakeCamera([
      FREE,
      `https://track.example/add?imei=${STRANGE}`,
      `SN:77;IMEI:${OTHER};ICCID:89314404000123456789`,
    ])
    product = shared
    const business = await addBusiness(product.pool, 'Domstad Mobiliteit')
    await addBusiness(product.pool, 'Gemeente Lunetten', business, 'enterprise')
    manager = await addPerson(product, { email: 'stock@domstad.example', role: 'manager', businessId: business })
    await product.pool.query(`INSERT INTO devices (business_id, imei, model) SELECT $1, unnest($2::text[]), 'TFT100'`, [
      business,
      [FREE, OTHER],
    ])
    browserWithCamera = await camera.launch()
  })
  test.afterAll(async () => {
    await browserWithCamera?.close()
    await camera?.remove()
  })

  test('G-70 R-102 R-187 is read label by label, and linked to an enterprise in one go', async () => {
    const page = await browserWithCamera.newPage({ locale: 'en-GB', viewport: { width: 390, height: 844 } })
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).hostname !== 'localhost') foreign.push(request.url())
    })
    await signIn(page, product, manager, '/devices')
    await page.getByRole('button', { name: 'Scan many' }).click()
    const layer = page.getByRole('dialog', { name: 'Scan devices' })
    await expect(layer.getByText('3 devices scanned')).toBeVisible()
    for (const imei of [FREE, OTHER])
      await expect(layer.getByRole('listitem').filter({ hasText: grouped(imei) })).toContainText('TFT100 · Domstad Mobiliteit')
    const strange = layer.getByRole('listitem').filter({ hasText: grouped(STRANGE) })
    await expect(strange).toContainText('Not registered')
    await layer.getByRole('button', { name: 'Link 3 devices' }).click()
    await link(page)
    const told = page.getByRole('dialog', { name: '1 devices failed to link!' })
    await expect(told).toContainText(`${STRANGE} – There is no such device`)
    await told.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Gemeente Lunetten' })).toHaveCount(2)
    expect(foreign).toEqual([])
  })

  test('R-131 G-54 can be typed where the camera is denied', async () => {
    const withoutRight = await camera.launch(false)
    const page = await withoutRight.newPage({ locale: 'en-GB' })
    await signIn(page, product, manager, '/devices?dialog=scan:devices')
    const layer = page.getByRole('dialog', { name: 'Scan devices' })
    await expect(layer.getByRole('alert')).toHaveText('Camera permission denied. Allow the camera in your browser settings.')
    await layer.getByRole('button', { name: 'Type the number instead' }).click()
    await page.keyboard.type(FREE)
    await page.keyboard.press('Enter')
    await expect(layer.getByText('1 device scanned')).toBeVisible()
    await withoutRight.close()
  })

  const link = async (page: Page) => {
    const dialog = page.getByRole('dialog', { name: 'Link devices to an enterprise' })
    await dialog.getByRole('combobox', { name: 'Enterprise' }).click()
    await page.getByRole('option', { name: /Gemeente Lunetten/ }).click()
    await dialog.getByRole('button', { name: 'Link 3 devices' }).click()
  }
})
