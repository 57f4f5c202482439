import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Locator } from '@playwright/test'
import { FixValidity, type Fix } from '@roadbook/contracts'
import { SimulatedTracker } from '@roadbook/testing'
import { sized } from '@roadbook/testing/proof'
import { createToken } from '@roadbook/tools/token-create'
import { builtModule, NODE } from '../support/chaos/managed-process.js'
import { twoRides } from '../support/consumer/journeys.js'
import { startKafkaBroker, type KafkaBroker } from '../support/kafka/kafka-broker.js'
import { startProduct, type Product } from '../support/product.js'
import { addBusiness, addVehicle, testImei } from '../support/database/tenant-fixture.js'
import { addPerson, signIn, type Credentials } from './support/people.js'
import { test } from './support/test.js'

const run = promisify(execFile)
const CLI = builtModule('tools/dist/cli.js')
const IMEI = testImei(9_700)
const CANARY = testImei(9_701)
const MANAGER = 'marit@domstad.example'
const logs = process.env.ROADBOOK_WITHOUT_KAFKA ? ['PostgreSQL'] : ['PostgreSQL', 'Kafka']

for (const kind of logs) {
  test.describe(`a tracker's packet, on the log in ${kind}`, { tag: kind === 'Kafka' ? '@kafka' : [] }, () => {
    let broker: KafkaBroker | undefined
    let product: Product
    let manager: Credentials
    let tracker: SimulatedTracker
    /** Start of the ride. Whole minutes, so that the shown times are known. */
    const startAt = Math.floor(Date.now() / 60_000) * 60_000 - 5 * 3_600_000

    const prepare = async (given: Product) => {
      product = given
      const business = await addBusiness(product.pool, 'Domstad Mobiliteit')
      manager = await addPerson(product, {
        email: MANAGER,
        role: 'manager',
        businessId: business,
        firstName: 'Marit',
        lastName: 'de Wolf',
      })
      await addVehicle(product.pool, { businessId: business, name: 'Cargo 042', imei: IMEI, vehicleType: 'eCargoBike' })
      await addVehicle(product.pool, { businessId: business, name: 'Canary', imei: CANARY })
      tracker = new SimulatedTracker({ imei: IMEI, host: '127.0.0.1', port: product.teltonikaPort })
      tracker.start()
    }

    if (kind === 'PostgreSQL') test.beforeAll(({ product: shared }) => prepare(shared))
    else {
      test.beforeAll(async () => {
        broker = await startKafkaBroker()
        await prepare(await startProduct({ eventLog: broker.url }))
      })
      test.afterAll(async () => {
        await product?.stop()
        await broker?.stop()
      })
    }
    test.afterAll(() => tracker?.stop())

    test('R-005 R-024 R-088 R-089 becomes a marker that moves within 2 s, and a finished trip with its times and distance', async ({
      page,
    }) => {
      tracker.report(...twoRides({ startAt, number: 0 }))
      await tracker.flush()
      tracker.report(now({ latitude: 49.41, longitude: 8.69, speedKph: 0 }))
      await tracker.flush()

      await signIn(page, product, manager, `/map/${IMEI}`)
      const drawer = page.getByRole('complementary', { name: 'Vehicle' })
      await expect(drawer.getByRole('heading', { name: 'Cargo 042' })).toBeVisible()

      const marker = page.getByRole('button', { name: /^Cargo 042,/ })
      await expect(marker).toBeVisible()
      const before = await centreOf(marker)
      tracker.report(now({ latitude: 49.411, longitude: 8.69, speedKph: 18 }))
      await expect(async () => {
        expect(await marker.getAttribute('aria-label')).toContain('18')
        expect(before.y - (await centreOf(marker)).y).toBeGreaterThan(5)
      }).toPass({ timeout: sized('browser', 60_000, 2_000), intervals: [50] })

      const time = (minutes: number) =>
        new Date(startAt + minutes * 60_000).toLocaleTimeString('en-GB', {
          hour: '2-digit',
          minute: '2-digit',
          timeZone: 'Europe/Berlin',
        })
      await drawer.getByRole('tab', { name: 'Trips' }).click()
      for (const [start, stop, distance] of [
        [3, 15, '4'],
        [35, 45, '3'],
      ] as const) {
        const trip = drawer
          .getByRole('button')
          .filter({ hasText: time(start) })
          .filter({ hasText: time(stop) })
        await expect(trip).toContainText(new RegExp(`${distance}\\s*km`))
      }
    })

    test('is what a canary sends and sees on the map', async () => {
      const token = await createToken(product.pool, { email: MANAGER, name: 'canary' })
      const gateway = `127.0.0.1:${product.gatewayPort}`
      const args = ['canary', '--once', '--imei', CANARY, '--gateway', gateway, '--portal', product.portalUrl, '--within', '60']
      const { stdout } = await run(NODE, [CLI, ...args], { env: { ...process.env, CANARY_TOKEN: token } })
      expect(stdout).toMatch(/^ok: acknowledged after \d+ ms, on the map after \d+ ms$/m)
    })
  })
}

const centreOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (!box) throw new Error('not on the page')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const now = (given: Partial<Fix>): Fix => ({
  positionedAt: Date.now(),
  validity: FixValidity.valid,
  heading: 0,
  altitudeM: 112,
  satellites: 11,
  ...given,
})
