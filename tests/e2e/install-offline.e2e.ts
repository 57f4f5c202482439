import { expect, type BrowserContext, type Page } from '@playwright/test'
import type { Product } from '../support/product.js'
import { addBusiness, testImei } from '../support/database/tenant-fixture.js'
import { addPerson, signIn, type Credentials } from './support/people.js'
import { test } from './support/test.js'

const IMEIS = [testImei(5_071), testImei(5_072)] as const
const FORM = '/install-devices'
const INSTALL = '**/api/v1/install-devices/install'

/** Returns true for `served` if the service worker serves the page, and the states of the registrations. */
const whatIsKept = async () => {
  const registrations = await navigator.serviceWorker.getRegistrations()
  const states = registrations.map(({ installing, waiting, active }) => (installing ?? waiting ?? active)?.state)
  return { served: navigator.serviceWorker.controller !== null, states }
}

test.describe('an installation without signal', { tag: '@browser' }, () => {
  test.use({ serviceWorkers: 'allow' })

  let product: Product
  let technician: Credentials

  test.beforeAll(async ({ product: shared }) => {
    test.setTimeout(120_000)
    product = shared
    const business = await addBusiness(product.pool, 'Domstad Mobiliteit')
    technician = await addPerson(product, { email: 'tess@domstad.example', role: 'technician', businessId: business })
    await product.pool.query(
      `INSERT INTO devices (business_id, imei, model) SELECT $1, imei, 'FMC920' FROM unnest($2::text[]) imei`,
      [business, IMEIS],
    )
    await product.pool.query(`INSERT INTO tags (business_id, type, name) VALUES ($1, 'brand', 'Gazelle')`, [business])
  })

  test('T-17 is kept over a reload, sent once there is a network, makes exactly one entity, and the technician is told', async ({
    page,
    context,
  }) => {
    await openForm(page)
    // Once with a network, so that the portal and the lists of the form are on the device from then on.
    await page.getByLabel('Brand', { exact: true }).click()
    await expect(page.getByRole('option', { name: 'Gazelle' })).toBeVisible()
    const worker = await page.request.get(`${product.portalUrl}/sw.js`)
    expect(worker.headers()['cache-control']).toBe('no-cache')
    await expect.poll(() => page.evaluate(whatIsKept), { timeout: 60_000 }).toEqual({ served: true, states: ['activated'] })

    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText(/^No connection\. Installations are saved in this browser/)).toBeVisible()
    await page.getByLabel('IMEI', { exact: true }).fill(IMEIS[0])
    await install(page, 'Garage 071')
    await expect(page.getByText('Saved in this browser, will be sent: 1 vehicle.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Saved in this browser, will be sent: 1 vehicle.')).toBeVisible()
    expect(await entitiesOf(IMEIS[0])).toEqual([])

    await context.setOffline(false)
    await expect(page.getByText('Garage 071 was sent and is saved.')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(/Saved in this browser, will be sent/)).toHaveCount(0)
    expect(await entitiesOf(IMEIS[0])).toEqual(['Garage 071'])
    expect(await keptOn(page)).toEqual([])
  })

  test('T-17 sent again after its answer was lost, it is still exactly one entity', async ({ page, context }) => {
    await openForm(page)
    await loseAnswers(context)
    await page.getByLabel('IMEI', { exact: true }).fill(IMEIS[1].slice(-6))
    await page.getByRole('option', { name: /Free/ }).click()
    await install(page, 'Garage 072')
    await expect(page.getByText('Saved in this browser, will be sent: 1 vehicle.')).toBeVisible({ timeout: 30_000 })
    expect(await entitiesOf(IMEIS[1])).toEqual(['Garage 072'])

    await context.unroute(INSTALL)
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('button', { name: 'Send now' }).click()
    await expect(page.getByText('Garage 072 was sent and is saved.')).toBeVisible()
    expect(await entitiesOf(IMEIS[1])).toEqual(['Garage 072'])
    const { rows } = await product.pool.query(`SELECT id FROM entities WHERE name = 'Garage 072'`)
    expect(rows).toHaveLength(1)
  })

  const openForm = async (page: Page) => {
    await signIn(page, product, technician, FORM)
    await expect(page.getByLabel('Name', { exact: true })).toBeVisible({ timeout: 60_000 })
  }

  const install = async (page: Page, name: string) => {
    await page.getByText('Own use').click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Type', { exact: true }).click()
    await page.getByRole('option').first().click()
    await page.getByLabel('Brand', { exact: true }).click()
    await page.getByRole('option', { name: 'Gazelle' }).click()
    await page.getByRole('textbox', { name: 'Frame number' }).fill(`FRAME ${name}`)
    await page.getByRole('button', { name: 'Same as frame number' }).click()
    await page.getByRole('button', { name: 'Install device' }).click()
  }

  /** Lets the server do the work but drops its answer. */
  const loseAnswers = (context: BrowserContext) =>
    context.route(INSTALL, async (route) => {
      await route.fetch()
      await route.abort('connectionfailed')
    })

  const entitiesOf = async (imei: string): Promise<string[]> => {
    const { rows } = await product.pool.query<{ name: string }>(
      `SELECT e.name FROM entities e JOIN installations i ON i.entity_id = e.id JOIN devices d ON d.id = i.device_id
       WHERE d.imei = $1`,
      [imei],
    )
    return rows.map(({ name }) => name)
  }

  /** Returns the data of customers and vehicles that the device still holds. */
  const keptOn = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<unknown[]>((resolve, reject) => {
          const opening = indexedDB.open('roadbook-outbox')
          opening.onerror = () => reject(new Error('the outbox cannot be read'))
          opening.onsuccess = () => {
            const reading = opening.result.transaction('items').objectStore('items').getAll()
            reading.onsuccess = () => resolve(reading.result as unknown[])
          }
        }),
    )
})
