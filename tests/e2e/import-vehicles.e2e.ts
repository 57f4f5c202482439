import { expect, type Locator, type Page } from '@playwright/test'
import { addBusiness, testImei } from '../support/database/tenant-fixture.js'
import type { Product } from '../support/product.js'
import { holdsInEveryLook } from './support/accessible.js'
import { addPerson, signIn, type Credentials } from './support/people.js'
import { test } from './support/test.js'

const IMEI = testImei(8_811)
const grouped = IMEI.replace(/(\d{3})(?=\d)/g, '$1.')

/**
 * File as Excel in Germany saves "CSV": Windows-1252, semicolons, empty rows at the end, numbers in the format of their cells.
 */
const SHEET = Buffer.from(
  [
    'Name;Rahmennummer;Kennzeichen;Typ;Marke;Tacho;IMEI;',
    `Reifen 28" groß;="0012345";KB 101;E-Bike;Gazelle;12.345;${grouped};`,
    '"Rad ""Anna"", rot";KBF-102;KB 102;E-Bike;Gazelle;7.500 km;;',
    'Müller;KBF-103;KB 103;E-Bike;Gazelle;98765;3,53599E+14;',
    ';;;;;;;',
    'Jäger;1,2E+06;KB 104;E-Bike;Gazelle;;;',
    'Lager 3, Regal B;KBF-105;KB 105;E-Bike;#NV;0;;',
    ';;;;;;;',
    '',
  ].join('\r\n'),
  'latin1',
)

test.describe('a dealer whose fleet stands in a sheet of German Excel', { tag: '@browser' }, () => {
  let product: Product
  let dealer: Credentials
  let page: Page
  let dialog: Locator

  test.beforeAll(async ({ browser, product: shared }) => {
    test.setTimeout(120_000)
    product = shared
    const business = await addBusiness(product.pool, 'Neckarrad Tabellen')
    await product.pool.query('UPDATE businesses SET can_install_devices = true WHERE id = $1', [business])
    await product.pool.query(`INSERT INTO devices (business_id, imei, model) VALUES ($1, $2, 'FMB920')`, [business, IMEI])
    dealer = await addPerson(product, { email: 'tabelle@neckarrad.example', role: 'manager', businessId: business })
    const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 1440, height: 900 } })
    page = await context.newPage()
  })
  test.afterAll(async () => page?.context().close())

  test('T-19 sees what was read, says what 12.345 means, and gets each good row as it was written', async () => {
    await signIn(page, product, dealer, '/entities')
    await page.getByRole('button', { name: 'Fahrzeuge importieren' }).click()
    dialog = page.getByRole('dialog', { name: 'Fahrzeuge importieren' })
    await dialog.locator('input[type=file]').setInputFiles({ name: 'fuhrpark.csv', mimeType: 'text/csv', buffer: SHEET })
    await dialog.getByRole('button', { name: 'Weiter' }).click()
    await expect(dialog.getByRole('combobox', { name: 'Kilometerstand, km', exact: true })).toHaveText('Tacho')
    await expect(dialog.getByRole('combobox', { name: 'Einheit von „Tacho“' })).toHaveText('Kilometer (km)')
    await dialog.getByRole('button', { name: 'Zeilen prüfen' }).click()

    const first = dialog.getByRole('table', { name: 'Erste Zeilen, wie gelesen' })
    await expect(first.getByRole('row')).toHaveText([
      /^Zeile/,
      new RegExp(`^2Reifen 28" groß0012345KB 101.*nicht gelesen${IMEI}$`),
      /^3Rad "Anna", rotKBF-102KB 102/,
      /^4MüllerKBF-103/,
      /^6Jägernicht gelesenKB 104/,
      /^7Lager 3, Regal BKBF-105/,
    ])
    const bad = dialog.getByRole('table', { name: 'Zeilen mit Fehlern' })
    await expect(bad).toContainText('12.345 kann 12\u00a0345 oder 12,345 heißen')
    await expect(bad).toContainText('Excel hat diese Zahl gekürzt. Formatieren Sie die Spalte als Zahl ohne Dezimalstellen')
    await expect(bad).toContainText('#NV ist ein Fehler des Tabellenprogramms')
    await holdsInEveryLook(page, 'import-check', test.info())

    await page.setViewportSize({ width: 1440, height: 900 })
    await dialog.getByRole('radio', { name: '12\u00a0345\u00a0km', exact: true }).click()
    await expect(bad).not.toContainText('kann 12')
    await expect(first).toContainText('12\u00a0345\u00a0km')
    await dialog.getByRole('button', { name: '2 Fahrzeuge importieren' }).click()
    await expect(dialog.getByText('2 Fahrzeuge wurden angelegt.')).toBeVisible()
    const { rows } = await product.pool.query(
      `SELECT e.name, e.frame_number, e.odometer_floor_m::float8 AS odometer, d.imei FROM entities e
       JOIN businesses b ON b.id = e.business_id LEFT JOIN installations i ON i.entity_id = e.id LEFT JOIN devices d ON d.id = i.device_id
       WHERE b.name = 'Neckarrad Tabellen' ORDER BY e.id`,
    )
    expect(rows).toEqual([
      { name: 'Reifen 28" groß', frame_number: '0012345', odometer: 12_345_000, imei: IMEI },
      { name: 'Rad "Anna", rot', frame_number: 'KBF-102', odometer: 7_500_000, imei: null },
    ])
  })
})
