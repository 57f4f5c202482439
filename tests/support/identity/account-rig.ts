import { createHash, randomBytes } from 'node:crypto'
import { type RunningApi, startApi } from '@roadbook/api/bootstrap'
import { createAccount } from '@roadbook/identity/accounts'
import type { RunningIdentity } from '@roadbook/identity/bootstrap'
import { Tenants } from '../api/api-tenants.js'
import { Browser, type Page, PortalClient, type TokenAnswer } from './identity-browser.js'
import { MailBench } from '../mail/mail-bench.js'
import { createTestDatabase, type TestDatabase } from '../database/test-database.js'
import { ADMIN_SECRET, startIdentityWithPort } from '../api/users-rig.js'

export const PASSWORD = 'vier fietsen op een rij'

/** A browser in which a user is signed in, and the tokens that its portal has received. */
export interface SignedIn {
  browser: Browser
  portal: PortalClient
  tokens: TokenAnswer
}

/** Identity provider, API and mailbox on one database. Small installations have the same parts. */
export class AccountRig {
  private constructor(
    readonly database: TestDatabase,
    readonly identity: RunningIdentity,
    readonly api: RunningApi,
    readonly mails: MailBench,
    readonly tenants: Tenants,
  ) {}

  static async start(): Promise<AccountRig> {
    const database = await createTestDatabase()
    const mails = await MailBench.start(database.urlOf('mailbox'), database.pool)
    const identity = await startIdentityWithPort(database.urlOf('identity'), {
      TRUSTED_PROXIES: 'loopback',
      SMTP_URL: mails.smtpUrl,
    })
    const api = await startApi({
      DATABASE_URL: database.urlOf('web'),
      LOG_LEVEL: 'silent',
      PORT: '0',
      HOST: '127.0.0.1',
      API_HEALTH_PORT: '0',
      OIDC_ISSUER: identity.issuer,
      IDENTITY_ADMIN_URL: `http://127.0.0.1:${identity.adminPort}`,
      IDENTITY_ADMIN_SECRET: ADMIN_SECRET,
      PORTAL_DIR: '/nowhere',
      SMTP_URL: mails.smtpUrl,
      RATE_LIMIT_ADDRESS_PER_MINUTE: '100000',
    })
    return new AccountRig(database, identity, api, mails, new Tenants(database.pool))
  }

  /** Adds a user with an account. */
  async person(
    email: string,
    role: Parameters<Tenants['user']>[1],
    business: number | null = null,
  ): Promise<{ id: number; subject: string }> {
    const id = await this.tenants.user(email, role, business)
    const subject = await createAccount(this.database.pool, {
      email,
      password: PASSWORD,
      mustChangePassword: false,
      name: 'Ada Byron',
    })
    await this.database.pool.query('UPDATE users SET issuer = $2, subject = $3 WHERE id = $1', [
      id,
      this.identity.issuer,
      subject,
    ])
    return { id, subject }
  }

  /** Creates an API token of this user with all of the user's rights. */
  async apiToken(userId: number): Promise<string> {
    const secret = `rbk_${randomBytes(32).toString('base64url')}`
    await this.database.pool.query('INSERT INTO api_tokens (user_id, name, secret_hash) VALUES ($1, $2, $3)', [
      userId,
      'Integration',
      createHash('sha256').update(secret).digest(),
    ])
    return secret
  }

  /** Signs in with the password and returns the next page. */
  async givePassword(email: string, headers: Record<string, string> = {}, password = PASSWORD) {
    const browser = new Browser(this.identity.issuer, headers)
    const portal = new PortalClient(this.identity.issuer, headers)
    const form = await browser.get(portal.authorizationUrl({ scope: 'openid email profile offline_access' }))
    return { browser, portal, page: await browser.submit(form, { email, password }) }
  }

  async signIn(email: string, headers: Record<string, string> = {}, password = PASSWORD): Promise<SignedIn> {
    const { browser, portal, page } = await this.givePassword(email, headers, password)
    return { browser, portal, tokens: await portal.exchange(codeOfPage(page)) }
  }

  // Tests look at bodies of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  async call(method: string, path: string, token: string | undefined): Promise<{ status: number; body: any }> {
    const response = await fetch(`http://127.0.0.1:${this.api.port}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }

  async stop(): Promise<void> {
    await this.api.close()
    await this.identity.close()
    await this.mails.stop()
    await this.database.drop()
  }
}

/** Returns the code that the browser takes back to the portal. */
export const codeOfPage = (page: Page): string => page.left?.searchParams.get('code') ?? ''
