import { createHash } from 'node:crypto'
import { applyDecorators } from '@nestjs/common'
import { ApiHeader } from '@nestjs/swagger'
import type { FastifyRequest } from 'fastify'
import { AnswersProblems } from './answers.decorator.js'
import { IDEMPOTENCY_KEY, readIdempotencyKey } from './idempotency-key.js'

/** Key and fingerprint of a write that its caller may repeat. The fingerprint is a hash of the call and its body. */
export interface OnceRequest {
  key: string
  /** SHA-256. */
  fingerprint: Buffer
}

/**
 * @returns null when no Idempotency-Key was sent
 * @throws Problem 422 for an invalid key
 */
export function onceOf(request: FastifyRequest): OnceRequest | null {
  const key = readIdempotencyKey(request)
  if (key === null) return null
  const [path] = request.url.split('?', 1)
  const call = JSON.stringify([request.method, path, sorted(request.body)])
  return { key, fingerprint: createHash('sha256').update(call).digest() }
}

/** Declares the header Idempotency-Key for OpenAPI. */
export const TakesIdempotencyKey = () =>
  applyDecorators(
    AnswersProblems(422),
    ApiHeader({
      name: IDEMPOTENCY_KEY,
      required: false,
      description:
        'Makes the request safe to repeat: for a day, the same key with the same body returns the first answer again. The same key with another body is refused.',
    }),
  )

/**
 * Returns the value with its properties sorted by name. The recursion is safe, because the nesting of the body was limited
 * before.
 */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([name, inner]) => [name, sorted(inner)])
}
