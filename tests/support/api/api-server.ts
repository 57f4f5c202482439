import { type GivenParts, type RunningApi, startApi } from '@roadbook/api/bootstrap'
import { askedOverHttp } from './asked-over-http.js'
import { MemoryEventLog } from './api-event-log.js'
import { TestIssuer } from './api-issuer.js'
import { createTestDatabase, type TestDatabase } from '../database/test-database.js'

export interface Answer {
  status: number
  headers: Headers
  // Tests look at bodies of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  text: string
}

/**
 * Rate limits that are switched off unless a suite tests them. A suite makes as many requests in a minute as people do in a
 * day.
 */
const RATE_LIMITS = ['TOKEN', 'ADDRESS', 'LOCATE', 'MESSAGES', 'CONSENTS']

/** An API over HTTP, with its own database, token issuer and event log. */
export class ApiUnderTest {
  api: RunningApi
  database: TestDatabase
  issuer: TestIssuer
  readonly log = new MemoryEventLog()
  private settings: Record<string, string>

  constructor(
    private readonly environment: Record<string, string> = {},
    private readonly given: Pick<GivenParts, 'logger'> = {},
  ) {}

  static async start(environment: Record<string, string> = {}, given: Pick<GivenParts, 'logger'> = {}): Promise<ApiUnderTest> {
    const started = new ApiUnderTest(environment, given)
    await started.open()
    return started
  }

  async open(): Promise<void> {
    ;[this.database, this.issuer] = await Promise.all([createTestDatabase(), TestIssuer.start()])
    const standard = {
      DATABASE_URL: this.database.urlOf('web'),
      PORT: '0',
      HOST: '127.0.0.1',
      API_HEALTH_PORT: '0',
      LOG_LEVEL: 'silent',
      PORTAL_DIR: '/nowhere',
      // Suites that test the API's background work set `all`. In all other suites, a scheduled job could change the results
      // that a test compares.
      API_WORK: 'requests',
    }
    const generous = Object.fromEntries(RATE_LIMITS.map((name) => [`RATE_LIMIT_${name}_PER_MINUTE`, '100000']))
    this.settings = { ...standard, ...generous, OIDC_ISSUER: this.issuer.url, ...this.environment }
    this.api = await startApi(this.settings, { log: this.log, ...this.given })
  }

  /** Starts another process on the same database. The caller closes it. */
  another(): Promise<RunningApi> {
    return startApi(this.settings, { log: new MemoryEventLog(), ...this.given })
  }

  get url(): string {
    return `http://127.0.0.1:${this.api.port}`
  }

  /** Calls the API as the user with this e-mail address, with this token, or anonymously. */
  async call(
    method: string,
    path: string,
    as: { email?: string; token?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const token = as.token ?? (as.email ? await this.issuer.tokenOf(as.email) : undefined)
    const { status, headers, text } = await askedOverHttp(`${this.url}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(as.body !== undefined && { 'content-type': 'application/json' }),
        ...as.headers,
      },
      ...(as.body !== undefined && { body: typeof as.body === 'string' ? as.body : JSON.stringify(as.body) }),
    })
    const isJson = /json/.test(headers.get('content-type') ?? '') && text !== ''
    return { status, headers, body: isJson ? JSON.parse(text) : undefined, text }
  }

  get(path: string, email: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('GET', `/api/v1${path}`, { email, headers })
  }

  /** Runs a query without row-level security. */
  async rows<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.database.pool.query<T>(text, values)).rows
  }

  async stop(): Promise<void> {
    await this.api.close()
    await this.issuer.stop()
    await this.database.drop()
  }
}
