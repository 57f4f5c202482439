import { createHash } from 'node:crypto'
import { Problem } from '../../http/problems.js'
import { problem } from '../../texts/platform.js'

/** Prefix of every API token, so that people and scanners recognise such tokens. */
export const API_TOKEN_PREFIX = 'rbk_'

/** Maximum length of a token in characters. Access tokens have about 1000. */
export const MAX_TOKEN_LENGTH = 8_192

/** Returns the problem for a missing or invalid token, with the specification's text. */
export const unauthenticated = (cause?: unknown): Problem => new Problem('unauthenticated', problem('token-invalid'), { cause })

/** Returns the token of an `Authorization: Bearer …` header; undefined when there is none. */
export function findBearerToken(header: string | undefined): string | undefined {
  const [, token] = /^Bearer ([\x21-\x7e]+)$/i.exec(header ?? '') ?? []
  return token && token.length <= MAX_TOKEN_LENGTH ? token : undefined
}

/** @throws Problem 401 when there is no token */
export function bearerToken(header: string | undefined): string {
  const token = findBearerToken(header)
  if (token === undefined) throw unauthenticated()
  return token
}

/** Returns whether a token is an API token. All others are access tokens of the issuer. */
export const isApiToken = (token: string): boolean => token.startsWith(API_TOKEN_PREFIX)

/** Returns the hash of a token. Only hashes of tokens are stored and compared. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
