// Measures the first view: the time from entering the address to a map with its vehicles. The user is signed in, the browser
// cache is empty, the CPU is slowed down four times, and the network has 1.6 Mbit/s and a latency of 150 ms. The comparison
// is an empty page of the same server in the same run. Also reports the time without these limits, the number of API calls
// until the map is shown, and the size of the JavaScript.
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { createAccount } from '@roadbook/identity/accounts'
import { addBusiness, addUser, addVehicle, testImei } from '../support/database/tenant-fixture.ts'
import { startProduct } from '../support/product.ts'
import { percentile } from './support/ratio.ts'

const VEHICLES = 50
const ROUNDS = 3
const SLOWED = 4
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }
const CREDENTIALS = { email: 'first@view.example', password: 'Correct-horse-battery-1!' }

interface View {
  ms: number
  /** Number of API calls until the page is usable. */
  calls: number
  /** Kilobytes of JavaScript as transferred. */
  scriptKb: number
}

const product = await startProduct()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update'],
})
try {
  await fill()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  await signIn(context)
  const [empty, slow, fast]: [View[], View[], View[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    empty.push(await view(context, '/health/live', true, (page) => page.waitForLoadState('load')))
    slow.push(await view(context, '/map', true, vehiclesOnMap))
    fast.push(await view(context, '/map', false, vehiclesOnMap))
  }
  const middle = (views: readonly View[], of: keyof View) =>
    percentile(
      views.map((one) => one[of]),
      0.5,
    )
  const [system, limit] = [middle(slow, 'ms'), middle(empty, 'ms')]
  console.log(
    JSON.stringify({
      bench: 'first-view',
      system: Math.round(system),
      limit: Math.round(limit),
      ratio: Number((system / limit).toFixed(2)),
      unit: 'ms to the first view',
      usableMs: Math.round(middle(fast, 'ms')),
      calls: middle(slow, 'calls'),
      scriptKb: Math.round(middle(slow, 'scriptKb')),
      vehicles: VEHICLES,
      slowed: SLOWED,
    }),
  )
} finally {
  await browser.close()
  await product.stop()
}

/** Adds a business with a manager and vehicles in Vaduz. */
async function fill(): Promise<void> {
  const businessId = await addBusiness(product.pool, 'First View BV')
  await addUser(product.pool, { email: CREDENTIALS.email, role: 'manager', businessId })
  await createAccount(product.pool, { ...CREDENTIALS, mustChangePassword: false, name: 'First View' })
  for (let nth = 0; nth < VEHICLES; nth++)
    await addVehicle(product.pool, { businessId, name: `Bike ${nth}`, imei: testImei(31_000 + nth), vehicleType: 'eBike' })
  await product.pool.query(
    `INSERT INTO device_states (device_id, imei, revision, entity_id, business_id, last_received_at, last_positioned_at,
       valid_positioned_at, last_activity_at, latitude, longitude, speed_kph, heading, moving)
     SELECT d.id, d.imei, 1, i.entity_id, i.business_id, now(), now(), now(), now(), 471400000 + d.id * 2000, 95150000 + d.id % 7 * 9000,
       12, 90, true
     FROM devices d JOIN installations i ON i.device_id = d.id WHERE d.business_id = $1`,
    [businessId],
  )
}

async function signIn(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto(product.portalUrl)
  await page.getByLabel('E-mail').fill(CREDENTIALS.email)
  await page.getByLabel('Password', { exact: true }).fill(CREDENTIALS.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Log out' }).waitFor()
  await page.close()
}

function vehiclesOnMap(page: Page): Promise<void> {
  return page
    .getByRole('button', { name: /^(Bike \d+,|\d+ vehicles)/ })
    .first()
    .waitFor()
}

/** Measures a page from its address until it is usable, in a new tab. */
async function view(
  context: BrowserContext,
  path: string,
  isSlow: boolean,
  isThere: (page: Page) => Promise<void>,
): Promise<View> {
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true })
  // Without this, the service worker would answer from its cache.
  await devTools.send('Network.setBypassServiceWorker', { bypass: true })
  if (isSlow) {
    await devTools.send('Network.emulateNetworkConditions', NETWORK)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  }
  let [calls, scriptBytes] = [0, 0]
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls++
  })
  devTools.on('Network.responseReceived', ({ requestId, type }) => void (type === 'Script' && scripts.add(requestId)))
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength
  })
  const began = performance.now()
  await page.goto(`${product.portalUrl}${path}`, { waitUntil: 'commit' })
  await isThere(page)
  const ms = performance.now() - began
  await page.close()
  return { ms, calls, scriptKb: scriptBytes / 1_000 }
}
