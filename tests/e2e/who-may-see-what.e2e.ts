import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, type Browser, type Page } from '@playwright/test'
import { createAccount } from '@roadbook/identity/accounts'
import { codeOf } from '../support/identity/authenticator.js'
import type { Product } from '../support/product.js'
import { addVehicle, testImei } from '../support/database/tenant-fixture.js'
import type { Credentials } from './support/people.js'
import { test } from './support/test.js'

/** All users have a German phone. */
const phone = {
  locale: 'de-DE',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  timezoneId: 'Europe/Berlin',
}

let product: Product
const admin: Credentials = { email: 'leitung@roadbook.example', password: 'Richtig-Pferd-Batterie-1!' }
const manager = { email: 'marlene@neckarrad.example', password: 'Fahrrad-am-Neckar-2026!' }
const dealer = { email: 'emre@neckarrad.example', newPassword: 'Kette-ölen-vor-Regen-7!' }

/** Passwords, keys, codes and tokens that must not appear anywhere. */
const secrets = new Set<string>([admin.password, manager.password, dealer.newPassword])

test.beforeAll(({ product: shared }) => {
  product = shared
})

test('a super admin builds vendor, company and department, a manager invites a dealer, and the dealer sees only their own subtree (R-145 R-148 R-168 R-241)', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  await addSuperAdmin()
  const leads = await someone(browser)
  await signIn(leads, admin)
  await enrol(leads)
  await open(leads, 'Betriebe')
  await build(leads, 'Händler', 'Neckarrad', null)
  await build(leads, 'Firma', 'Werkstatt Süd', 'Neckarrad')
  await build(leads, 'Abteilung', 'Team Altstadt', 'Werkstatt Süd')
  const password = await invite(leads, {
    role: 'Manager',
    business: 'Neckarrad',
    firstName: 'Marlene',
    lastName: 'Kurz',
    email: manager.email,
  })
  await leads.context().close()

  const marlene = await someone(browser)
  await signIn(marlene, { email: manager.email, password })
  await choosePassword(marlene, manager.password)
  const dealersPassword = await invite(marlene, {
    role: 'Dealer',
    business: 'Team Altstadt',
    firstName: 'Emre',
    lastName: 'Yılmaz',
    email: dealer.email,
  })
  await marlene.context().close()

  const idOf = async (name: string) =>
    (await product.pool.query<{ id: number }>('SELECT id FROM businesses WHERE name = $1', [name])).rows[0]!.id
  await addVehicle(product.pool, { businessId: await idOf('Team Altstadt'), name: 'Lastenrad Altstadt', imei: testImei(1) })
  await addVehicle(product.pool, { businessId: await idOf('Werkstatt Süd'), name: 'Lastenrad Werkstatt', imei: testImei(2) })

  const emre = await someone(browser)
  await signIn(emre, { email: dealer.email, password: dealersPassword })
  await expect(emre.getByRole('heading', { name: 'Neues Passwort wählen' })).toBeVisible()
  await choosePassword(emre, dealer.newPassword)
  await open(emre, 'Fahrzeuge')
  await expect(emre.getByText('Lastenrad Altstadt').first()).toBeVisible()
  await expect(emre.getByText('Lastenrad Werkstatt')).toHaveCount(0)
  await expect(emre.getByText('1–1 von 1')).toBeVisible()
})

test('S18 none of the passwords, keys, codes and tokens of all that stands in a log, a metric, a job or the audit log', async () => {
  expect(secrets.size).toBeGreaterThan(15)
  const places = { ...logs(), ...(await metrics()), ...(await tables()) }
  expect(Object.keys(places).length).toBeGreaterThan(10)
  const found = Object.entries(places).flatMap(([place, text]) =>
    [...secrets].filter((one) => text.includes(one)).map(() => place),
  )
  expect(found).toEqual([])
})

/** Returns the logs of the launcher and its processes, including PostgreSQL's. */
function logs(): Record<string, string> {
  const files = readdirSync(product.dataDirectory, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(product.dataDirectory, file))
    .filter((file) => file.endsWith('.log') && statSync(file).isFile())
  return { launcher: product.said.join('\n'), ...Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')])) }
}

async function metrics(): Promise<Record<string, string>> {
  const { health } = JSON.parse(readFileSync(path.join(product.dataDirectory, 'runtime.json'), 'utf8')) as {
    health: Record<string, number>
  }
  const read = async ([name, port]: [string, number]) =>
    [`metrics of ${name}`, await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()] as const
  return Object.fromEntries(await Promise.all(Object.entries(health).map(read)))
}

/** Returns all data in the database except the mailbox, which stands for the mailboxes of the invited people. */
async function tables(): Promise<Record<string, string>> {
  const { rows } = await product.pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema', 'mailbox')`,
  )
  const contents = rows.map(async ({ name }) => {
    const { rows: held } = await product.pool.query<{ row: string }>(`SELECT one::text AS row FROM ${name} one LIMIT 100000`)
    return [name, held.map(({ row }) => row).join('\n')] as const
  })
  return Object.fromEntries(await Promise.all(contents))
}

