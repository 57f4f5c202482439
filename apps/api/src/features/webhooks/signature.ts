import { createHmac, randomBytes } from 'node:crypto'

/** As Standard Webhooks writes secrets: receivers hand them to a library as they are. */
const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

/** What the signature is of: which event, when it was sent, and every byte of the body. */
export interface Signed {
  id: string
  /** Seconds since 1970. */
  timestamp: number
  body: string
}

/** Standard Webhooks, version 1: HMAC-SHA256, one for each secret that is good at this moment, separated by blanks. */
export const signatureOf = ({ id, timestamp, body }: Signed, secrets: readonly string[]): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
