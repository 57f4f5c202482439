import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import type { Product } from '../support/product.js'
import { addBusiness, testImei } from '../support/database/tenant-fixture.js'
import { problems } from './support/accessible.js'
import { addPerson, signIn, type Credentials } from './support/people.js'
import { test } from './support/test.js'

const FLEET = 4_000

test.describe('the table of entities', { tag: '@browser' }, () => {
  let product: Product
  let dealer: Credentials
  let colleague: Credentials

  test.beforeAll(async ({ product: shared }) => {
    test.setTimeout(120_000)
    product = shared
    const business = await addBusiness(product.pool, 'Domstad Mobiliteit')
    dealer = await addPerson(product, { email: 'dealer@domstad.example', role: 'dealer', businessId: business })
    colleague = await addPerson(product, { email: 'colleague@domstad.example', role: 'dealer', businessId: business })
    await addFleet(business)
  })

  test('T-05 a dealer finds, orders and narrows 4 000 bikes, sends the view to a colleague, and takes it along as CSV', async ({
    browser,
    page,
  }) => {
    await signIn(page, product, dealer, '/entities')
    await expect(page.getByText('1–15 of 4,000')).toBeVisible()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('button', { name: 'Brand', exact: true }).click()
    await page.getByLabel('Brand contains').fill('gazelle')
    await page.getByLabel('Brand contains').press('Enter')
    await expect(page.getByText('1–15 of 2,000')).toBeVisible()
    await expect(page.getByRole('row').nth(1)).toContainText('Bike 0002')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'IMEI' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('columnheader', { name: 'IMEI' })).toHaveCount(0)
    const seen = await view(page)

    const other = await browser.newContext()
    const theirs = await other.newPage()
    await signIn(theirs, product, colleague, new URL(page.url()).pathname + new URL(page.url()).search)
    await expect(theirs.getByText('1–15 of 2,000')).toBeVisible()
    expect(await view(theirs)).toEqual(seen)
    await other.close()

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const lines = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(2_001)
    expect(lines[0]).toMatch(/^\uFEFFName,Type,Model,Tags,"?Odometer, km"?,Last seen \(Europe\/Berlin\),Status$/)
    expect(lines[1]).toMatch(/^Bike 0002,/)

    await page.getByRole('grid').getByRole('row').nth(1).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(page.getByText('2 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Select all 2,000' }).click()
    await expect(page.getByText('2,000 selected')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: /^Bike/ })).toBeVisible()
    await expect(page).toHaveURL(/[?&]entity=\d+/)
    await page.keyboard.press('Escape')
    await expect(page).not.toHaveURL(/[?&]entity=\d+/)
  })

  test('T-05 no column is cut from 1440 to 1024 px, and the panel of a vehicle stands beside the list', async ({ page }) => {
    await signIn(
      page,
      product,
      dealer,
      '/entities?cols=name,vehicle_type,model,tags,brand,imei,odo,business_name,last_seen,state',
    )
    for (const width of [1440, 1280, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => page.getByRole('grid').evaluate(lacking), { message: `${width} px` }).toBe(0)
      await expect(page.getByRole('columnheader', { name: 'Status' })).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('row').nth(1)).toContainText(width === 1024 ? /Tags.*Batavus|Batavus.*Tags/ : 'Batavus')
      await expect.poll(() => page.getByRole('group', { name: 'Filters' }).evaluate(heightOf)).toBeLessThanOrEqual(40)
    }
    await page.getByRole('row').nth(3).click()
    const panel = page.getByRole('dialog', { name: 'Bike 0003' })
    await expect(panel).toBeVisible()
    const [list, beside] = [await page.getByRole('grid').boundingBox(), await panel.boundingBox()]
    expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0)
    await page.keyboard.press('j')
    await expect(page.getByRole('dialog', { name: 'Bike 0004' })).toBeVisible()
    await page.keyboard.press('x')
    await expect(page.getByText('1 selected')).toBeVisible()
    await page.getByRole('grid').getByRole('row').last().scrollIntoViewIfNeeded()
    expect(await page.getByRole('columnheader', { name: 'Name' }).evaluate(groundOf)).not.toMatch(/, 0\)$|transparent/)
  })

  for (const theme of ['light', 'dark'] as const)
    test(`has no serious accessibility problem at 1440 and as cards at 390 px, ${theme}`, async ({ browser }, info) => {
      const context = await browser.newContext({ colorScheme: theme })
      const page = await context.newPage()
      await signIn(page, product, dealer, '/entities?f.brand=gazelle&f.state=moving%2Cidle')
      await expect(page.getByRole('grid')).toBeVisible()
      await page
        .getByRole('checkbox', { name: /^Select Bike/ })
        .nth(2)
        .check()
      expect(await problems(page)).toEqual([])
      await page.screenshot({ path: info.outputPath(`entities-1440-${theme}.png`) })
      await page.getByRole('button', { name: 'Clear selection' }).click()
      await page.setViewportSize({ width: 390, height: 844 })
      await expect(page.getByRole('grid')).toHaveCount(0)
      await expect(page.getByRole('listitem').filter({ hasText: 'Bike' })).toHaveCount(15)
      expect(await problems(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      await page.screenshot({ path: info.outputPath(`entities-390-${theme}.png`) })
      await context.close()
    })

  /** Returns by how much the table is wider than its container. */
  const lacking = (grid: Element) => (grid.parentElement?.scrollWidth ?? 0) - (grid.parentElement?.clientWidth ?? 0)
  const heightOf = (element: Element) => element.clientHeight
  const groundOf = (element: Element) => getComputedStyle(element).backgroundColor

  /** Returns heads and rows as shown on the page. */
  const view = async (page: Page) => ({
    heads: await page.getByRole('columnheader').allInnerTexts(),
    names: await page.getByRole('grid').getByRole('link').allInnerTexts(),
  })

  /** Adds bikes of two brands. Each third one moves, each fifth one is silent. */
  const addFleet = (business: number) =>
    product.pool.query(
      `WITH numbers AS (SELECT n, $2::text[] AS imeis FROM generate_series(1, $3) n),
       entity AS (
         INSERT INTO entities (business_id, name, frame_number, vehicle_type, brand, model)
         SELECT $1, 'Bike ' || lpad(n::text, 4, '0'), 'UA24-' || n, 'eCargoBike', CASE WHEN n % 2 = 0 THEN 'Gazelle' ELSE 'Batavus' END, 'Cargo L'
         FROM numbers RETURNING id, right(name, 4)::int AS n
       ), device AS (
         INSERT INTO devices (business_id, imei, model) SELECT $1, imeis[n], 'TFT100' FROM numbers RETURNING id, imei
       ), pair AS (
         SELECT entity.id AS entity_id, device.id AS device_id, entity.n, device.imei FROM entity JOIN device ON device.imei = ($2::text[])[entity.n]
       ), installation AS (
         INSERT INTO installations (device_id, entity_id, business_id, installed_at)
         SELECT device_id, entity_id, $1, now() - interval '30 days' FROM pair
       )
       INSERT INTO device_states (device_id, imei, revision, entity_id, business_id, last_received_at, last_positioned_at,
         valid_positioned_at, latitude, longitude, speed_kph, heading, moving, last_activity_at, odometer_m)
       SELECT device_id, imei, 1, entity_id, $1, seen, seen, seen, 521000000, 51200000, 18, 90, n % 3 = 0, seen, n * 1000
       FROM pair, LATERAL (SELECT now() - CASE WHEN n % 5 = 0 THEN interval '3 days' ELSE n * interval '1 second' END AS seen) t`,
      [business, Array.from({ length: FLEET }, (_, at) => testImei(at + 1)), FLEET],
    )
})
