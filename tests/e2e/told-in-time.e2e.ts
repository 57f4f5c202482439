import { readFileSync } from 'node:fs'
import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { FixValidity, type Fix } from '@roadbook/contracts'
import { SimulatedTracker } from '@roadbook/testing'
import { addBusiness, addVehicle, testImei } from '../support/database/tenant-fixture.js'
import type { Product } from '../support/product.js'
import { holdsInEveryLook } from './support/accessible.js'
import { addPerson, enter, type Credentials } from './support/people.js'
import { test } from './support/test.js'

const LANGUAGES = ['nl', 'en', 'de', 'fr'] as const
type Language = (typeof LANGUAGES)[number]

/** Input device: a mouse with a desktop screen, or a phone. */
const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const
type Device = keyof typeof DEVICES

/** Place of each fleet. */
const YARD = { latitude: 47.141, longitude: 9.521 }
/** Degrees of latitude per metre. */
const METRE = 1 / 111_195

/** Place exported by another system: the town, as an area. */
const TOWN = JSON.stringify({
  type: 'Feature',
  properties: { name: 'Vaduz' },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [9.5, 47.12],
        [9.54, 47.12],
        [9.54, 47.16],
        [9.5, 47.16],
        [9.5, 47.12],
      ],
    ],
  },
})

interface Walker {
  language: Language
  imei: string
  vehicle: string
  manager: Credentials
}

