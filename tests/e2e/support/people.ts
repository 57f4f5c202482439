import type { Page } from '@playwright/test'
import { createAccount } from '@roadbook/identity/accounts'
import type { Product } from '../../support/product.js'
import { addUser, type NewUser } from '../../support/database/tenant-fixture.js'

export interface Credentials {
  email: string
  password: string
}

/** Somebody who can sign in. */
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

/** Opens a page of the portal, is sent to the sign-in, and comes back to that page. */
export async function signIn(page: Page, product: Product, { email, password }: Credentials, path = '/'): Promise<void> {
  await page.goto(`${product.portalUrl}${path}`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${product.portalUrl}${path}`)
}
