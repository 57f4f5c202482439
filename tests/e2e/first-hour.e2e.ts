import { expect, type Locator, type Page } from '@playwright/test'
import { FixValidity, type Fix } from '@roadbook/contracts'
import { SimulatedTracker } from '@roadbook/testing'
import { sized } from '@roadbook/testing/proof'
import { testImei } from '../support/database/tenant-fixture.js'
import { startProduct, type Product } from '../support/product.js'
import { problems } from './support/accessible.js'
import { setUpSecondStep, trySignIn } from './support/people.js'
import { test } from './support/test.js'

const IMEI = testImei(9_640)
const WITHIN_MS = 5 * 60_000
const person = { first: 'Ines', last: 'Vogt', email: 'ines@radwerk.example', password: 'vier fietsen op een rij' }

test.describe('the first hour of an empty system', () => {
  let product: Product
  let tracker: SimulatedTracker | undefined

  test.beforeAll(async () => {
    test.setTimeout(180_000)
    product = await startProduct()
  })
  test.afterAll(async () => {
    tracker?.stop()
    await product?.stop()
  })

  test('leads its first super admin to a tracker of their own on the map within 300 s, each step ticked by what happened', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await becomeFirstAdmin(page, product)
    const signedIn = Date.now()
    const steps = page.getByRole('region', { name: 'From here to your first tracker on the map' })
    await steps.getByRole('textbox', { name: 'Name of the business' }).fill('Radwerk Freiburg')
    await steps.getByRole('button', { name: 'Create business' }).click()

    const command = steps.getByRole('textbox', { name: 'Command by SMS' })
    await expect(command).toHaveValue(`  setparam 2004:localhost;2005:${product.teltonikaPort};2006:0`)
    await steps.getByRole('button', { name: 'Copy' }).click()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    const [, host = '', port = ''] = /2004:([^;]+);2005:(\d+)/.exec(copied) ?? []
    expect(await problems(page)).toEqual([])

    tracker = new SimulatedTracker({ imei: IMEI, host, port: Number(port), backoff: { firstMs: 500, largestMs: 1_000 } })
    tracker.start()
    await expect(steps.getByText(/^Teltonika · /)).toBeVisible()
    await steps.getByRole('button', { name: /^Register/ }).click()

    await choose(page, steps.getByRole('combobox', { name: 'Brand' }), 'Gazelle')
    await steps.getByRole('button', { name: 'Install device' }).click()

    await expect(current(steps)).toContainText('Watch the vehicle move')
    let at = 0
    await expect(async () => {
      tracker?.report(fix(Date.now(), at++))
      await tracker?.flush()
      expect(await current(steps).textContent()).toContain('Invite a colleague')
    }).toPass({ intervals: [500], timeout: 60_000 })
    await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Map' }).click()
    await expect(page.getByRole('button', { name: new RegExp(`^Vehicle ${IMEI.slice(-6)},`) })).toBeVisible()
    const tookMs = Date.now() - signedIn
    const description = `${(tookMs / 1_000).toFixed(1)} s`
    test.info().annotations.push({ type: 'from sign-in to the first own tracker on the map', description })
    expect(tookMs).toBeLessThan(sized('browser', Infinity, WITHIN_MS))

    await product.pool.query(
      `INSERT INTO users (role_id, business_id, email, first_name, last_name)
       SELECT r.id, b.id, 'jan@radwerk.example', 'Jan', 'Smit' FROM roles r, businesses b WHERE r.key = 'manager'`,
    )
    await page.goto(product.portalUrl)
    await expect(page.getByText('Fleet now')).toBeVisible()
    await expect(steps).toHaveCount(0)
  })
})

/** Becomes the first super admin by the link in the product's output. A super admin also needs an authenticator app. */
async function becomeFirstAdmin(page: Page, { said, portalUrl }: Product): Promise<void> {
  const link = /https?:\S+\/setup\S*/.exec(said.join('\n'))?.[0]
  await page.goto(link ?? 'about:blank')
  await page.getByLabel('First name').fill(person.first)
  await page.getByLabel('Last name').fill(person.last)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel(/^Password/).fill(person.password)
  const go = page.locator('button.primary')
  await go.click()
  await expect(go).toHaveCount(0)
  await page.goto(portalUrl)
  await trySignIn(page, person)
  await setUpSecondStep(page)
}

/** Returns the one open step. */
const current = (steps: Locator) => steps.locator('[aria-current=step]')

async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Returns a fix on the way north along one street. */
const fix = (positionedAt: number, at: number): Fix => ({
  positionedAt,
  validity: FixValidity.valid,
  latitude: 49.41 + at * 0.000_45,
  longitude: 8.69,
  altitudeM: 112,
  speedKph: 18,
  heading: 0,
  satellites: 11,
  ignition: true,
  externalBatteryMv: 36_400,
})
