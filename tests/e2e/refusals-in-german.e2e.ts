import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { addBusiness, addVehicle, testImei, type Vehicle } from '../support/database/tenant-fixture.js'
import { startProduct, type Product } from '../support/product.js'
import { addPerson, signIn, trySignIn, type Credentials } from './support/people.js'
import { test } from './support/test.js'

/** Each kind of refusal, as the portal really gets it, is shown in German to German users. */
test.describe('a refusal in German', { tag: '@browser' }, () => {
  let product: Product
  let page: Page
  let manager: Credentials
  let vehicle: Vehicle

  test.beforeAll(async ({ browser }) => {
    test.setTimeout(120_000)
    product = await startProduct({ env: { RATE_LIMIT_LOCATE_PER_MINUTE: '1', STATEMENT_TIMEOUT_MS: '2000' } })
    const business = await addBusiness(product.pool, 'Neckarrad')
    vehicle = await addVehicle(product.pool, { businessId: business, name: 'Lastenrad', imei: testImei(9_042) })
    manager = await addPerson(product, { email: 'leitung@neckarrad.example', role: 'manager', businessId: business })
    page = await browser.newPage({ locale: 'de-DE' })
    page.setDefaultTimeout(15_000)
    await signIn(page, product, manager)
  })
  test.afterAll(async () => {
    await page?.close()
    await product?.stop()
  })

  const open = (address: string) => page.goto(`${product.portalUrl}${address}`)

  const commands = () => `/devices?device=${vehicle.deviceId}&tab=commands`

  /** Opens the form of a new token and fills in the required fields. */
  const newToken = async (): Promise<Locator> => {
    await open('/tokens?new=1')
    const form = page.getByRole('dialog', { name: 'Neues Token' })
    await form.getByLabel('Name').fill('Nachtbericht')
    return form
  }
  const create = (form: Locator) => form.getByRole('button', { name: 'Token anlegen' }).click()

  test('of a field stands at the field (422)', async () => {
    await open(commands())
    const field = page.getByLabel('Befehl', { exact: true })
    await field.fill('get\tver')
    await page.getByRole('button', { name: 'Senden', exact: true }).click()
    await expect(field).toHaveAccessibleDescription('Steuerzeichen und Zeilenumbrüche sind nicht erlaubt')
    await seen('Steuerzeichen und Zeilenumbrüche sind nicht erlaubt')
  })

  test('of what is asked for too often (429)', async () => {
    const locate = page.getByRole('button', { name: 'Orten' })
    await Promise.all([page.waitForResponse(/commands\/locate/), locate.click()])
    await locate.click()
    await seen(/Zu viele Anfragen dieser Art; versuchen Sie es in \d+ s erneut/)
  })

  test('of what stands against the present state (409)', async () => {
    await addTokens(50)
    await create(await newToken())
    await seen('Sie haben 50 Tokens in Gebrauch; widerrufen Sie zuerst einige')
    await product.pool.query('DELETE FROM api_tokens')
  })

  test('of what is gone by now (404)', async () => {
    await addTokens(1)
    await open('/tokens')
    await page.getByRole('row', { name: /Vorrat 1/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Widerrufen' }).click()
    await product.pool.query('DELETE FROM api_tokens')
    await page.getByRole('button', { name: 'Token widerrufen' }).click()
    await seen('Dieses Token gibt es nicht')
  })

  test('of what somebody else changed since it was read (412)', async () => {
    const { rows } = await product.pool.query<{ id: number }>('SELECT id FROM users WHERE email = $1', [manager.email])
    await open(`/users?user=${rows[0]?.id}&dialog=edit:user`)
    await page.getByLabel('Vorname').fill('Marlene')
    await product.pool.query("UPDATE users SET city = 'Heidelberg', updated_at = now()")
    await page.getByRole('button', { name: 'Benutzer speichern' }).click()
    await seen('Jemand hat das inzwischen geändert.')
    await expect(page.getByRole('textbox', { name: 'Ort (optional)' })).toHaveValue('Heidelberg')
  })

  test('of what cannot be had for now (503)', async () => {
    const form = await newToken()
    const other = await product.pool.connect()
    try {
      await other.query('BEGIN; LOCK TABLE api_tokens')
      await create(form)
      await seen('Versuchen Sie es gleich noch einmal')
    } finally {
      await other.query('ROLLBACK')
      other.release()
    }
  })

  test('of a right that was taken away (403)', async () => {
    const form = await newToken()
    await product.pool.query("DELETE FROM role_permissions WHERE permission = 'manage:tokens'")
    await create(form)
    await seen('Das Recht manage:tokens fehlt')
  })

  test('of whoever is no longer signed in (401) leads to the sign-in, which refuses in German too', async () => {
    await open(commands())
    const locate = page.getByRole('button', { name: 'Orten' })
    await expect(locate).toBeVisible()
    await product.pool.query('UPDATE users SET tokens_valid_from = now()')
    await locate.click()
    await seen('Ihr Token ist ungültig, Sie werden jetzt abgemeldet.')
    await trySignIn(page, { ...manager, password: 'Falsches-Pferd-9!' })
    await seen('E-Mail oder Passwort stimmt nicht.')
  })

  const addTokens = (count: number) =>
    product.pool.query(
      `INSERT INTO api_tokens (user_id, name, prefix, secret_hash)
       SELECT u.id, 'Vorrat ' || n, 'rb_0000', sha256(n::text::bytea) FROM users u, generate_series(1, $1) n WHERE email = $2`,
      [count, manager.email],
    )

  /** Expects these words on the page, and none of the API's English sentences. */
  async function seen(words: string | RegExp): Promise<void> {
    await expect(page.getByText(words).first()).toBeVisible()
    const text = await page.locator('body').innerText()
    expect(ENGLISH.filter((sentence) => sentence.test(text)).map(String)).toEqual([])
  }
})

type Texts = Readonly<Record<string, string>>

const APPS = path.resolve(import.meta.dirname, '../../apps')
const read = <Shape>(file: string) => JSON.parse(readFileSync(path.join(APPS, file), 'utf8')) as Shape

/** Sentences of the API and the sign-in in English, longer than a word and different in German. A {place} matches any value. */
const ENGLISH = [
  ...globSync('api/src/{texts/*,features/*/texts}.json', { cwd: APPS }).map((file) => read<{ en: Texts; de: Texts }>(file)),
  { en: read<Texts>('identity/src/locales/en.json'), de: read<Texts>('identity/src/locales/de.json') },
]
  .flatMap(({ en, de }) => Object.keys(en).flatMap((code) => (en[code] === de[code] ? [] : (en[code] ?? []))))
  .map((sentence) => sentence.split(/\{[^}]*\}/))
  .filter((parts) => parts.some((part) => /\w \w/.test(part)))
  .map((parts) => new RegExp(parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')))
