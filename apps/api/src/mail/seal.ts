import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

const IV_BYTES = 12
const TAG_BYTES = 16
/** Maximum decompressed size, far above the largest attachment. */
const MAX_BYTES = 64 * 1024 * 1024

/** Compresses and encrypts data that must not be readable in a database or its dumps: AES-256-GCM, bound to the row's id. */
export class Seal {
  readonly #key: Buffer

  /** @param purpose purpose of the key; keys of other purposes do not open its data */
  constructor(secret: string, purpose = 'roadbook outgoing mail') {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  }

  /** Seals a value. Layout: iv 12 · tag 16 · ciphertext of the gzipped JSON. */
  async close(id: string, value: unknown): Promise<Buffer> {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(id))
    const packed = await promisify(gzip)(JSON.stringify(value))
    const sealed = Buffer.concat([cipher.update(packed), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed])
  }

  /** @throws Error when it was sealed with another secret or for another row, or was changed since */
  async open(id: string, sealed: Buffer): Promise<unknown> {
    const iv = sealed.subarray(0, IV_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(id))
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const packed = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    return JSON.parse((await promisify(gunzip)(packed, { maxOutputLength: MAX_BYTES })).toString('utf8'))
  }
}
