import type { Page } from '@playwright/test'
import { createAccount } from '@roadbook/identity/accounts'
import type { Product } from '../../support/product.js'
import { codeOf, secretOn } from '../../support/identity/authenticator.js'
import { addUser, type NewUser } from '../../support/database/tenant-fixture.js'

export interface Credentials {
  email: string
  password: string
}

/** Adds a user who can sign in. */
export async function addPerson(product: Product, user: NewUser): Promise<Credentials> {
  const password = `Correct-horse-${user.email.length}!`
  await addUser(product.pool, user)
  await createAccount(product.pool, {
    email: user.email,
    password,
    mustChangePassword: false,
    name: `${user.firstName} ${user.lastName}`,
  })
  return { email: user.email, password }
}

/**
 * Opens a page of the portal, signs in in English or German, and returns to that page. The account gets the browser's language.
 */
export async function signIn(page: Page, product: Product, credentials: Credentials, path = '/'): Promise<void> {
  const language = (await page.evaluate(() => navigator.language)).slice(0, 2)
  await product.pool.query('UPDATE users SET locale = $1 WHERE email = $2', [language, credentials.email])
  await page.goto(`${product.portalUrl}${path}`)
  await trySignIn(page, credentials)
  await page.waitForURL(`${product.portalUrl}${path}`)
}

/** Sets up an authenticator app, which a super admin needs at the first sign-in besides the password. */
export async function setUpSecondStep(page: Page): Promise<void> {
  const code = page.locator('input[name=code]')
  const go = page.locator('button.primary')
  await code.waitFor()
  await code.fill(codeOf(secretOn({ body: await page.content() })))
  await go.click()
  // The recovery codes.
  await code.waitFor({ state: 'detached' })
  await go.click()
}

/** Fills in and submits the sign-in. */
export async function trySignIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel(/^Passwor[dt]$/).fill(password)
  await page.getByRole('button', { name: /^(Sign in|Anmelden)$/ }).click()
}

/** Signs in on the present page, in any of the languages. */
export async function enter(page: Page, { email, password }: Credentials): Promise<void> {
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.locator('main').waitFor({ timeout: 60_000 })
}

/** Returns the authorization header that the portal sends once a user has signed in. */
export async function bearerOf(page: Page, comeIn: () => Promise<void>): Promise<string> {
  const sent = page.waitForRequest((request) => request.url().includes('/api/v1/') && 'authorization' in request.headers())
  await comeIn()
  return (await sent).headers().authorization ?? ''
}
