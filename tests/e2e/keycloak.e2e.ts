import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { freePort } from '../support/free-port.mjs'
import { codeOf } from '../support/identity/authenticator.js'
import { KeycloakDouble } from '../support/identity/keycloak-double.js'
import type { AdminAnswer } from '../support/identity/keycloak-request.js'
import { DIRECTORY_SECRET, hasKeycloak, KeycloakServer } from '../support/identity/keycloak-server.js'
import { addBusiness } from '../support/database/tenant-fixture.js'
import { startProduct, type Product } from '../support/product.js'
import type { Credentials } from './support/people.js'
import { test } from './support/test.js'

const root = path.resolve(import.meta.dirname, '../..')

/** The person of the realm file, with the password that the operator sets and the one after the first sign-in. */
const first = { email: 'admin@roadbook.example', password: 'Given-by-the-operator-1!', ownPassword: 'Correct-horse-battery-1!' }
const manager = { email: 'marlene@neckarrad.example', password: 'Bikes-on-the-Neckar-2026!' }

let keycloak: KeycloakServer
let product: Product
let admin: Page

// Its start takes as long as fifty other tests, so all of this is left to the proof.
test.skip(() => !hasKeycloak(), 'a real Keycloak cannot be had here')
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  test.setTimeout(900_000)
  const smtp = await freePort()
  keycloak = await KeycloakServer.start()
  const env = { OIDC_ISSUER: keycloak.issuer, KEYCLOAK_CLIENT_SECRET: DIRECTORY_SECRET, MAILBOX_SMTP_PORT: String(smtp) }
  product = await startProduct({ env })
  await keycloak.servePortal(product.portalUrl)
  await keycloak.givePassword(first.email, first.password)
  await keycloak.must('PUT', '', { smtpServer: { host: '127.0.0.1', port: String(smtp), from: 'no-reply@roadbook.example' } })
  roadbook('admin', 'create', '--email', first.email, '--first-name', 'First', '--last-name', 'Admin')
  await addBusiness(product.pool, 'Neckarrad')
})
test.afterAll(async () => {
  await product?.stop()
  await keycloak?.stop()
})

test(
  'the first super admin sets up a second step, changes the password that the operator gave, and is in',
  { tag: '@keycloak' },
  async ({ browser }) => {
    admin = await someone(browser)
    await admin.goto(product.portalUrl)
    await tryPassword(admin, first)
    await setUpApp(admin)
    await choosePassword(admin, first.ownPassword)
    await expect(admin.getByRole('button', { name: 'Log out' })).toBeVisible()
  },
)

test(
  'a manager who was invited signs in with the temporary password and has to change it',
  { tag: '@keycloak' },
  async ({ browser }) => {
    await adminAt('/users')
    const password = await invite(admin, manager.email)

    const page = await someone(browser)
    await page.goto(`${product.portalUrl}/users`)
    await tryPassword(page, { email: manager.email, password })
    await choosePassword(page, manager.password)
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
    await page.context().close()
  },
)

test(
  'the access token is renewed while the page stays open, and only for as long as the session lasts',
  { tag: '@keycloak' },
  async ({ browser }) => {
    await tokensLastFor('66')
    const page = await someone(browser)
    const renewed = page.waitForResponse(
      (answer) => answer.url().endsWith('/token') && (answer.request().postData() ?? '').includes('grant_type=refresh_token'),
    )
    await managerIn(page)
    const answer = await renewed
    expect(answer.status()).toBe(200)
    const { access_token: token, refresh_expires_in: left } = (await answer.json()) as Record<string, unknown>
    // An offline token would never expire and belong to no session that users can see.
    expect(left).toBeGreaterThan(0)
    const asked = page.waitForRequest((request) => request.headers().authorization === `Bearer ${String(token)}`)
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await asked
    await expect(page.getByText('Marlene Kurz').first()).toBeVisible()
    await tokensLastFor('')
    await page.context().close()
  },
)

test('somebody sees where they are signed in, and signs the other device out', { tag: '@keycloak' }, async ({ browser }) => {
  const [here, there] = [await someone(browser), await someone(browser)]
  await managerIn(there)
  await managerIn(here)
  await openAccount(here)
  const list = here.getByRole('list', { name: 'Where you are signed in' })
  await expect(list.getByText('This device')).toHaveCount(1)
  const others = here.getByRole('button', { name: /^Sign out the (other device|\d+ other devices)$/ })
  await others.click()
  await expect(others).toHaveCount(0)
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await isSentAway(there)
  await here.context().close()
  await there.context().close()
})

test(
  'somebody sets up a second step from the account page, and is asked for it from then on',
  { tag: '@keycloak' },
  async ({ browser }) => {
    const page = await someone(browser)
    await managerIn(page)
    await openAccount(page)
    await page.getByRole('button', { name: 'Set up' }).click()
    const key = await setUpApp(page)
    await expect(page.getByText(/^On since /)).toBeVisible()
    await page.context().close()

    const again = await someone(browser)
    await again.goto(product.portalUrl)
    await tryPassword(again, manager)
    await giveCode(again, key)
    await expect(again.getByRole('button', { name: 'Log out' })).toBeVisible()
    await again.context().close()

    await adminAt('/users')
    await act(admin, 'Reset two-step sign-in', 'Reset second step')
    await expect(admin.getByText('Two-step sign-in of Marlene Kurz is off.')).toBeVisible()
    const without = await someone(browser)
    await managerIn(without)
    await without.context().close()
  },
)

