import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { assertNoOpenTransaction } from '../../database/open-transaction.js'
import { Problem } from '../../http/problems.js'
import { problem } from '../../texts/platform.js'

/** Minimum time between two fetches for unknown key ids, in milliseconds. */
const COOLDOWN_MS = 30_000
const MAX_AGE_MS = 10 * 60_000
const TIMEOUT_MS = 5_000
/** Pause after a failed fetch, in milliseconds, so that an issuer that is down gets no further requests. */
const FAILURE_PAUSE_MS = 2_000
const MAX_DOCUMENT_BYTES = 1_048_576

const discoveryDocument = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) })

/**
 * Signing keys of an issuer. Fetches the keys on first use, and again when they are old or a token names an unknown key id.
 * While the issuer is unavailable, the cached keys stay in use.
 */
export class IssuerKeys {
  #remote: ReturnType<typeof createRemoteJWKSet> | undefined
  #discovery: Promise<URL> | undefined
  #failedAt = -Infinity

  constructor(
    private readonly issuer: string,
    private readonly jwksUri?: string,
  ) {}

  /** Returns the key that a token names, in the form that jose expects. */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    try {
      if (performance.now() - this.#failedAt < FAILURE_PAUSE_MS) throw new Error('the issuer did not answer a moment ago')
      this.#remote ??= createRemoteJWKSet(await this.address(), {
        cooldownDuration: COOLDOWN_MS,
        cacheMaxAge: MAX_AGE_MS,
        timeoutDuration: TIMEOUT_MS,
      })
      return await this.#remote(header, token)
    } catch (error) {
      if (isAboutTheToken(error)) throw error
      if (performance.now() - this.#failedAt >= FAILURE_PAUSE_MS) this.#failedAt = performance.now()
      const known = this.#remote?.jwks()
      if (known) return createLocalJWKSet(known)(header, token)
      throw new Problem('unavailable', problem('issuer-unreachable'), { retryAfterS: 5, cause: error })
    }
  }

  private async address(): Promise<URL> {
    if (this.jwksUri) return new URL(this.jwksUri)
    this.#discovery ??= this.discover().finally(() => (this.#discovery = undefined))
    return this.#discovery
  }

  private async discover(): Promise<URL> {
    assertNoOpenTransaction('the identity provider')
    const response = await fetch(`${this.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    })
    if (!response.ok) throw new Error(`the discovery document answered ${response.status}`)
    const text = await response.text()
    if (text.length > MAX_DOCUMENT_BYTES) throw new Error('the discovery document is too large')
    const document = discoveryDocument.parse(JSON.parse(text))
    if (document.issuer !== this.issuer) throw new Error(`the discovery document is of ${document.issuer}`)
    return new URL(document.jwks_uri)
  }
}

/** Returns whether the token, not the issuer, caused the error. */
const isAboutTheToken = (error: unknown) =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported
