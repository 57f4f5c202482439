import { Secret, TOTP } from 'otpauth'

const STEP_S = 30
/** Length of the secret in bytes. RFC 4226 requires at least 128 bits and recommends 160. */
const SECRET_BYTES = 20
/** Number of 30 s steps by which a phone's clock may be ahead or behind (RFC 6238, 5.2). */
const WINDOW_STEPS = 1

/**
 * Creates a TOTP (RFC 6238) with SHA-1 and a code of six digits every 30 s, because every authenticator app supports these
 * settings.
 */
const totpOf = (secret: Uint8Array, email: string) =>
  new TOTP({
    issuer: 'Roadbook',
    label: email,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_S,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  })

export const newSecret = (): Buffer => Buffer.from(new Secret({ size: SECRET_BYTES }).bytes)

/** Returns the address in the QR code for the app. */
export const provisioningUri = (secret: Uint8Array, email: string): string => totpOf(secret, email).toString()

/** Returns the secret for typing, in base32 and in groups of four characters. */
export const typedSecret = (secret: Uint8Array): string =>
  totpOf(secret, '')
    .secret.base32.replace(/(.{4})(?=.)/g, '$1 ')
    .trim()

/**
 * Returns the number of the 30 s step that `code` belongs to. The step must be the current one or an adjacent one. Otherwise
 * returns undefined.
 * @param nowMs milliseconds since 1970 UTC
 */
export function stepOf(secret: Uint8Array, code: string, nowMs: number): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = totpOf(secret, '').validate({ token, timestamp: nowMs, window: WINDOW_STEPS })
  return delta === null ? undefined : Math.floor(nowMs / 1_000 / STEP_S) + delta
}
