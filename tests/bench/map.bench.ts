// T-03: measures the map in a real browser that is slowed down four times. Pans the map of a fleet of 10 000 vehicles with
// fifty updates per second, and in the same run a map of the same area with only two vehicles. Reports for the large fleet:
// - the time from the arrival of the fleet's data until the fleet is usable
// - the time from an update until the update is visible
// - the growth of the page's memory over ten minutes (MAP_MINUTES sets another number)
// - the main-thread time for a view of dense streets that was not shown before, without the time of the drawing worker
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { createAccount } from '@roadbook/identity/accounts'
import { findProtocol } from '@roadbook/protocols'
import { aFix } from '@roadbook/testing'
import { addBusiness, addUser, testImei } from '../support/database/tenant-fixture.ts'
import { startProduct } from '../support/product.ts'
import { percentile } from './support/ratio.ts'

const VEHICLES = 10_000
/** Number of vehicles that report. Each reports every ten seconds, so the map gets fifty updates per second. */
const SPEAKING = 500
const PAUSE_MS = 10_000
const SLOWED = 4
const MINUTES = Number(process.env.MAP_MINUTES ?? 10)
const ROUNDS = 3
const PAN_STEPS = 240
/** Number of zoom steps from the view of the whole fleet to the view that is panned. */
const NEARER = 2
/** Centre of the view of dense streets: Vaduz and Schaan. */
const DENSE = { latitude: 47.152, longitude: 9.514 }
const VIEW = { width: 1440, height: 900 }
const PASSWORD = 'Correct-horse-battery-1!'
const { tracker } = findProtocol('teltonika')!

const product = await startProduct()
const sockets: Socket[] = []
let browser: Browser | undefined
try {
  const fleet = await fill(
    'Large Fleet BV',
    Array.from({ length: VEHICLES }, (_, nth) => somewhere(nth)),
  )
  // The two vehicles stand at the corners of the large fleet's area, so that both maps show the same streets.
  await fill('Empty Fleet BV', [corner(0), corner(1)])
  const single = await fill('One Bike BV', [DENSE])
  for (let nth = 0; nth < SPEAKING; nth++) await speak(fleet.imeis[nth * (VEHICLES / SPEAKING)]!, nth)
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update'],
  })
  const viewport = await viewportCost(browser)
  const [empty, full] = [await open(browser, 'empty'), await open(browser, 'large')]
  for (const { page } of [empty, full]) await nearer(page)
  const rates: { empty: number; full: number }[] = []
  for (let round = 0; round < ROUNDS; round++) rates.push({ empty: await panned(empty), full: await panned(full) })
  const [limit, system] = [
    percentile(
      rates.map((rate) => rate.empty),
      0.5,
    ),
    percentile(
      rates.map((rate) => rate.full),
      0.5,
    ),
  ]
  await empty.page.context().close()
  const seen = await seenAfter(browser, single.imeis[0]!)
  const memory = await memoryOver(full, MINUTES)
  console.log(
    JSON.stringify({
      bench: 'map',
      system: Math.round(system),
      limit: Math.round(limit),
      ratio: Number((system / limit).toFixed(2)),
      unit: 'frames/s panning, median',
      usableMs: Math.round(full.usableMs),
      seenMs: Math.round(seen),
      viewportMs: viewport,
      ...memory,
      vehicles: VEHICLES,
      updatesPerSecond: (SPEAKING / PAUSE_MS) * 1_000,
      slowed: SLOWED,
    }),
  )
} finally {
  await browser?.close()
  for (const socket of sockets) socket.destroy()
  await product.stop()
}

interface Place {
  latitude: number
  longitude: number
}

function corner(part: number): Place {
  return { latitude: 47.05 + part * 0.22, longitude: 9.47 + part * 0.11 }
}
/** Returns a place between the corners, the same in each run. */
function somewhere(nth: number): Place {
  if (nth < 2) return corner(nth)
  return { latitude: 47.05 + ((nth * 7_919) % 22_000) / 100_000, longitude: 9.47 + ((nth * 10_473) % 11_000) / 100_000 }
}

function tenMillionths(degrees: number): number {
  return Math.round(degrees * 1e7)
}

