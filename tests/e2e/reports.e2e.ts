import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { addBusiness, addVehicle, testImei } from '../support/database/tenant-fixture.js'
import type { Product } from '../support/product.js'
import { holdsInEveryLook } from './support/accessible.js'
import { addPerson, signIn, type Credentials } from './support/people.js'
import { test } from './support/test.js'

const VEHICLES = ['Cargo 001', 'Cargo 002', 'Van 3, "spare"']

/** Returns the cells of an English CSV (RFC 4180), without the byte order mark. */
function rowsOf(csv: string): string[][] {
  const lines = csv
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
  return lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    ),
  )
}

/**
 * Returns a file's cell as the screen shows it: durations as hours and minutes, whole kilometres and km/h, a dash for an
 * empty cell.
 */
function onScreen(label: string, cell: string): string {
  if (cell === '') return '—'
  const minutes = Math.round(Number(cell) * 60)
  if (label.endsWith(', h')) return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
  return /, km(\/h)?$/.test(label) ? Number(cell).toFixed(0) : cell
}

test.describe('a reporter’s day', { tag: '@browser' }, () => {
  let product: Product
  let reporter: Credentials
  let entityId: number

  test.beforeAll(async ({ product: shared }) => {
    test.setTimeout(180_000)
    product = shared
    const business = await addBusiness(product.pool, 'Domstad Mobiliteit')
    reporter = await addPerson(product, { email: 'reporter@reports.example', role: 'reporter', businessId: business })
    const { rows } = await product.pool.query<{ id: number }>(
      `INSERT INTO tags (business_id, name, type) VALUES ($1, 'Bakery', 'group') RETURNING id`,
      [business],
    )
    for (const [at, name] of VEHICLES.entries()) {
      const vehicle = await addVehicle(product.pool, { businessId: business, name, imei: testImei(5_201 + at) })
      await product.pool.query('INSERT INTO entity_tags (entity_id, tag_id) VALUES ($1, $2)', [vehicle.entityId, rows[0]?.id])
      await addTrips(vehicle, business, at)
      entityId ??= vehicle.entityId
    }
  })

  test('R-007 T-14 R-132 R-133 R-140 R-141 looks at a week, orders last month, schedules it, and finds the screen’s rows in the mail', async ({
    page,
  }) => {
    await signIn(page, product, reporter, '/reports')
    await page.getByRole('tab', { name: 'Individual overview' }).click()
    await page.getByRole('combobox', { name: 'Vehicle' }).fill('Cargo 001')
    await page.getByRole('option', { name: /Cargo 001/ }).click()
    await expect(page).toHaveURL(new RegExp(`entity=${entityId}`))
    // On the first days of a month, this month may have no trip yet.
    await page.goto(`${product.portalUrl}/reports?tab=individual&entity=${entityId}&${lastMonth()}`)
    await expect(page.getByRole('table', { name: 'Trips' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Day timeline' })).toBeVisible()

    await page.getByRole('tab', { name: 'Periodic overview' }).click()
    await page.getByRole('combobox', { name: 'Target group' }).fill('Bak')
    await page.getByRole('option', { name: /Bakery/ }).click()
    await page.getByRole('button', { name: 'Last month', exact: true }).click()
    await page.getByRole('button', { name: 'CSV', exact: true }).click()
    await page.getByRole('button', { name: 'Send by e-mail' }).click()
    await expect(page.getByText('Your report was submitted. An e-mail follows.')).toBeVisible()
    await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 120_000 })

    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('For the bakery')
    await page.getByRole('button', { name: 'Create schedule' }).click()
    await expect(page.getByRole('row', { name: /For the bakery.*Every month/ })).toBeVisible()

    await expect.poll(async () => (await mails()).length, { timeout: 120_000 }).toBeGreaterThan(0)
    const [mail] = await mails()
    const [head = [], ...rows] = rowsOf(new TextDecoder().decode(mail?.attachments[0]?.content as ArrayBuffer))
    const url = new URL(page.url())
    await page.goto(`${url.origin}/reports?tab=multiple&group=${url.searchParams.get('group')}&${lastMonth()}`)
    const table = page.getByRole('table', { name: 'All trips' })
    await expect(table).toBeVisible()
    const labels = await table.getByRole('columnheader').allInnerTexts()
    expect(head.map((label) => label.replace(/ \(Europe\/\w+\)$/, ''))).toEqual(labels)
    expect(head.filter((label) => label.includes('Europe/'))).toHaveLength(2)
    const lines = table.locator('tbody').getByRole('row')
    await expect(lines).toHaveCount(rows.length)
    const shown = await lines.evaluateAll((found) =>
      found.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)),
    )
    expect(shown).toEqual(rows.map((row) => row.map((cell, at) => onScreen(labels[at] ?? '', cell))))
    expect(new Set(rows.map(([vehicle]) => vehicle))).toEqual(new Set(VEHICLES))
  })

  test('has no serious accessibility problem at 1440 and 390 px, light and dark', async ({ page }, info) => {
    test.setTimeout(300_000)
    await signIn(page, product, reporter, '/reports')
    for (const [name, query] of Object.entries(SCREENS())) {
      await page.goto(`${product.portalUrl}/reports${query}`)
      await expect(page.getByRole('tab').first()).toBeVisible()
      await holdsInEveryLook(page, name, info)
    }
  })

  const SCREENS = () => ({
    periodic: '',
    individual: `?tab=individual&entity=${entityId}&${lastMonth()}`,
    summary: `?tab=multiple&mode=summary&${lastMonth()}`,
    utilisation: `?tab=multiple&mode=utilisation&entities=${entityId}&${lastMonth()}`,
    activity: `?tab=multiple&mode=activity&${lastMonth()}`,
    files: '?tab=files',
    schedules: '?tab=schedules',
  })

  /** Returns the mails to the reporter with a file, oldest first. */
  const mails = async (): Promise<Email[]> => {
    const { rows } = await product.pool.query<{ raw: Buffer }>(
      'SELECT raw FROM mailbox.mails WHERE $1 = ANY (envelope_to) ORDER BY id',
      [reporter.email],
    )
    return Promise.all(rows.map(({ raw }) => PostalMime.parse(raw)))
  }

  /** Adds three trips on one day of each week since the start of last month, all different. A month fits on one page. */
  const addTrips = ({ deviceId, entityId: entity }: { deviceId: number; entityId: number }, business: number, shift: number) =>
    product.pool.query(
      `INSERT INTO trips (device_id, entity_id, business_id, started_at, ended_at, is_open, start_latitude, start_longitude,
         stop_latitude, stop_longitude, distance_m, average_speed_kph, max_speed_kph, idle_s, waypoint_count)
       SELECT $1, $2, $3, at, at + n * interval '17 minutes' + interval '25 minutes', false, 494000001, 87000001, 494100002, 87100002,
         740 + 1900 * $4 + 3130 * n, 15.3 + 4 * n, 35, 60, 20
       FROM generate_series(date_trunc('month', now()) - interval '1 month' + interval '7 hours', now() - interval '1 day', interval '7 days') day,
         LATERAL (SELECT n, day + n * interval '3 hours' AS at FROM generate_series(0, 2) n) t`,
      [deviceId, entity, business, shift],
    )

  const lastMonth = (): string => {
    const now = new Date()
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
    const day = (at: number) => new Date(at).toISOString().slice(0, 10)
    return `from=${day(Date.UTC(year, month - 1, 1))}&till=${day(Date.UTC(year, month, 0))}`
  }
})
