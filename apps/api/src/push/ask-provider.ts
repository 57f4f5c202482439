import { assertNoOpenTransaction } from '../database/open-transaction.js'
import { type PushOutcome, SEND_MS } from './push-driver.js'
import { pushSays } from './texts.js'

interface ProviderAnswer {
  status: number
  /** Body of the answer. It is read up to a limit. */
  text: string
  /** Seconds from `Retry-After`. */
  retryAfterS: number | undefined
}

const MAX_ANSWER = 4_000

/**
 * Sends one request. Redirects are not followed.
 * @returns the answer; if there is none, the failure
 */
export async function askProvider(url: string, init: RequestInit): Promise<ProviderAnswer | PushOutcome> {
  assertNoOpenTransaction('a push provider')
  try {
    const response = await fetch(url, { ...init, method: 'POST', redirect: 'manual', signal: AbortSignal.timeout(SEND_MS) })
    const text = (await response.text()).slice(0, MAX_ANSWER)
    return { status: response.status, text, retryAfterS: secondsOf(response.headers.get('retry-after')) }
  } catch (error) {
    return unreachable(error)
  }
}

export const unreachable = (error: unknown): PushOutcome => {
  const { cause, name } = error as { cause?: { code?: string }; name?: string }
  return { kind: 'later', reason: pushSays('unreachable', { reason: cause?.code ?? name ?? 'Error' }) }
}

/**
 * Converts an answer in the way that is common to all providers. A provider that is busy or broken may accept the push later.
 */
export function outcomeOf({ status, retryAfterS }: ProviderAnswer, reason: string): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 429 || status >= 500) return { kind: 'later', reason: pushSays('busy', { reason }), afterS: retryAfterS }
  if (status === 401 || status === 403) return { kind: 'refused', reason: pushSays('no-access', { reason }) }
  return { kind: 'refused', reason: pushSays('refused', { reason }) }
}

/** Reads seconds or a date (RFC 9110, section 10.2.3). */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,7}$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1_000))
}
