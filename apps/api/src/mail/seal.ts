import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

const IV_BYTES = 12
const TAG_BYTES = 16
/** Maximum decompressed size in bytes. It is far above the largest attachment. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * Compresses and encrypts data that must not be readable in the database or its dumps. Uses AES-256-GCM. The encrypted data
 * are bound to the id of the row.
 */
export class Seal {
  readonly #key: Buffer

  /** @param purpose purpose of the key. A key for another purpose cannot open the data. */
  constructor(secret: string, purpose = 'roadbook outgoing mail') {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  }

  /**
   * Seals a value: compresses and encrypts it. Fields with their length: iv (12 bytes), tag (16 bytes), ciphertext of the
   * gzipped JSON (the rest).
   */
  async close(id: string, value: unknown): Promise<Buffer> {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(id))
    const packed = await promisify(gzip)(JSON.stringify(value))
    const sealed = Buffer.concat([cipher.update(packed), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed])
  }

  /** @throws Error when the data was sealed with another secret or for another row, or was changed since */
  async open(id: string, sealed: Buffer): Promise<unknown> {
    const iv = sealed.subarray(0, IV_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(id))
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const packed = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    return JSON.parse((await promisify(gunzip)(packed, { maxOutputLength: MAX_BYTES })).toString('utf8'))
  }
}
