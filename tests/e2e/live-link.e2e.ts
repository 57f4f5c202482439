import { expect, type Page, type WebSocketRoute } from '@playwright/test'
import { FixValidity, type LiveServerMessage } from '@roadbook/contracts'
import { SimulatedTracker } from '@roadbook/testing'
import { until } from '@roadbook/testing/until'
import { addBusiness, addVehicle, testImei } from '../support/database/tenant-fixture.js'
import type { Product } from '../support/product.js'
import { addPerson, type Credentials, signIn } from './support/people.js'
import { test } from './support/test.js'

const VEHICLES = 10
const UPDATES_EACH = 10
const CUT_MS = 30_000
const BACK_WITHIN_MS = 5_000
const names = Array.from({ length: VEHICLES }, (_, nth) => `Post ${nth + 1}`)

test.describe('the live link', () => {
  let product: Product
  let business: number
  let manager: Credentials
  const trackers: SimulatedTracker[] = []

  test.beforeAll(async ({ product: shared }) => {
    test.setTimeout(120_000)
    product = shared
    business = await addBusiness(product.pool, 'Post Vaduz')
    manager = await addPerson(product, { email: 'live@post.example', role: 'manager', businessId: business })
    for (const [nth, name] of names.entries()) await join(name, nth)
    await Promise.all(trackers.map((tracker, nth) => say(tracker, nth, 7)))
    // The map's first view shows the vehicles known at that time.
    const seen = `SELECT count(latitude)::int AS count FROM device_states WHERE device_id IN (SELECT id FROM devices WHERE business_id = $1)`
    await until('every vehicle has a place', async () => {
      const { rows } = await product.pool.query<{ count: number }>(seen, [business])
      return rows[0]?.count === VEHICLES
    })
  })
  test.afterAll(() => trackers.forEach((tracker) => tracker.stop()))

  test(
    'T-08 cut for 30 s, it shows all that was missed within 5 s of its return, and neither it nor the page begins anew',
    { tag: '@browser' },
    async ({ page }) => {
      const link = await watchLink(page)
      await signIn(page, product, manager, '/map')
      for (const name of names) await expect(markerOf(page, name)).toContainText('7 km/h')
      await page.evaluate(() => Object.assign(window, { isSamePage: true }))
      const reads: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/v1/map/markers')) reads.push(request.url())
      })

      const heardBefore = link.cut()
      const cutAt = Date.now()
      await expect(page.getByRole('alert').filter({ hasText: "Couldn't connect to live service" })).toBeVisible()
      for (let update = 1; update <= UPDATES_EACH; update += 1)
        await Promise.all(trackers.map((tracker, nth) => say(tracker, nth, 20 + update + nth)))
      await join('Post 11', VEHICLES)
      await say(trackers[VEHICLES]!, VEHICLES, 19)
      // The duration is the promise under test: attempts to reconnect are rarest by then.
      await page.waitForTimeout(Math.max(0, CUT_MS - (Date.now() - cutAt)))
      expect(reads).toEqual([])

      link.mend()
      await expect(async () => {
        for (const [nth, name] of names.entries())
          expect(await markerOf(page, name).textContent()).toMatch(new RegExp(`, ${20 + UPDATES_EACH + nth}\\s*km/h`))
        expect(await markerOf(page, 'Post 11').textContent()).toMatch(/, 19\s*km\/h/)
      }).toPass({ timeout: BACK_WITHIN_MS, intervals: [50] })
      await expect(page.getByRole('alert').filter({ hasText: "Couldn't connect to live service" })).toHaveCount(0)
      expect(link.heard.slice(heardBefore)).not.toContain('snapshot')
      expect(reads.length, 'the newcomer’s name is read').toBeLessThanOrEqual(1)
      expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    },
  )

  test('T-08 what others call a vehicle, and that it is missing, is seen without reading the page again', async ({ page }) => {
    await signIn(page, product, manager, '/map')
    await expect(markerOf(page, 'Post 4')).toBeVisible()
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await product.pool.query("UPDATE entities SET name = 'Paketwagen' WHERE name = 'Post 4' AND business_id = $1", [business])
    await expect(markerOf(page, 'Paketwagen')).toBeVisible()
    await product.pool.query("INSERT INTO missing_cases (entity_id) SELECT id FROM entities WHERE name = 'Paketwagen'")
    await expect(markerOf(page, 'Paketwagen').filter({ hasText: 'Missing' })).toBeVisible()
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  })

  const join = async (name: string, nth: number) => {
    const { imei } = await addVehicle(product.pool, { businessId: business, name, imei: testImei(5_401 + nth) })
    const tracker = new SimulatedTracker({ imei, host: '127.0.0.1', port: product.teltonikaPort })
    trackers.push(tracker)
    tracker.start()
  }

  /** Sends a fix. Each tracker is apart from the others, so that it has its own marker. */
  const say = async (tracker: SimulatedTracker, nth: number, speedKph: number) => {
    const place = { latitude: 47.1 + 0.02 * Math.floor(nth / 4), longitude: 9.5 + 0.02 * (nth % 4) }
    tracker.report({
      ...place,
      positionedAt: Date.now(),
      validity: FixValidity.valid,
      heading: 0,
      altitudeM: 450,
      satellites: 11,
      speedKph,
    })
    await tracker.flush()
  }
})

const markerOf = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name},`) })

/** Relays the live channel to the page and records the types of messages. */
async function watchLink(page: Page) {
  const heard: LiveServerMessage['type'][] = []
  const open = new Set<WebSocketRoute>()
  let isCut = false
  await page.routeWebSocket('**/api/v1/live', (browser) => {
    if (isCut) return void browser.close({ code: 4000 })
    const server = browser.connectToServer()
    for (const end of [browser, server]) open.add(end)
    server.onMessage((message) => {
      heard.push((JSON.parse(String(message)) as LiveServerMessage).type)
      browser.send(message)
    })
  })
  return {
    heard,
    /** Cuts the link. Returns the number of messages until then. */
    cut: () => {
      isCut = true
      for (const end of open) void end.close({ code: 4000 })
      open.clear()
      return heard.length
    },
    mend: () => {
      isCut = false
    },
  }
}
