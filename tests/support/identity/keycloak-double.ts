import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AdminAnswer, askKeycloak } from './keycloak-request.js'

interface Account extends Record<string, unknown> {
  id: string
  username: string
  email: string
  enabled: boolean
}

interface Reply {
  status: number
  body?: unknown
  location?: string
}

const ADMIN = '/admin/realms/roadbook'
const NO_MAIL = 'Error when attempting to send the email to the server. More information is available in the server log.'

const PORTAL = { clientId: 'roadbook-portal', redirectUris: ['/auth/callback', '/auth/silent'] }

/**
 * Behaves like Keycloak's admin REST API for accounts. User names and e-mail addresses are unique. A `PUT` replaces the
 * whole profile. An unknown user gives 404. A password is checked against the policy. A link may lead only to addresses
 * that are allowed for its client. A token expires. The end-to-end suite shows that a real Keycloak refuses the same
 * requests.
 */
export class KeycloakDouble {
  readonly accounts = new Map<string, Account>()
  readonly requests: string[] = []
  readonly passwords = new Map<string, { value: string; temporary: boolean }>()
  readonly credentials = new Map<string, { id: string; type: string }[]>()
  readonly mailed: string[] = []
  readonly signedOut: string[] = []
  tokensGiven = 0
  /** If true, tokens issued earlier are refused. */
  forgetsTokens = false
  /** If true, breaks the connection after carrying out a request. */
  losesAnswers = false
  isDown = false
  /** If true, the service account lacks its rights. */
  isForbidding = false
  /** If true, no mail can be sent. */
  isMute = false
  /** Minimum length of passwords. */
  minLength = 8

  private constructor(private readonly server: Server) {}

  static async start(): Promise<KeycloakDouble> {
    const server = createServer()
    const double = new KeycloakDouble(server)
    server.on('request', (request, response) => void double.serve(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return double
  }

  get realmUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/realms/roadbook`
  }

  /** Sends a request as the API does. */
  askAsDirectory(method: string, path: string, body?: unknown): Promise<AdminAnswer> {
    const client = { client_id: 'roadbook-directory', client_secret: 'directory secret' }
    const form = { realm: 'roadbook', grant_type: 'client_credentials', ...client }
    return askKeycloak(new URL(this.realmUrl).origin, form, method, path, body)
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')
    const url = new URL(request.url ?? '/', this.realmUrl)
    this.requests.push(`${request.method} ${url.pathname}`)
    const reply = this.isDown ? { status: 502 } : this.answer(request, url, text)
    if (this.losesAnswers && url.pathname.startsWith(ADMIN)) return void response.destroy()
    if (reply.location) response.setHeader('Location', reply.location)
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    response.end(reply.body === undefined ? '' : JSON.stringify(reply.body))
  }

  private answer(request: IncomingMessage, url: URL, text: string): Reply {
    if (url.pathname === '/realms/roadbook/protocol/openid-connect/token') return this.token(new URLSearchParams(text))
    if (request.headers.authorization !== `Bearer token ${this.tokensGiven}` || this.forgetsTokens) {
      this.forgetsTokens = false
      return { status: 401, body: { error: 'HTTP 401 Unauthorized' } }
    }
    if (this.isForbidding) return { status: 403, body: { error: 'HTTP 403 Forbidden' } }
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    const path = url.pathname.slice(ADMIN.length)
    if (path === '/users' && request.method === 'GET') return this.find(url.searchParams)
    if (path === '/users' && request.method === 'POST') return this.create(body as Account)
    const [, id = '', action = ''] = /^\/users\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? []
    const account = this.accounts.get(id)
    if (!account) return { status: 404, body: { error: 'User not found' } }
    return this.act(`${request.method} ${action}`, account, body, url.searchParams)
  }

  private token(form: URLSearchParams): Reply {
    const isOurs = form.get('grant_type') === 'client_credentials' && form.get('client_secret') === 'directory secret'
    if (!isOurs || form.get('client_id') !== 'roadbook-directory') return { status: 401, body: { error: 'unauthorized_client' } }
    return { status: 200, body: { access_token: `token ${++this.tokensGiven}`, expires_in: 60, token_type: 'Bearer' } }
  }

  private find(query: URLSearchParams): Reply {
    const wanted = query.get('username') ?? ''
    const found = [...this.accounts.values()].filter(({ username }) =>
      query.get('exact') === 'true' ? username === wanted : username.includes(wanted),
    )
    return { status: 200, body: found }
  }

  private create(account: Account): Reply {
    if (this.isTaken(account)) return { status: 409, body: { errorMessage: 'User exists with same email' } }
    const id = randomUUID()
    const { credentials, ...kept } = account as Account & { credentials?: { value: string; temporary: boolean }[] }
    const refused = credentials?.[0] && this.refusedPassword(credentials[0].value)
    if (refused) return refused
    if (credentials?.[0]) this.passwords.set(id, credentials[0])
    this.accounts.set(id, { ...kept, id })
    return { status: 201, location: `${this.realmUrl.replace('/realms/', '/admin/realms/')}/users/${id}` }
  }

  private act(what: string, account: Account, body: unknown, query: URLSearchParams): Reply {
    switch (what) {
      case 'GET ':
        return { status: 200, body: account }
      case 'PUT ': {
        const next = body as Account
        if (this.isTaken(next, account.id)) return { status: 409, body: { errorMessage: 'User exists with same email' } }
        this.accounts.set(account.id, { ...next, id: account.id })
        return { status: 204 }
      }
      case 'GET credentials':
        return { status: 200, body: this.credentials.get(account.id) ?? [] }
      case 'DELETE ':
        this.accounts.delete(account.id)
        return { status: 204 }
      case 'POST logout':
        this.signedOut.push(account.id)
        return { status: 204 }
      case 'PUT reset-password': {
        const credential = body as { value: string; temporary: boolean }
        const refused = this.refusedPassword(credential.value)
        if (refused) return refused
        this.passwords.set(account.id, credential)
        return { status: 204 }
      }
      case 'PUT execute-actions-email':
        if (!account.email) return { status: 400, body: { errorMessage: 'User email missing' } }
        if (!account.enabled) return { status: 400, body: { errorMessage: 'User is disabled' } }
        if (query.has('redirect_uri') && !query.has('client_id'))
          return { status: 400, body: { errorMessage: 'Client id missing' } }
        if (query.has('client_id') && query.get('client_id') !== PORTAL.clientId)
          return { status: 400, body: { errorMessage: "Client doesn't exist" } }
        if (query.has('redirect_uri') && !PORTAL.redirectUris.includes(query.get('redirect_uri') ?? ''))
          return { status: 400, body: { errorMessage: 'Invalid redirect uri.' } }
        if (this.isMute) return { status: 500, body: { errorMessage: `Failed to send execute actions email: ${NO_MAIL}` } }
        this.mailed.push(`${account.email}: ${String(body)}`)
        return { status: 204 }
      default:
        return { status: 405 }
    }
  }

  private refusedPassword(value: string): Reply | undefined {
    if (value.length >= this.minLength) return undefined
    const description = `Invalid password: minimum length ${this.minLength}.`
    return { status: 400, body: { error: 'invalidPasswordMinLengthMessage', error_description: description } }
  }

  private isTaken({ email, username }: Account, besides?: string): boolean {
    return [...this.accounts.values()].some((one) => one.id !== besides && (one.email === email || one.username === username))
  }
}
