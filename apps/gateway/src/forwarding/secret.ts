import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * The secret of forwarding servers. Compares digests of equal length and not the secrets themselves. So the duration of the
 * comparison shows neither the secret's length nor how many characters were right.
 */
export class Secret {
  readonly #digest: Buffer

  constructor(secret: string) {
    this.#digest = digestOf(secret)
  }

  /** Returns true if an `Authorization` header contains the secret as its bearer token (RFC 6750). */
  isIn(authorization: string | undefined): boolean {
    const [, given] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
    return given !== undefined && timingSafeEqual(digestOf(given), this.#digest)
  }
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