test.describe('a manager who wants to know when a bike leaves the yard', { tag: '@browser' }, () => {
  let product: Product
  const walkers = new Map<string, Walker>()

  test.beforeAll(async ({ product: shared }) => {
    test.setTimeout(180_000)
    product = shared
    for (const language of LANGUAGES) {
      for (const device of Object.keys(DEVICES)) {
        const nth = walkers.size
        const business = await addBusiness(product.pool, `Velo Vaduz ${nth}`)
        const email = `${language}-${device}@velo-vaduz.example`
        const manager = await addPerson(product, { email, role: 'manager', businessId: business, firstName: 'Marit' })
        await product.pool.query('UPDATE users SET locale = $1 WHERE email = $2', [language, email])
        const [vehicle, imei] = [`Cargo 8${nth}`, testImei(8_100 + nth)]
        await addVehicle(product.pool, { businessId: business, name: vehicle, imei })
        walkers.set(`${language}-${device}`, { language, imei, vehicle, manager })
      }
    }
  })

  for (const language of LANGUAGES)
    for (const device of Object.keys(DEVICES) as Device[])
      test(`draws it, brings the town from a file, and is told by inbox and mail, in ${language}, at a ${device}`, async ({
        browser,
      }) => {
        test.setTimeout(180_000)
        const walker = walkers.get(`${language}-${device}`)!
        const tracker = new SimulatedTracker({ imei: walker.imei, host: '127.0.0.1', port: product.teltonikaPort })
        tracker.start()
        const page = await openAs(browser, device, walker)
        try {
          await report(tracker, 0)
          await expect(page.getByRole('button', { name: new RegExp(`^${walker.vehicle},`) })).toBeVisible()
          // The vehicle is in the list before it has a position.
          await expect.poll(() => isSomewhere(walker)).toBe(true)
          const yard = await drawsTheYard(page, walker, device)
          await bringsTheTown(page, walker)
          await makesARule(page, walker, yard)
          await leavesTheYard(page, walker, { tracker, yard })
        } finally {
          tracker.stop()
          await page.context().close()
        }
      })

  test('has no serious accessibility problem on geofences, rules, alerts and their forms, wide, on a phone, light and dark', async ({
    page,
  }, info) => {
    test.setTimeout(300_000)
    const { manager } = walkers.get('de-desktop')!
    await page.goto(product.portalUrl)
    await enter(page, manager)
    const screens = {
      geofences: '/geofences',
      'geofence-new': '/geofences?dialog=create:geofence',
      rules: '/alert-rules',
      'rule-new': '/alert-rules?dialog=create:rule',
      alerts: '/alerts',
    }
    for (const [name, address] of Object.entries(screens)) {
      await page.goto(`${product.portalUrl}${address}`)
      await page.locator('h1, h2').first().waitFor()
      await holdsInEveryLook(page, name, info)
    }
  })

  async function openAs(browser: Browser, device: Device, { language, manager }: Walker): Promise<Page> {
    const context = await browser.newContext({ ...DEVICES[device], locale: language, timezoneId: 'Europe/Berlin' })
    const page = await context.newPage()
    await page.goto(`${product.portalUrl}/map`)
    await enter(page, manager)
    await page.locator(`html:lang(${language}) main`).waitFor()
    return page
  }

  /**
   * Draws the yard.
   * @returns its name
   */
  async function drawsTheYard(page: Page, { language }: Walker, device: Device): Promise<string> {
    const say = textsOf(language, 'geofences')
    await page.goto(`${product.portalUrl}/geofences`)
    await page.getByRole('button', { name: say('new') }).click()
    const form = page.getByRole('dialog', { name: say('form.newTitle') })
    await form.getByLabel(say('form.name')).fill('Hof')
    const map = form.getByRole('region', { name: say('form.map') })
    await pressMap(page, map, device)
    const points = form.getByLabel(say('form.points'))
    await expect(points).not.toHaveValue('')
    // The map opened at the fleet.
    expect(distanceM(await points.inputValue())).toBeLessThan(150)
    await form.getByLabel(say('form.reach')).fill('400')
    await form.getByRole('button', { name: say('form.save') }).click()
    await expect(page.getByText(filled(say('done.save'), { name: 'Hof' }))).toBeVisible()

    await page.getByText('Hof', { exact: true }).first().click()
    const edit = page.getByRole('dialog', { name: say('form.editTitle') })
    await edit.getByLabel(say('form.name')).fill('Hof Vaduz')
    const reach = edit.getByLabel(say('form.reach'))
    await expect(reach).toHaveValue('400')
    // The second handle is the hollow one, east of the centre.
    await dragFrom(page, edit.locator('.leaflet-marker-icon').nth(1), device)
    await expect.poll(async () => Number(await reach.inputValue())).toBeLessThan(390)
    await reach.fill('300')
    await edit.getByRole('button', { name: say('form.save') }).click()
    await expect(page.getByText(filled(say('done.save'), { name: 'Hof Vaduz' }))).toBeVisible()
    await expect(page.getByText('300 m')).toBeVisible()
    return 'Hof Vaduz'
  }

  async function bringsTheTown(page: Page, { language }: Walker): Promise<void> {
    const say = textsOf(language, 'geofences')
    await page.getByRole('button', { name: say('import.begin') }).click()
    const dialog = page.getByRole('dialog', { name: say('import.title') })
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'town.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(TOWN) })
    await dialog.getByRole('button', { name: filled(say('import.act_one'), { shown: '1' }) }).click()
    await expect(page.getByText(filled(say('import.done_one'), { shown: '1' }))).toBeVisible()
    await expect(page.getByText('Vaduz', { exact: true })).toBeVisible()
  }

  async function makesARule(page: Page, { language }: Walker, yard: string): Promise<void> {
    const say = textsOf(language, 'alert-rules')
    await page.goto(`${product.portalUrl}/alert-rules`)
    await page.getByRole('button', { name: say('new') }).click()
    const form = page.getByRole('dialog', { name: say('form.newTitle') })
    await form.getByLabel(say('form.name')).fill('Weg vom Hof')
    await choose(page, form.getByLabel(say('form.kind')), say('kinds.exit'))
    await choose(page, form.getByLabel(say('form.geofence_ids')), yard)
    await page.keyboard.press('Escape')
    await choose(page, form.getByLabel(say('form.tell_mail')), say('mails.each'))
    await form.getByRole('button', { name: say('form.save') }).click()
    await expect(page.getByText(filled(say('done.save'), { name: 'Weg vom Hof' }))).toBeVisible()
  }

  async function leavesTheYard(
    page: Page,
    { language, manager, vehicle }: Walker,
    { tracker, yard }: { tracker: SimulatedTracker; yard: string },
  ): Promise<void> {
    const say = textsOf(language, 'alerts')
    // At a possible speed, and longer than the form's minute. A tracker's clock may be some minutes ahead.
    await report(tracker, 20)
    await report(tracker, 900, 180)
    await report(tracker, 905, 250)
    await page.goto(`${product.portalUrl}/alerts`)
    // An open list polls every half minute.
    await expect(page.getByText(vehicle).first()).toBeVisible({ timeout: 90_000 })
    await expect(page.getByText(say('kinds.exit')).first()).toBeVisible()
    await expect(page.getByText(yard).first()).toBeVisible()
    await seesToIt(page, say)
    await expect.poll(() => mailsTo(manager), { timeout: 60_000 }).toHaveLength(1)
    const [mail = ''] = await mailsTo(manager)
    for (const word of [vehicle, yard]) expect(mail).toContain(word)
  }

  /** Acknowledges the only alert with a note. */
  async function seesToIt(page: Page, say: (path: string) => string): Promise<void> {
    await page
      .getByRole('button', { name: /Cargo 8.*Weg vom Hof/ })
      .last()
      .click()
    await page.getByRole('menuitem', { name: say('actions.note') }).click()
    await page.getByRole('dialog').getByLabel(say('columns.note')).fill('Probefahrt')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('actions.acknowledge') })
      .click()
    await expect(page.getByText(say('states.acknowledged')).first()).toBeVisible()
  }

  async function isSomewhere({ imei }: Walker): Promise<boolean> {
    const { rowCount } = await product.pool.query('SELECT FROM device_states WHERE imei = $1 AND latitude IS NOT NULL', [imei])
    return rowCount === 1
  }

  /** Returns a person's mails as text. */
  async function mailsTo({ email }: Credentials): Promise<string[]> {
    const { rows } = await product.pool.query<{ raw: Buffer }>(
      'SELECT raw FROM mailbox.mails WHERE $1 = ANY (envelope_to) ORDER BY id',
      [email],
    )
    return Promise.all(rows.map(async ({ raw }) => (await PostalMime.parse(raw)).text ?? ''))
  }
})

