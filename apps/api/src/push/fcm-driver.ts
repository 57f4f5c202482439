import type { JWT } from 'google-auth-library'
import { z } from 'zod'
import { assertNoOpenTransaction } from '../database/open-transaction.js'
import { askProvider, outcomeOf, unreachable } from './ask-provider.js'
import { KEPT_S, type Push, type PushDriver, type PushOutcome, SEND_MS } from './push-driver.js'
import { pushSays } from './texts.js'

/** Required fields of the service account's file from the Firebase console. */
export const serviceAccount = z.looseObject({
  project_id: z.string().min(1),
  client_email: z.string().min(1),
  private_key: z.string().includes('PRIVATE KEY'),
  token_uri: z.url().default('https://oauth2.googleapis.com/token'),
})
export type ServiceAccount = z.infer<typeof serviceAccount>

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'

/** @source https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode */
const failure = z.looseObject({
  error: z.looseObject({
    status: z.string().default(''),
    message: z.string().default(''),
    details: z
      .array(
        z.looseObject({
          errorCode: z.string().optional(),
          fieldViolations: z.array(z.looseObject({ field: z.string().default('') })).optional(),
        }),
      )
      .default([]),
  }),
})

/** Sends to apps through Firebase Cloud Messaging (HTTP v1). */
export class FcmDriver implements PushDriver {
  readonly #auth: JWT
  readonly #url: string

  private constructor(url: string, auth: JWT) {
    this.#url = url
    this.#auth = auth
  }

  /** Creates a driver. Loads Firebase's sign-in library here, because most operators have no app and do not need it. */
  static async open(account: ServiceAccount, baseUrl: string): Promise<FcmDriver> {
    const { JWT } = await import('google-auth-library')
    const auth = new JWT({
      email: account.client_email,
      key: account.private_key,
      scopes: [SCOPE],
      // Uses the token address in the account's file, because it may differ from the address that is fixed in the library.
      transporterOptions: {
        retry: false,
        timeout: SEND_MS,
        fetchImplementation: (_, init) => fetch(account.token_uri, init),
      },
    })
    const url = `${baseUrl.replace(/\/+$/, '')}/v1/projects/${encodeURIComponent(account.project_id)}/messages:send`
    return new FcmDriver(url, auth)
  }

  async send({ address, title, body, tag }: Push): Promise<PushOutcome> {
    const token = await this.accessToken()
    if (typeof token !== 'string') return token
    const message = {
      token: address.token,
      notification: { title, body },
      data: { tag },
      // Because of `tag`, the device replaces a notification that it already shows. Because of `collapse_key`, Firebase
      // replaces a notification that still waits for the device.
      android: { collapse_key: tag, ttl: `${KEPT_S}s`, notification: { tag } },
      apns: { headers: { 'apns-collapse-id': tag, 'apns-expiration': String(Math.floor(Date.now() / 1_000) + KEPT_S) } },
    }
    const answer = await askProvider(this.#url, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message }),
    })
    if ('kind' in answer) return answer
    if (answer.status === 200) return { kind: 'sent' }
    const { status, message: said, details } = failureOf(answer.text)
    const code = details.find(({ errorCode }) => errorCode !== undefined)?.errorCode ?? status
    const isTokens = details.some(({ fieldViolations = [] }) => fieldViolations.some(({ field }) => field === 'message.token'))
    // The token of a removed app is invalid for good, and so is a token that belongs to another project.
    if (['UNREGISTERED', 'SENDER_ID_MISMATCH'].includes(code) || isTokens) return { kind: 'gone', reason: pushSays('gone') }
    // The access token may have been revoked. A later attempt gets a new one.
    if (answer.status === 401 && code !== 'THIRD_PARTY_AUTH_ERROR') {
      this.#auth.credentials = { refresh_token: 'jwt-placeholder', expiry_date: 1 }
      return { kind: 'later', reason: pushSays('no-access', { reason: code }) }
    }
    const outcome = outcomeOf(answer, [code || `HTTP ${answer.status}`, said.slice(0, 120)].filter(Boolean).join(': '))
    // Firebase requires a wait of at least a minute if the answer has no Retry-After.
    return outcome.kind === 'later' ? { ...outcome, afterS: outcome.afterS ?? 60 } : outcome
  }

  private async accessToken(): Promise<string | PushOutcome> {
    assertNoOpenTransaction('a push provider')
    try {
      const { token } = await this.#auth.getAccessToken()
      return token ?? { kind: 'later', reason: pushSays('no-access', { reason: 'no token' }) }
    } catch (error) {
      const status = (error as { status?: number; response?: { status?: number } }).response?.status
      if (status === undefined || status >= 500 || status === 429) return unreachable(error)
      // The operator can correct a wrong or deleted service account, so the push is tried again later.
      return { kind: 'later', reason: pushSays('no-access', { reason: String((error as Error).message).slice(0, 120) }) }
    }
  }
}

function failureOf(text: string): z.infer<typeof failure>['error'] {
  try {
    return failure.parse(JSON.parse(text)).error
  } catch {
    return { status: '', message: '', details: [] }
  }
}
