import { expect, type Page } from '@playwright/test'
import { addBusiness } from '../support/database/tenant-fixture.js'
import type { Product } from '../support/product.js'
import { addPerson, signIn, type Credentials } from './support/people.js'
import { test } from './support/test.js'

/** Maximum number of calls. A map that needs more is slow on any network. */
const MOST_CALLS = 8

test.describe('a session, over pages and tabs', () => {
  test.use({ serviceWorkers: 'allow' })

  let product: Product
  let manager: Credentials

  test.beforeAll(async ({ product: shared }) => {
    test.setTimeout(120_000)
    product = shared
    const business = await addBusiness(product.pool, 'Session Mobiliteit')
    manager = await addPerson(product, { email: 'manager@session.example', role: 'manager', businessId: business })
  })

  test('G-01 G-15 goes on after a reload and in a new tab without leaving the portal, keeps no token, and Back is never dead', async ({
    page,
    context,
  }) => {
    await signIn(page, product, manager, '/users')
    await isIn(page)
    const left = addressesOf(page)
    await page.reload()
    await isIn(page)
    expect(new Set(left)).toEqual(new Set([`${product.portalUrl}/users`]))
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toMatch(/eyJ|_token/)

    const second = await context.newPage()
    const leftBySecond = addressesOf(second)
    let calls = 0
    second.on('request', (request) => void (new URL(request.url()).pathname.startsWith('/api/') && calls++))
    await second.goto(`${product.portalUrl}/map`)
    await second.getByText('Moving').first().waitFor()
    expect(calls, 'calls of the API until the map can be used').toBeLessThanOrEqual(MOST_CALLS)
    expect(new Set(leftBySecond)).toEqual(new Set([`${product.portalUrl}/map`]))

    await page.goBack()
    await isIn(page)
  })

  test('G-01 goes on for whoever opens a laptop that slept longer than a token lasts', async ({ page }) => {
    await page.clock.install()
    await signIn(page, product, manager, '/users')
    await isIn(page)
    const left = addressesOf(page)
    const renewed = page.waitForResponse((response) => response.url().endsWith('/token') && response.ok())
    await page.clock.fastForward('02:00:00')
    await renewed
    await page.getByRole('link', { name: 'Tags', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Tags', level: 1 })).toBeVisible()
    await isIn(page)
    expect(left.filter((address) => !address.startsWith(product.portalUrl))).toEqual([])
  })

  test('G-01 ends in every tab when one signs out, and the token of the others is refused at once', async ({ page, context }) => {
    await signIn(page, product, manager, '/users')
    await isIn(page)
    const second = await context.newPage()
    const asked = second.waitForRequest((request) => request.url().includes('/api/v1/auth/user'))
    await second.goto(`${product.portalUrl}/users`)
    await isIn(second)
    const authorization = (await asked).headers().authorization ?? ''
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(second.getByText('You signed out in another tab.')).toBeVisible()
    await expect(page.getByLabel('E-mail')).toBeVisible()
    const answer = await fetch(`${product.portalUrl}/api/v1/auth/user`, { headers: { authorization } })
    expect(answer.status).toBe(401)
  })
})

const isIn = (page: Page) => expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()

/** Records the addresses to which the page itself navigates, without those of its frames. */
function addressesOf(page: Page): string[] {
  const addresses: string[] = []
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && frame.url() !== 'about:blank') addresses.push(frame.url())
  })
  return addresses
}