/** Reports a position that many metres north of the yard, now or some seconds later. */
async function report(tracker: SimulatedTracker, metres: number, afterS = 0): Promise<void> {
  const fix: Fix = {
    positionedAt: Date.now() + afterS * 1_000,
    validity: FixValidity.valid,
    altitudeM: 460,
    heading: 0,
    speedKph: 14,
    satellites: 11,
    latitude: YARD.latitude + metres * METRE,
    longitude: YARD.longitude,
    ignition: true,
  }
  tracker.report(fix)
  await tracker.flush()
}

/** Clicks or taps the centre of a map. */
async function pressMap(page: Page, map: Locator, device: Device): Promise<void> {
  await map.scrollIntoViewIfNeeded()
  const box = await map.boundingBox()
  if (!box) throw new Error('the map is not on the page')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  if (device === 'phone') await page.touchscreen.tap(x, y)
  else await page.mouse.click(x, y)
}

/** Drags an element some pixels to the left, by mouse or finger. */
async function dragFrom(page: Page, handle: Locator, device: Device): Promise<void> {
  const box = await handle.boundingBox()
  if (!box) throw new Error('there is nothing to drag')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const way = [1, 2, 3, 4].map((step) => ({ x: x - step * 8, y }))
  if (device === 'desktop') {
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (const at of way) await page.mouse.move(at.x, at.y)
    await page.mouse.up()
    return
  }
  // Playwright's own touchscreen only taps.
  const finger = await page.context().newCDPSession(page)
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  for (const at of way) await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Returns the distance in metres from the yard to the coordinates in a field. */
function distanceM(text: string): number {
  const [latitude = 0, longitude = 0] = text.split(/[,\s]+/).map(Number)
  const north = (latitude - YARD.latitude) / METRE
  const east = ((longitude - YARD.longitude) / METRE) * Math.cos((YARD.latitude * Math.PI) / 180)
  return Math.hypot(north, east)
}

async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Returns the portal's own texts of a language, because the test navigates by them. */
function textsOf(language: Language, file: string): (path: string) => string {
  const address = new URL(`../../apps/portal/src/i18n/locales/${language}/${file}.json`, import.meta.url)
  const all: unknown = JSON.parse(readFileSync(address, 'utf8'))
  return (path) => path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], all) as string
}

const filled = (text: string, values: Record<string, string>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