test('logging out ends the session at Keycloak, too', { tag: '@keycloak' }, async ({ browser }) => {
  const page = await someone(browser)
  await managerIn(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await page.goto(`${product.portalUrl}/users`)
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await page.context().close()
})

test(
  'a reset link is mailed by Keycloak and leads to a new password and back to the portal',
  { tag: '@keycloak' },
  async ({ browser }) => {
    await adminAt('/users')
    await (await menuOf(admin)).getByRole('menuitem', { name: 'Reset link', exact: true }).click()
    await expect(admin.getByText('The identity provider has mailed the link.')).toBeVisible()
    const page = await someone(browser)
    await page.goto(await linkMailedTo(manager.email))
    await page.getByRole('link', { name: /proceed/ }).click()
    manager.password = 'Tailwind-all-the-way-3!'
    await choosePassword(page, manager.password)
    await page.getByRole('link', { name: 'Back to Application' }).click()
    await expect(page).toHaveURL((url) => [product.portalUrl, keycloak.issuer].some((one) => url.href.startsWith(one)))
    await expect(page.getByRole('button', { name: 'Log out' }).or(page.getByLabel('Password', { exact: true }))).toBeVisible()
    await page.context().close()
    const again = await someone(browser)
    await managerIn(again)
    await again.context().close()
  },
)

test(
  'who is deleted is out at once and cannot come in, who is restored can, and who is deleted for good has no account',
  { tag: '@keycloak' },
  async ({ browser }) => {
    const page = await someone(browser)
    await managerIn(page)
    await adminAt('/users')
    await act(admin, 'Delete', 'Delete user')
    await isSentAway(page)
    await tryPassword(page, manager)
    await expect(page.getByText('Account is disabled, contact your administrator.')).toBeVisible()

    await admin.goto(`${product.portalUrl}/users?view=deleted`)
    await act(admin, 'Restore', 'Restore user')
    const restored = await someone(browser)
    await managerIn(restored)

    await admin.goto(`${product.portalUrl}/users`)
    await act(admin, 'Delete', 'Delete user')
    await admin.goto(`${product.portalUrl}/users?view=deleted`)
    await (await menuOf(admin)).getByRole('menuitem', { name: 'Delete for good' }).click()
    await admin.getByRole('textbox', { name: `Type ${manager.email} to confirm` }).fill(manager.email)
    await admin.getByRole('button', { name: 'Delete for good' }).click()
    await expect(admin.getByText('Marlene Kurz was deleted for good.')).toBeVisible()
    expect((await keycloak.administer('GET', `/users?email=${manager.email}`)).body).toEqual([])
    for (const one of [page, restored]) await one.context().close()
  },
)

test('a password that Keycloak refuses is answered with the rule that it breaks', { tag: '@keycloak' }, async () => {
  await adminAt('/users')
  await keycloak.must('PUT', '', { passwordPolicy: 'length(16)' })
  await fillInvitation(admin, 'long@neckarrad.example')
  await expect(admin.getByText(/its passwords need at least 16 characters/)).toBeVisible()
  await keycloak.must('PUT', '', { passwordPolicy: '' })
})

test('the stand-in for Keycloak of the faster suites refuses what Keycloak refuses', { tag: '@keycloak' }, async () => {
  const double = await KeycloakDouble.start()
  const refusals = async (ask: (method: string, path: string, body?: unknown) => Promise<AdminAnswer>) => {
    const credentials = [{ type: 'password', value: 'short', temporary: true }]
    const person = { username: 'roadbook-double', email: 'double@neckarrad.example', enabled: true }
    const answers = [await ask('POST', '/users', { ...person, credentials })]
    const id = (await ask('POST', '/users', person)).location?.split('/').at(-1) ?? ''
    answers.push(await ask('POST', '/users', { ...person, username: 'roadbook-other' }))
    answers.push(await ask('PUT', `/users/${id}/reset-password`, credentials[0]))
    const links = ['client_id=roadbook-portal&redirect_uri=https%3A%2F%2Felsewhere.example', 'client_id=nobody', 'redirect_uri=x']
    for (const query of links) answers.push(await ask('PUT', `/users/${id}/execute-actions-email?${query}`, ['UPDATE_PASSWORD']))
    await ask('PUT', `/users/${id}`, { ...person, enabled: false })
    answers.push(await ask('PUT', `/users/${id}/execute-actions-email?client_id=roadbook-portal`, ['UPDATE_PASSWORD']))
    await ask('DELETE', `/users/${id}`)
    answers.push(await ask('PUT', `/users/${id}/reset-password`, credentials[0]))
    return answers.map(({ status, body }) => ({ status, body: status === 404 ? undefined : body }))
  }
  try {
    await keycloak.must('PUT', '', { passwordPolicy: 'length(8)' })
    expect(await refusals((...asked) => double.askAsDirectory(...asked))).toEqual(
      await refusals((...asked) => keycloak.askAsDirectory(...asked)),
    )
  } finally {
    await double.stop()
  }
})

function roadbook(...args: string[]): string {
  return execFileSync(path.join(root, 'node_modules/.bin/node'), [path.join(root, 'tools/dist/cli.js'), ...args], {
    env: { ...process.env, ROADBOOK_DATA_DIR: product.dataDirectory },
    encoding: 'utf8',
  })
}

async function someone(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  page.setDefaultTimeout(30_000)
  return page
}

async function tryPassword(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Username or email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Update password' })).toBeVisible()
  await page.getByLabel('New Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Submit' }).click()
}

