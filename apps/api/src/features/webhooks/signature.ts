import { createHmac, randomBytes } from 'node:crypto'

/** Prefix of secrets in Standard Webhooks, so that receivers can pass them to a library unchanged. */
const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

/** Signed data: the event, the time of sending, and every byte of the body. */
export interface Signed {
  id: string
  /** Seconds since 1970. */
  timestamp: number
  body: string
}

/** Returns the signature of Standard Webhooks, version 1: one HMAC-SHA256 for each valid secret, separated by spaces. */
export const signatureOf = ({ id, timestamp, body }: Signed, secrets: readonly string[]): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
