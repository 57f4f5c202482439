import { createHmac } from 'node:crypto'
import type { Page } from './identity-browser.js'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns the key (base32) that an authenticator app reads from the set-up page. */
export function secretOn({ body }: Pick<Page, 'body'>): string {
  const secret = /otpauth:\/\/totp\/[^"]*?secret=([A-Z2-7]+)/.exec(body)?.[1]
  if (!secret) throw new Error('no key for an authenticator app on this page')
  return secret
}

/** Returns the code that the app shows (RFC 6238) at a time `steps` times 30 s from now. */
export function codeOf(secret: string, steps = 0): string {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 0xf
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Returns the recovery codes on a page. */
export const recoveryCodesOn = ({ body }: Page): string[] =>
  [...body.matchAll(/<li><code>([^<]+)<\/code>/g)].map(([, code]) => code ?? '')
