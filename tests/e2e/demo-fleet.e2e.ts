import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect } from '@playwright/test'
import { startProduct, type Product } from '../support/product.js'
import { problems } from './support/accessible.js'
import { signIn, type Credentials } from './support/people.js'
import { test } from './support/test.js'

const root = path.resolve(import.meta.dirname, '../..')
const THEMES = ['light', 'dark'] as const

test.describe('npm start -- --demo', () => {
  let product: Product
  let accounts: Map<string, Credentials>

  test.beforeAll(async () => {
    test.setTimeout(300_000)
    product = await startProduct({ args: ['--demo'] })
    accounts = new Map(
      product.said.flatMap((line) => {
        const [, role, email, password] = /^ {4}(\S.*?) {2,}(\S+@\S+) +(\S+)$/.exec(line) ?? []
        return role && email && password ? [[role, { email, password }] as const] : []
      }),
    )
  })
  test.afterAll(() => product?.stop())

  test('prints one account for each role, each of which can sign in', async ({ browser }) => {
    expect([...accounts.keys()].sort()).toEqual(['Dealer', 'Manager', 'Reporter', 'Super Admin', 'Technician'])
    for (const credentials of accounts.values()) {
      const context = await browser.newContext()
      const page = await context.newPage()
      await signIn(page, product, credentials)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await context.close()
    }
  })

  test('shows the fleet moving on the map', async ({ page }) => {
    await signIn(page, product, accounts.get('Super Admin') as Credentials, '/map')
    await expect(page.getByRole('button', { name: /^[1-9]\d* Moving/ })).toBeVisible()
    const token = roadbook('token', 'create', '--email', accounts.get('Super Admin')?.email ?? '', '--name', 'test').trim()
    expect(token).toMatch(/^rbk_\S+$/)
    const markers = async () => {
      const answer = await fetch(`${product.portalUrl}/api/v1/map/markers`, { headers: { authorization: `Bearer ${token}` } })
      const { data } = (await answer.json()) as {
        data: { columns: { imei: string[]; latitude: (number | null)[]; moving: boolean[] } }
      }
      return data.columns
    }
    const before = await markers()
    expect(before.imei).toHaveLength(250)
    const row = before.imei.findIndex((_, index) => before.moving[index] && before.latitude[index] !== null)
    await expect.poll(async () => (await markers()).latitude[row], { timeout: 60_000 }).not.toBe(before.latitude[row])
    expect((await fetch(`${product.portalUrl}/api/v1/map/markers`)).status).toBe(401)
  })

  test('draws its map from the first start, and asks no other host for it', async ({ page }) => {
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).hostname))
    await signIn(page, product, accounts.get('Super Admin') as Credentials, '/map')
    await expect(page.locator('canvas.leaflet-tile-loaded').first()).toBeVisible()
    await expect(page.getByRole('link', { name: '© OpenStreetMap contributors' })).toBeVisible()
    expect([...hosts].filter(Boolean)).toEqual(['localhost'])
  })

  for (const theme of THEMES)
    test(`has no serious accessibility problem on sign-in, home and map, ${theme}`, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme: theme })
      const page = await context.newPage()
      await page.goto(product.portalUrl)
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
      expect(await problems(page)).toEqual([])
      await signIn(page, product, accounts.get('Manager') as Credentials)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await problems(page)).toEqual([])
      await page.goto(`${product.portalUrl}/map`)
      await expect(page.getByRole('button', { name: /^[1-9]\d* Moving/ })).toBeVisible()
      expect(await problems(page)).toEqual([])
      await context.close()
    })

  /** The command line of the running product. */
  const roadbook = (...args: string[]): string =>
    execFileSync(path.join(root, 'node_modules/.bin/node'), [path.join(root, 'tools/dist/cli.js'), ...args], {
      encoding: 'utf8',
      env: { ...process.env, ROADBOOK_DATA_DIR: product.dataDirectory },
    })
})
