import { assertNoOpenTransaction } from '../database/open-transaction.js'
import { DirectoryUnavailable } from './identity-directory.js'

const TIMEOUT_MS = 10_000

export interface DirectoryRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  token: string
  body?: unknown
}

export interface DirectoryAnswer {
  status: number
  /** The `Location` header. */
  location: string | null
  body: unknown
}

/**
 * Calls an identity provider's administration API.
 * @throws DirectoryUnavailable when there is no answer within 10 s, or an unreadable one.
 */
export async function askDirectory({ method, url, token, body }: DirectoryRequest): Promise<DirectoryAnswer> {
  assertNoOpenTransaction('the identity provider')
  try {
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== ''
    return {
      status: response.status,
      location: response.headers.get('location'),
      body: isJson ? (JSON.parse(text) as unknown) : undefined,
    }
  } catch (error) {
    throw new DirectoryUnavailable('the identity provider does not answer', { cause: error })
  }
}

/** The error names the call but not its body, because the body may contain a password. */
export const unexpected = (method: string, url: string, status: number): DirectoryUnavailable =>
  new DirectoryUnavailable(`the identity provider answered ${method} ${new URL(url).pathname} with ${status}`)
