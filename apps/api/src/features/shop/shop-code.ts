import { randomBytes } from 'node:crypto'

/** Begins every code, so that people and scanners recognise one and nobody takes it for an API token. */
export const SHOP_CODE_PREFIX = 'rbs_'

/** How long a code may be exchanged: the time of one redirect, not of a visit. */
export const SHOP_CODE_LIFETIME_S = 60

const RANDOM_BYTES = 32

/** A new code, 256 bits that nobody can guess. */
export const newShopCode = (): string => SHOP_CODE_PREFIX + randomBytes(RANDOM_BYTES).toString('base64url')

/** The shop's address with the code as `token`, beside whatever parameters it has already. */
export function shopLink(shopUrl: string, code: string): string {
  const url = new URL(shopUrl)
  url.searchParams.set('token', code)
  return url.href
}
