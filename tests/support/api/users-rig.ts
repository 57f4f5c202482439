import { startIdentity, type RunningIdentity } from '@roadbook/identity/bootstrap'
import { identityShape } from '@roadbook/identity/configuration'
import { readConfiguration } from '@roadbook/platform'
import { ApiUnderTest, type Answer } from './api-server.js'
import { Tenants } from './api-tenants.js'
import { PORTAL } from '../identity/identity-browser.js'
import { createTestDatabase, type TestDatabase } from '../database/test-database.js'

export const ADMIN_SECRET = 'a secret of this test only'.replaceAll(' ', '-').padEnd(40, '-')

/** Starts the embedded identity provider with its internal port, on the given database. */
export const startIdentityWithPort = (databaseUrl: string, more: Record<string, string> = {}): Promise<RunningIdentity> =>
  startIdentity(
    readConfiguration(identityShape, {
      DATABASE_URL: databaseUrl,
      IDENTITY_PORT: '0',
      IDENTITY_ADMIN_PORT: '0',
      IDENTITY_ADMIN_SECRET: ADMIN_SECRET,
      PORTAL_URL: PORTAL,
      LOG_LEVEL: 'silent',
      ...more,
    }),
  )

/** The API with accounts at an embedded identity provider. The tokens in the suites' requests come from the test issuer. */
export class UsersRig {
  private constructor(
    readonly api: ApiUnderTest,
    readonly identity: RunningIdentity,
    private readonly identityDatabase: TestDatabase,
    readonly tenants: Tenants,
  ) {}

  /**
   * Starts the rig.
   * @param more settings of the API, for example where it sends mail
   */
  static async start(more: Record<string, string> = {}): Promise<UsersRig> {
    const identityDatabase = await createTestDatabase()
    const identity = await startIdentityWithPort(identityDatabase.urlOf('identity'))
    const api = await ApiUnderTest.start({
      API_WORK: 'all',
      IDENTITY_ADMIN_URL: `http://127.0.0.1:${identity.adminPort}`,
      IDENTITY_ADMIN_SECRET: ADMIN_SECRET,
      ...more,
    })
    return new UsersRig(api, identity, identityDatabase, new Tenants(api.database.pool))
  }

  /** Returns the account with this address at the provider. */
  async account(email: string): Promise<Record<string, unknown> | undefined> {
    const { rows } = await this.identityDatabase.pool.query<Record<string, unknown>>(
      'SELECT * FROM identity.accounts WHERE email = lower($1)',
      [email],
    )
    return rows[0]
  }

  write(method: string, path: string, email: string, body?: unknown): Promise<Answer> {
    return this.api.call(method, `/api/v1${path}`, { email, body })
  }

  /** Returns the body of a request that creates a user. */
  person(email: string, parent: number | null, more: Record<string, unknown> = {}): Record<string, unknown> {
    return { first_name: 'Dora', last_name: 'Dealer', email, role_name: 'dealer', parent, ...more }
  }

  async stop(): Promise<void> {
    await this.api.stop()
    await this.identity.close()
    await this.identityDatabase.drop()
  }
}
