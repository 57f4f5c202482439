import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { normaliseEmail } from '../accounts.js'
import { readCookies } from './preferences.js'

/** Maximum number of accounts that one browser remembers. Several people may share a browser, for example in a workshop. */
const MOST_ACCOUNTS = 5
const HALF_YEAR_S = 182 * 86_400

/**
 * Browsers where an account's correct password was entered before. Failed sign-ins in these browsers are counted separately.
 * So a regular user is not locked out when somebody else enters wrong passwords from the same address (OWASP, device
 * cookies). The browser is recognised by a cookie that does not name the account. The cookie has a random number, and our
 * signature over this number and the e-mail address.
 */
export class KnownDevices {
  readonly #keys: Buffer[]
  readonly #name: string
  readonly #attributes: string

  constructor(secrets: readonly string[], isSecure: boolean) {
    this.#keys = secrets.map((secret) => createHash('sha256').update(`known devices ${secret}`).digest())
    this.#name = `${isSecure ? '__Secure-' : ''}roadbook_device`
    this.#attributes = `Path=/; Max-Age=${HALF_YEAR_S}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  }

  /**
   * Failures in a known browser are counted by a key of the browser and not by the address. Returns this key, or undefined
   * in a browser that is new to this account.
   */
  deviceOf(request: IncomingMessage, email: string): string | undefined {
    const nonce = this.#proofs(request)
      .find((proof) => this.#proves(proof, email))
      ?.split('.')[0]
    return nonce && `device ${createHash('sha256').update(nonce).digest('base64url')}`
  }

  /** Records that the correct password was entered in this browser. */
  remember(request: IncomingMessage, response: ServerResponse, email: string): void {
    const known = this.#proofs(request)
    if (known.some((proof) => this.#proves(proof, email))) return
    const nonce = randomBytes(16).toString('base64url')
    const proofs = [`${nonce}.${mac(this.#keys[0] as Buffer, nonce, email)}`, ...known].slice(0, MOST_ACCOUNTS)
    response.appendHeader('Set-Cookie', `${this.#name}=${proofs.join('~')}; ${this.#attributes}`)
  }

  #proofs(request: IncomingMessage): string[] {
    const cookie = readCookies(request).get(this.#name) ?? ''
    return cookie
      .split('~')
      .filter((proof) => /^[\w-]{22}\.[\w-]{43}$/.test(proof))
      .slice(0, MOST_ACCOUNTS)
  }

  #proves(proof: string, email: string): boolean {
    const [nonce = '', given = ''] = proof.split('.')
    return this.#keys.some((key) => timingSafeEqual(Buffer.from(mac(key, nonce, email)), Buffer.from(given)))
  }
}

const mac = (key: Buffer, nonce: string, email: string) =>
  createHmac('sha256', key)
    .update(`${nonce} ${normaliseEmail(email)}`)
    .digest('base64url')
