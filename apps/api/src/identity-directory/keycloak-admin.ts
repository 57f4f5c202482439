import { z } from 'zod'
import { assertNoOpenTransaction } from '../database/open-transaction.js'
import { askDirectory, type DirectoryAnswer, type DirectoryRequest, unexpected } from './directory-http.js'
import { DirectoryUnavailable, RefusedByDirectory } from './identity-directory.js'

export interface KeycloakClient {
  /** Address of the realm as this process reaches it: `https://host/realms/name`. */
  realmUrl: string
  clientId: string
  clientSecret: string
}

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number() })
/** Milliseconds before its expiry when a token is renewed. */
const MARGIN_MS = 10_000
const TIMEOUT_MS = 10_000

/**
 * Keycloak's admin REST API. A service account calls it (client credentials). Paths are relative to `/admin/realms/<realm>`.
 * @source https://www.keycloak.org/docs-api/latest/rest-api/
 */
export class KeycloakAdmin {
  readonly adminUrl: string
  #token: { value: string; until: number } | undefined

  constructor(private readonly client: KeycloakClient) {
    this.adminUrl = client.realmUrl.replace(/\/realms\/([^/]+)\/?$/, '/admin/realms/$1')
  }

  /**
   * Sends a request. If the token was revoked, it is replaced and the request is repeated once.
   * @throws DirectoryUnavailable for any status except the expected ones; RefusedByDirectory when the service account may not
   *   do this
   */
  async ask(
    method: DirectoryRequest['method'],
    path: string,
    expected: readonly number[],
    body?: unknown,
  ): Promise<DirectoryAnswer> {
    const url = `${this.adminUrl}${path}`
    let answer = await askDirectory({ method, url, token: await this.token(), body })
    if (answer.status === 401) {
      this.#token = undefined
      answer = await askDirectory({ method, url, token: await this.token(), body })
    }
    if (expected.includes(answer.status)) return answer
    const trouble = unexpected(method, url, answer.status)
    throw answer.status === 403 || answer.status === 401 ? new RefusedByDirectory('rights', 0, { cause: trouble }) : trouble
  }

  private async token(): Promise<string> {
    if (this.#token && this.#token.until > Date.now()) return this.#token.value
    const { access_token: value, expires_in: seconds } = await this.fetchToken()
    this.#token = { value, until: Date.now() + seconds * 1_000 - MARGIN_MS }
    return value
  }

  private async fetchToken(): Promise<z.infer<typeof tokenAnswer>> {
    const { realmUrl, clientId, clientSecret } = this.client
    assertNoOpenTransaction('the identity provider')
    try {
      const response = await fetch(`${realmUrl.replace(/\/+$/, '')}/protocol/openid-connect/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!response.ok) throw new DirectoryUnavailable(`Keycloak gives ${clientId} no token: ${response.status}`)
      return tokenAnswer.parse(await response.json())
    } catch (error) {
      if (error instanceof DirectoryUnavailable) throw error
      throw new DirectoryUnavailable('Keycloak gives no token', { cause: error })
    }
  }
}
