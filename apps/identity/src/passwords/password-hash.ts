import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'
import { HashQueue } from './hash-queue.js'

/** Argon2id with 64 MiB and 3 passes. This is above the OWASP minimum, and takes about 0.15 s on a slow core. */
const COST = { memory: 65_536, passes: 3, parallelism: 1 }
const TAG_BYTES = 32
const SALT_BYTES = 16

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>
const queue = new HashQueue(2)

/**
 * Normalises a password. Unicode text that looks the same must be the same password, whatever keyboard it was typed on (NIST
 * 800-63B, 3.1.1.2).
 */
const normalised = (password: string) => password.normalize('NFKC')

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** @returns the hash in PHC form: `$argon2id$v=19$m=…,t=…,p=…$salt$hash` */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  const tag = await queue.run(() => derive('argon2id', { message: normalised(password), nonce, tagLength: TAG_BYTES, ...COST }))
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/**
 * Returns whether `password` has this hash. The comparison takes constant time. The parameters of the computation are in the
 * hash.
 * @throws Error when the stored hash is not an argon2id PHC string
 */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const parts = PHC.exec(hash)
  if (!parts) throw new Error('the stored password hash is not argon2id')
  const [, memory, passes, parallelism, salt, tag] = parts as unknown as [string, string, string, string, string, string]
  const expected = Buffer.from(tag, 'base64')
  const actual = await queue.run(() =>
    derive('argon2id', {
      message: normalised(password),
      nonce: Buffer.from(salt, 'base64'),
      tagLength: expected.length,
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    }),
  )
  return timingSafeEqual(actual, expected)
}

let nobody: Promise<string> | undefined

/**
 * Always returns false, but takes as long as {@link verifyPassword}. A sign-in with an unknown e-mail address thus takes as
 * long as one with a known address.
 */
export async function verifyNobody(password: string): Promise<false> {
  nobody ??= hashPassword(randomBytes(32).toString('hex'))
  await verifyPassword(password, await nobody)
  return false
}

/**
 * Creates the hash for unknown e-mail addresses in advance. Otherwise the first sign-in with an unknown address would take
 * twice as long.
 */
export async function prepareNobody(): Promise<void> {
  await verifyNobody('')
}
