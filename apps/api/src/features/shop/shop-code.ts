import { randomBytes } from 'node:crypto'

/** Prefix of every code, so that people and secret scanners do not take it for an API token. */
export const SHOP_CODE_PREFIX = 'rbs_'

/** Seconds within which a code may be exchanged. They are enough for one redirect. */
export const SHOP_CODE_LIFETIME_S = 60

const RANDOM_BYTES = 32

/** Returns a new code of 256 random bits. */
export const newShopCode = (): string => SHOP_CODE_PREFIX + randomBytes(RANDOM_BYTES).toString('base64url')

/** Returns the shop's address with the code as its parameter `token`. Keeps the other parameters. */
export function shopLink(shopUrl: string, code: string): string {
  const url = new URL(shopUrl)
  url.searchParams.set('token', code)
  return url.href
}
