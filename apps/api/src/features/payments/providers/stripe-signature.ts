import { createHmac, timingSafeEqual } from 'node:crypto'
import { Forged } from './payment-provider.js'

/**
 * Maximum age of a signature in seconds. It prevents replays of intercepted messages.
 * @source https://docs.stripe.com/webhooks#replay-attacks
 */
const TOLERANCE_S = 300

/**
 * Checks Stripe's signature. It is the HMAC-SHA256 of `t.body` with the endpoint's secret. The time `t` must be within five
 * minutes of now. While a secret is being replaced, there are several `v1` signatures, and one match is enough. Other schemes
 * are ignored: `v0` is for test events.
 * @throws Forged when no signature matches
 * @source https://docs.stripe.com/webhooks#verify-manually
 */
export function assertSigned(body: string, header: unknown, secret: string, nowMs: number): void {
  if (typeof header !== 'string') throw new Forged('there is no signature')
  const parts = header.split(',').map((part) => part.trim().split('=', 2) as [string, string | undefined])
  const times = parts.filter(([name]) => name === 't').map(([, value]) => value ?? '')
  const [time = ''] = times
  if (times.length !== 1 || !/^\d{1,12}$/.test(time)) throw new Forged('the signature has no time')
  const expected = createHmac('sha256', secret).update(`${time}.${body}`, 'utf8').digest()
  const fits = parts.some(([name, value]) => name === 'v1' && isSame(value, expected))
  if (!fits) throw new Forged('the signature does not fit')
  if (Math.abs(nowMs / 1000 - Number(time)) > TOLERANCE_S) throw new Forged('the signature is too old')
}

function isSame(hex: string | undefined, expected: Buffer): boolean {
  if (hex === undefined || !/^[0-9a-f]{64}$/.test(hex)) return false
  return timingSafeEqual(Buffer.from(hex, 'hex'), expected)
}
