import { assertNoOpenTransaction } from '../database/open-transaction.js'
import { retryAfterS } from './retry-after.js'

/** Pause in seconds after a refusal without a duration. The next constant is the maximum pause: an hour. */
const PAUSE_S = 60
const MOST_PAUSE_S = 3_600

/** Error for a request without an answer. Its message contains no coordinates. */
export class SourceFailure extends Error {
  override name = 'SourceFailure'
  constructor(
    message: string,
    /**
     * Pause in seconds, set only when the service refused the request to limit the load. It is the duration that the service
     * states, or the default.
     */
    readonly pauseS?: number,
    options: { cause?: unknown } = {},
  ) {
    super(message, options)
  }
}

export interface OutsideRequest {
  /** Name of the service in errors. */
  name: string
  headers: Record<string, string>
  /** Body of the request. A form is sent as a form, and any other value as JSON. */
  body?: unknown
  /** Method, if it does not follow from the body. */
  method?: 'POST' | 'DELETE'
  /** Maximum size of an answer in bytes. */
  maxBytes: number
  signal: AbortSignal
  /** Returns whether a status other than 2xx counts as an answer too. */
  isAnswer?: (status: number) => boolean
}

/**
 * Calls an operator's service at its configured address only. Redirects are not followed.
 * @throws SourceFailure when the service does not answer, or refuses
 */
export async function askOutside(url: URL, request: OutsideRequest): Promise<{ status: number; body: string }> {
  const { name, headers, signal, isAnswer } = request
  assertNoOpenTransaction(name)
  let response: Response
  try {
    response = await fetch(url, {
      ...sendingOf(request),
      headers: { ...headers, accept: 'application/json', ...typeOf(request) },
      redirect: 'error',
      signal,
    })
    if (response.ok || isAnswer?.(response.status)) return { status: response.status, body: await textOf(response, request) }
  } catch (error) {
    throw error instanceof SourceFailure ? error : new SourceFailure(`${name} does not answer`, undefined, { cause: error })
  }
  await response.body?.cancel()
  // 403: blocked, by Nominatim's policy; 429 and 503: too many requests.
  const pauseS = [403, 429, 503].includes(response.status) ? pauseOf(response.headers.get('retry-after')) : undefined
  throw new SourceFailure(`${name} answered ${response.status}`, pauseS)
}

const sendingOf = ({ body, method }: OutsideRequest): RequestInit => {
  if (body === undefined) return method ? { method } : {}
  return { method: method ?? 'POST', body: body instanceof URLSearchParams ? body.toString() : JSON.stringify(body) }
}

const typeOf = ({ body }: OutsideRequest): Record<string, string> => {
  if (body === undefined) return {}
  return { 'content-type': body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'application/json' }
}

/** @throws SourceFailure for an answer above the maximum size */
async function textOf({ body }: Response, { name, maxBytes }: OutsideRequest): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength
    if (length > maxBytes) throw new SourceFailure(`${name} answered too much`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const pauseOf = (header: string | null): number => Math.min(retryAfterS(header) ?? PAUSE_S, MOST_PAUSE_S)
