import { Inject, Injectable } from '@nestjs/common'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { API_CONFIGURATION, type ApiConfiguration } from '../../configuration.js'
import { tokenHash, unauthenticated } from './bearer-token.js'
import { IssuerKeys } from './issuer-keys.js'

/** Identity in an access token. */
export interface Identity {
  issuer: string
  subject: string
  /** E-mail address; set only when the issuer has verified it. */
  verifiedEmail?: string
  /** Session at the identity provider, if the token names a session. */
  sessionId?: string
  /** Issue time in milliseconds since 1970 UTC; 0 when the token does not contain it. */
  issuedAt: number
  /** Expiry in milliseconds since 1970 UTC. */
  expiresAt: number
}

/** Asymmetric algorithms only. With a symmetric one, the public key could be used as the secret. */
const ALGORITHMS = ['RS256', 'ES256']
/** Header types of access tokens; some providers use plain JWT. */
const TYPES = [undefined, 'JWT', 'AT+JWT', 'APPLICATION/AT+JWT']
const CLOCK_TOLERANCE_S = 30
const MAX_CACHED = 10_000
/**
 * Time after which a cached token is verified again, in milliseconds. If the issuer withdraws a key, tokens signed with it
 * are therefore accepted for at most this time.
 */
const KNOWN_FOR_MS = 5 * 60_000

/** Verifies access tokens with the issuer's keys. Caches verified tokens by hash for some minutes. */
@Injectable()
export class AccessTokenVerifier {
  readonly #keys: IssuerKeys
  readonly #verified = new Map<string, { identity: Identity; until: number }>()

  constructor(@Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration) {
    this.#keys = new IssuerKeys(configuration.OIDC_ISSUER, configuration.OIDC_JWKS_URI)
  }

  /** @throws Problem 401 when the token is invalid for any reason; 503 when the issuer's keys are unavailable. */
  async verify(token: string): Promise<Identity> {
    const hash = tokenHash(token).toString('base64')
    const known = this.#verified.get(hash)
    if (known && known.until > Date.now()) return known.identity
    this.#verified.delete(hash)
    const identity = await this.check(token)
    const until = Math.min(identity.expiresAt, Date.now() + KNOWN_FOR_MS)
    if (until > Date.now()) {
      const oldest = this.#verified.size >= MAX_CACHED ? this.#verified.keys().next().value : undefined
      if (oldest) this.#verified.delete(oldest)
      this.#verified.set(hash, { identity, until })
    }
    return identity
  }

  private async check(token: string): Promise<Identity> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, this.#keys.find, {
        issuer: this.configuration.OIDC_ISSUER,
        audience: this.configuration.OIDC_AUDIENCE,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_S,
        requiredClaims: ['exp', 'sub', 'iss', 'aud'],
      })
      if (!TYPES.includes(protectedHeader.typ?.toUpperCase()) || isOtherKind(payload)) throw unauthenticated()
      return toIdentity(payload)
    } catch (error) {
      throw error instanceof errors.JOSEError ? unauthenticated(error) : error
    }
  }
}

/**
 * Returns whether the token is not an access token. Id tokens and refresh tokens are refused, whatever their audience. Some
 * providers state the kind of token in the payload. Their name for an access token is `Bearer`.
 */
const isOtherKind = (payload: JWTPayload) =>
  (payload.typ !== undefined && payload.typ !== 'Bearer') || 'at_hash' in payload || 'nonce' in payload

/** Control characters. No provider uses them in subjects, and the database cannot search for them. */
const UNSPEAKABLE = /\p{Cc}/u

function toIdentity(payload: JWTPayload): Identity {
  const { iss, sub, exp, iat = 0, email, email_verified: isVerified, sid } = payload
  if (!iss || !sub || UNSPEAKABLE.test(sub) || !Number.isSafeInteger(exp) || exp === undefined) throw unauthenticated()
  if (iat > Date.now() / 1000 + CLOCK_TOLERANCE_S) throw unauthenticated()
  const verifiedEmail = isVerified === true && typeof email === 'string' ? email : undefined
  const sessionId = typeof sid === 'string' ? sid : undefined
  return { issuer: iss, subject: sub, verifiedEmail, sessionId, issuedAt: iat * 1000, expiresAt: exp * 1000 }
}