/** Adds a business with a manager `<first word>@map.example` and a vehicle at each of these places. */
async function fill(name: string, places: readonly Place[]): Promise<{ imeis: string[] }> {
  const businessId = await addBusiness(product.pool, name)
  const email = `${name.split(' ')[0]!.toLowerCase()}@map.example`
  await addUser(product.pool, { email, role: 'manager', businessId })
  await createAccount(product.pool, { email, password: PASSWORD, mustChangePassword: false, name })
  const imeis = places.map((_, nth) => testImei(businessId * 20_000 + nth))
  await product.pool.query(
    `WITH new AS (SELECT imei, nth, 'Bike ' || nth AS name, latitude, longitude
       FROM unnest($2::text[], $3::int[], $4::int[]) WITH ORDINALITY AS listed (imei, latitude, longitude, nth)),
       entity AS (INSERT INTO entities (business_id, name, vehicle_type) SELECT $1, name, 'eBike' FROM new RETURNING id, name),
       device AS (INSERT INTO devices (business_id, imei) SELECT $1, imei FROM new RETURNING id, imei),
       installed AS (INSERT INTO installations (device_id, entity_id, business_id, installed_at)
         SELECT device.id, entity.id, $1, now() - interval '400 days' FROM new JOIN entity USING (name) JOIN device USING (imei))
     INSERT INTO device_states (device_id, imei, revision, entity_id, business_id, last_received_at, last_positioned_at,
       valid_positioned_at, last_activity_at, latitude, longitude, speed_kph, heading, moving)
     SELECT device.id, imei, 1, entity.id, $1, now(), now(), now(), now(), latitude, longitude, 12, nth * 37 % 360, nth % 3 = 0
     FROM new JOIN entity USING (name) JOIN device USING (imei)`,
    [
      businessId,
      imeis,
      places.map(({ latitude }) => tenMillionths(latitude)),
      places.map(({ longitude }) => tenMillionths(longitude)),
    ],
  )
  return { imeis }
}

/** Runs a moving tracker that reports every ten seconds. */
async function speak(imei: string, nth: number): Promise<void> {
  const socket = await logIn(imei)
  let ridden = 0
  const send = () => {
    if (socket.destroyed) return
    ridden += 1
    const { latitude, longitude } = somewhere(nth * (VEHICLES / SPEAKING))
    const place = { latitude: latitude + 0.0004 * Math.sin(ridden), longitude: longitude + 0.0004 * Math.cos(ridden) }
    socket.write(tracker!.packet(imei, [aFix({ positionedAt: Date.now(), ...place, speedKph: 16 })]))
    setTimeout(send, PAUSE_MS)
  }
  setTimeout(send, Math.random() * PAUSE_MS)
}

async function logIn(imei: string): Promise<Socket> {
  const socket = connect({ port: product.teltonikaPort, host: '127.0.0.1', noDelay: true })
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write(tracker!.login!(imei))
  await once(socket, 'data')
  socket.resume()
  return socket
}

interface Opened {
  page: Page
  cdp: CDPSession
  /** Time from the last byte of the vehicles' data until they are counted and drawn, milliseconds. */
  usableMs: number
}

/** Signs in, slows the page down, and opens its map. */
async function open(browser: Browser, who: string): Promise<Opened> {
  const context = await browser.newContext({ viewport: VIEW, locale: 'en-GB', reducedMotion: 'no-preference' })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await page.goto(`${product.portalUrl}/users`)
  await page.getByLabel('E-mail').fill(`${who}@map.example`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${product.portalUrl}/users`)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  const answer = page.waitForResponse(/\/api\/v1\/map\/markers/)
  await page.goto(`${product.portalUrl}/map`)
  await (await answer).finished()
  const began = performance.now()
  await page.waitForFunction(isDrawn)
  const usableMs = performance.now() - began
  await page.waitForFunction(hasItsTiles)
  return { page, cdp, usableMs }
}

/** Returns true if vehicles are drawn on their canvas. Runs in the page. */
function isDrawn(): boolean {
  const canvas = document.querySelector<HTMLCanvasElement>('.leaflet-markers-pane canvas')
  const picture = canvas?.width ? canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data : undefined
  return picture?.some((value) => value > 0) ?? false
}

/** Returns true if every tile of the view is painted. Runs in the page. */
function hasItsTiles(): boolean {
  const tiles = [...document.querySelectorAll('canvas.leaflet-tile')]
  return tiles.length > 0 && tiles.every((tile) => tile.classList.contains('leaflet-tile-loaded'))
}

async function nearer(page: Page, steps = NEARER): Promise<void> {
  for (let step = 0; step < steps; step++) {
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await wait(800)
    await page.waitForFunction(hasItsTiles)
  }
}

/** Drags the map back and forth. Returns the frames per second, computed from the median duration of a frame. */
async function panned({ page }: Opened): Promise<number> {
  await page.bringToFront()
  await page.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    const count = (now: number) => {
      frames.push(now - last)
      last = now
      if (document.body.dataset.counting) requestAnimationFrame(count)
    }
    Object.assign(window, { frames })
    document.body.dataset.counting = 'yes'
    requestAnimationFrame(count)
  })
  await page.mouse.move(VIEW.width / 2, VIEW.height / 2)
  await page.mouse.down()
  for (let step = 1; step <= PAN_STEPS; step++) {
    const part = (step / PAN_STEPS) * 4 * Math.PI
    await page.mouse.move(VIEW.width / 2 + 450 * Math.sin(part), VIEW.height / 2 + 200 * Math.sin(part / 2))
    await wait(12)
  }
  await page.mouse.up()
  const frames = await page.evaluate(() => {
    delete document.body.dataset.counting
    return (window as unknown as { frames: number[] }).frames
  })
  return 1_000 / percentile(frames.slice(2), 0.5)
}

/** Returns the median of ten times from a tracker's write until the page shows its speed, milliseconds. */
async function seenAfter(browser: Browser, imei: string): Promise<number> {
  const { page } = await open(browser, 'one')
  const socket = await logIn(imei)
  await page.goto(`${product.portalUrl}/map/${imei}`)
  const times: number[] = []
  for (let round = 0; round < 10; round++) {
    const speedKph = 21 + round
    const began = performance.now()
    socket.write(tracker!.packet(imei, [aFix({ positionedAt: Date.now(), ...DENSE, speedKph })]))
    await page
      .getByText(new RegExp(`\\b${speedKph}\\s*km/h`))
      .first()
      .waitFor()
    times.push(performance.now() - began)
    await wait(1_500)
  }
  await page.context().close()
  return percentile(times, 0.5)
}

/** Returns the memory of the page's own objects after the first minute and after the last minute, in MB. */
async function memoryOver({ page, cdp }: Opened, minutes: number) {
  await page.bringToFront()
  const used = async () => {
    await cdp.send('HeapProfiler.collectGarbage')
    const { usedSize } = await cdp.send('Runtime.getHeapUsage')
    return Number((usedSize / 2 ** 20).toFixed(1))
  }
  await wait(Math.min(minutes, 1) * 60_000)
  const firstMb = await used()
  await wait(Math.max(0, minutes - 1) * 60_000)
  return { firstMb, lastMb: await used(), minutes }
}

/** Returns the main-thread time until the next view of streets, one screen to the north, is painted, in milliseconds by zoom. */
async function viewportCost(browser: Browser): Promise<Record<string, number>> {
  const { page, cdp } = await open(browser, 'one')
  // Measures only the time in which this thread ran, including the slow-down. Other work on the machine does not count.
  await cdp.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' })
  await cdp.send('Performance.enable')
  const busy = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000
  }
  for (let step = 0; step < 2; step++) await page.getByRole('button', { name: 'Zoom out' }).click()
  const costs: Record<string, number> = {}
  for (let zoom = 14; zoom <= 17; zoom++) {
    await page.waitForFunction(hasItsTiles)
    await wait(1_500)
    await page.mouse.move(VIEW.width / 2, 120)
    await page.mouse.down()
    await page.mouse.move(VIEW.width / 2, VIEW.height - 60)
    // Waits before the end of the drag, because the map would otherwise continue to move by inertia.
    await wait(400)
    const before = await busy()
    const began = performance.now()
    await page.mouse.up()
    await page.waitForFunction(hasItsTiles, undefined, { polling: 200 })
    await wait(1_000)
    const [spent, lasted] = [(await busy()) - before, performance.now() - began]
    const idleBefore = await busy()
    await wait(lasted)
    costs[`z${zoom}`] = Math.max(0, Math.round(spent - (await busy()) + idleBefore))
    await nearer(page, 1)
  }
  await page.context().close()
  return costs
}
