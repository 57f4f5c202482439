import { createHash } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { errors, type AdapterPayload } from 'oidc-provider'
import type pg from 'pg'
import { underWay } from '../http/under-way.js'
import { readCookies } from '../http/preferences.js'
import { PostgresAdapter } from './postgres-adapter.js'

/** Maximum length of the cookie's value. Browsers keep 4096 bytes of a cookie, including its name and attributes. */
const LONGEST_COOKIE = 3_800

/**
 * Stores sign-ins in progress. Until the first correct password, a sign-in is stored encrypted in a cookie of the browser, so
 * that strangers write nothing into the database. After that, it is stored as a row, like the provider's other data.
 */
export class InteractionAdapter extends PostgresAdapter {
  readonly #keys: Buffer[]
  readonly #cookie: string
  readonly #attributes: string

  constructor(pool: pg.Pool, { issuer, secrets }: { issuer: string; secrets: readonly string[] }) {
    super(pool, 'Interaction')
    const isSecure = issuer.startsWith('https:')
    this.#keys = secrets.map((secret) => createHash('sha256').update(`sign-ins under way ${secret}`).digest())
    this.#cookie = `${isSecure ? '__Secure-' : ''}roadbook_request`
    this.#attributes = `HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  }

  override async upsert(id: string, payload: AdapterPayload, expiresInS = 3_600): Promise<void> {
    if (!isStrangers(payload)) return super.upsert(id, payload, expiresInS)
    const sealed = await new EncryptJWT({ payload })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setSubject(id)
      .setExpirationTime(`${expiresInS}s`)
      .encrypt(this.#keys[0] as Buffer)
    if (sealed.length > LONGEST_COOKIE) throw new errors.InvalidRequest('the request is too long')
    this.#setCookie(id, sealed, expiresInS)
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    return (await super.find(id)) ?? this.#fromBrowser(id)
  }

  override async destroy(id: string): Promise<void> {
    await super.destroy(id)
    this.#setCookie(id, '', 0)
  }

  async #fromBrowser(id: string): Promise<AdapterPayload | undefined> {
    const request = underWay.getStore()?.request
    const sealed = request && readCookies(request).get(this.#cookie)
    if (!sealed) return undefined
    for (const key of this.#keys) {
      const opened = await jwtDecrypt<{ payload: AdapterPayload }>(sealed, key, { subject: id }).catch(() => undefined)
      if (opened) return opened.payload.payload
    }
    return undefined
  }

  #setCookie(id: string, value: string, maxAgeS: number): void {
    const cookie = `${this.#cookie}=${value}; Path=/interaction/${id}; Max-Age=${maxAgeS}; ${this.#attributes}`
    underWay.getStore()?.response.appendHeader('Set-Cookie', cookie)
  }
}

/**
 * Returns whether the interaction belongs to no account yet. Such an interaction has no session, and no form was submitted in
 * it or in an interaction before it.
 */
const isStrangers = ({ session, accountId, result, lastSubmission }: AdapterPayload) =>
  !session && !accountId && !result && !lastSubmission
