import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { hasControlCharacter, isReadable } from '@roadbook/platform'
import { z } from 'zod'
import { isEmail } from '../accounts.js'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../passwords/password-rules.js'

const LARGEST_BYTES = 16_384

/** Fields of a request to the internal port. */
const email = z.string().refine(isEmail)
const name = z
  .string()
  .trim()
  .min(1)
  .max(250)
  .refine((text) => !hasControlCharacter(text) && isReadable(text))
const password = z.string().min(PASSWORD_MIN_LENGTH).max(PASSWORD_MAX_LENGTH)
export const newAccountBody = z.object({ email, name, password })
export const profileBody = z.object({ email, name })
export const disabledBody = z.object({ disabled: z.boolean() })
export const passwordBody = z.object({ password })

/** Error for a body that is not JSON of the expected shape. */
export class BodyError extends Error {
  override name = 'BodyError'
}

/** @throws BodyError when the body is over 16 KiB, not JSON, or of another shape */
export async function readBody<T extends z.ZodType>(request: IncomingMessage, shape: T): Promise<z.infer<T>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > LARGEST_BYTES) throw new BodyError('the body is too large')
    chunks.push(chunk)
  }
  try {
    return shape.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  } catch (error) {
    throw new BodyError('the body has another shape', { cause: error })
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Returns whether the caller has the secret. The comparison takes constant time. */
export const knowsSecret = (request: IncomingMessage, secret: string): boolean =>
  timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${secret}`))