async function addSuperAdmin(): Promise<void> {
  await product.pool.query(
    `INSERT INTO users (role_id, email, first_name, last_name, locale) SELECT id, $1, 'Lea', 'Tung', 'de' FROM roles WHERE key = 'super-admin'`,
    [admin.email],
  )
  await createAccount(product.pool, { ...admin, mustChangePassword: false, name: 'Lea Tung' })
}

async function someone(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext(phone)).newPage()
  page.setDefaultTimeout(30_000)
  page.on('request', (request) => {
    const token = /^Bearer (\S+)/.exec(request.headers().authorization ?? '')?.[1]
    if (token) secrets.add(token)
  })
  return page
}

async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.goto(product.portalUrl)
  await page.getByLabel('E-Mail').fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
}

/**
 * Opens a screen by the menu. On a phone the portal starts with the installation and its camera, once the user's rights
 * are known.
 */
async function open(page: Page, screen: string): Promise<void> {
  const camera = page.getByRole('dialog', { name: 'IMEI scannen' })
  const link = page.getByRole('link', { name: screen, exact: true })
  await expect(async () => {
    if (await camera.isVisible()) await camera.getByRole('button', { name: 'Schließen' }).click()
    if (!(await link.isVisible())) await page.getByRole('button', { name: 'Menü öffnen' }).click({ timeout: 2_000 })
    await link.click({ timeout: 2_000 })
  }).toPass()
  await expect(page.getByRole('heading', { name: screen, level: 1 })).toBeVisible()
}

/** Sets up the second factor that a super admin needs: the app on their phone. */
async function enrol(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Anmeldung in zwei Schritten einrichten' })).toBeVisible()
  const secret = ((await page.locator('.typed code').textContent()) ?? '').replaceAll(' ', '')
  secrets.add(secret)
  await page.getByRole('textbox', { name: 'Code aus der App' }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Einschalten' }).click()
  for (const code of await page.locator('.codes code').allTextContents()) secrets.add(code)
  await page.getByRole('button', { name: 'Ich habe sie aufbewahrt' }).click()
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Neues Passwort', { exact: true }).fill(password)
  await page.getByLabel('Neues Passwort wiederholen').fill(password)
  await page.getByRole('button', { name: 'Speichern und weiter' }).click()
}

/** Adds a business. On a phone the user goes from the tree to a business and adds the next one below it. */
async function build(page: Page, kind: string, name: string, below: string | null): Promise<void> {
  if (below === null) await page.getByRole('button', { name: 'Neu', exact: true }).click()
  else {
    await page.getByRole('button', { name: `Aktionen für ${below}` }).click()
    await page.getByRole('menuitem', { name: 'Neuer Betrieb darunter' }).click()
  }
  const form = page.getByRole('dialog', { name: 'Neuer Betrieb' })
  await form.getByLabel('Art').click()
  await page.getByRole('option', { name: kind }).click()
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByRole('button', { name: 'Betrieb anlegen' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

interface Invited {
  role: string
  business: string
  firstName: string
  lastName: string
  email: string
}

/** Returns the temporary password, as the inviting user sees it. */
async function invite(page: Page, { role, business, firstName, lastName, email }: Invited): Promise<string> {
  await open(page, 'Benutzer')
  await page.getByRole('button', { name: 'Neuer Benutzer' }).click()
  const form = page.getByRole('dialog', { name: 'Neuer Benutzer' })
  await form.getByLabel('Rolle').click()
  await page.getByRole('option', { name: role }).click()
  await form.getByRole('combobox', { name: 'Betrieb' }).fill(business)
  await page.getByRole('option', { name: business }).click()
  await form.getByLabel('Vorname').fill(firstName)
  await form.getByLabel('Nachname').fill(lastName)
  await form.getByLabel('E-Mail', { exact: true }).fill(email)
  await form.getByRole('button', { name: 'Benutzer anlegen' }).click()
  const secret = page.getByRole('dialog', { name: `Vorläufiges Passwort von ${firstName} ${lastName}` })
  const password = await secret.getByLabel('Vorläufiges Passwort').inputValue()
  await secret.getByRole('button', { name: 'Ich habe es kopiert' }).click()
  await expect(page.getByText(`${firstName} ${lastName}`).first()).toBeVisible()
  secrets.add(password)
  return password
}