/** Returns the key that the app stores. */
async function setUpApp(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Unable to scan?' }).click()
  const key = ((await page.locator('#kc-totp-secret-key').textContent()) ?? '').replaceAll(/\s/g, '')
  await page.locator('#totp').fill(codeOf(key))
  await page.locator('#userLabel').fill('Phone')
  await page.getByRole('button', { name: 'Submit' }).click()
  return key
}

/** Enters a code. Keycloak accepts each code once, and that of the next half minute is unused. */
async function giveCode(page: Page, key: string): Promise<void> {
  await page.getByLabel('One-time code').fill(codeOf(key, 1))
  await page.getByRole('button', { name: 'Sign In' }).click()
}

async function managerIn(page: Page): Promise<void> {
  await page.goto(product.portalUrl)
  await tryPassword(page, manager)
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
}

/**
 * Opens a screen as the super admin. All tests share one session, because a code is accepted once and the next one comes in half
 * a minute.
 */
async function adminAt(path: string): Promise<Page> {
  await admin.goto(`${product.portalUrl}${path}`)
  await expect(admin.getByRole('button', { name: 'Log out' })).toBeVisible()
  return admin
}

/** Waits until the user is signed out: at once when the live channel closes, otherwise at the next action. */
async function isSentAway(page: Page): Promise<void> {
  await expect(async () => {
    const link = page.getByRole('link', { name: 'Users', exact: true })
    await link.click({ timeout: 1_000 }).catch(() => undefined)
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible({ timeout: 5_000 })
  }).toPass()
}

async function openAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit account' }).click()
  await expect(page.getByText('Where you are signed in')).toBeVisible()
}

async function fillInvitation(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'New user' }).click()
  const form = page.getByRole('dialog', { name: 'New user' })
  await form.getByLabel('Role').click()
  await page.getByRole('option', { name: 'Manager' }).click()
  await form.getByRole('combobox', { name: 'Business' }).fill('Neckarrad')
  await page.getByRole('option', { name: 'Neckarrad' }).click()
  await form.getByLabel('First name').fill('Marlene')
  await form.getByLabel('Last name').fill('Kurz')
  await form.getByLabel('E-mail', { exact: true }).fill(email)
  await form.getByRole('button', { name: 'Create user' }).click()
}

/** Returns the temporary password, as the inviting user sees it. */
async function invite(page: Page, email: string): Promise<string> {
  await fillInvitation(page, email)
  const secret = page.getByRole('dialog', { name: 'Temporary password of Marlene Kurz' })
  const password = await secret.getByLabel('Temporary password').inputValue()
  await secret.getByRole('button', { name: 'I copied it' }).click()
  return password
}

async function menuOf(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Actions for Marlene Kurz' }).click()
  return page.getByRole('menu')
}

/** Chooses an action in the manager's menu and confirms it. */
async function act(page: Page, action: string, confirm: string): Promise<void> {
  await (await menuOf(page)).getByRole('menuitem', { name: action, exact: true }).click()
  await page.getByRole('button', { name: confirm }).click()
  await expect(page.getByRole('button', { name: confirm })).toHaveCount(0)
}

/** Sets the lifetime of access tokens in seconds; '' uses the realm's value. */
async function tokensLastFor(seconds: string): Promise<void> {
  const [client] = (await keycloak.must('GET', '/clients?clientId=roadbook-portal')) as { id: string; attributes: object }[]
  const attributes = { ...client?.attributes, 'access.token.lifespan': seconds }
  await keycloak.must('PUT', `/clients/${client?.id}`, { ...client, attributes })
}

/** Returns the link in the newest mail. */
async function linkMailedTo(email: string): Promise<string> {
  const mails = () =>
    product.pool.query<{ text: string }>(
      `SELECT convert_from(raw, 'UTF8') AS text FROM mailbox.mails
       WHERE $1 = ANY (envelope_to) AND convert_from(raw, 'UTF8') LIKE '%action-token%' ORDER BY id DESC LIMIT 1`,
      [email],
    )
  await expect.poll(async () => (await mails()).rowCount).toBe(1)
  const [mail] = (await mails()).rows
  // Quoted-printable: soft line breaks, and characters by their codes.
  const text = (mail?.text ?? '').replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  return /http\S+action-token\S+/.exec(text)?.[0] ?? ''
}
