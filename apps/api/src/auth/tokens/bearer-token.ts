import { createHash } from 'node:crypto'
import { Problem } from '../../http/problems.js'
import { problem } from '../../texts/platform.js'

/** Begins every API token, so that people and scanners recognise one. */
export const API_TOKEN_PREFIX = 'rbk_'

/** Longer ones are nobody's: access tokens are about 1 KB. */
export const MAX_TOKEN_LENGTH = 8_192

/** The text is the specification's. */
export const unauthenticated = (cause?: unknown): Problem => new Problem('unauthenticated', problem('token-invalid'), { cause })

/** The token of an `Authorization: Bearer …` header; undefined where there is none. */
export function findBearerToken(header: string | undefined): string | undefined {
  const [, token] = /^Bearer ([\x21-\x7e]+)$/i.exec(header ?? '') ?? []
  return token && token.length <= MAX_TOKEN_LENGTH ? token : undefined
}

/** @throws Problem 401 where there is none */
export function bearerToken(header: string | undefined): string {
  const token = findBearerToken(header)
  if (token === undefined) throw unauthenticated()
  return token
}

/** Separates API tokens from access tokens of the issuer; there are no other kinds. */
export const isApiToken = (token: string): boolean => token.startsWith(API_TOKEN_PREFIX)

/** Tokens are kept and compared by hash alone. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
