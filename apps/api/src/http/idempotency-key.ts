import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import type { FastifyRequest } from 'fastify'
import { invalid } from './problems.js'
import { field } from '../texts/platform.js'

/** Header that marks repeated requests as the same write. */
export const IDEMPOTENCY_KEY = 'idempotency-key'

/** Returns the Idempotency-Key of a request; null when there is none. */
export function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers[IDEMPOTENCY_KEY]
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw invalid({ [IDEMPOTENCY_KEY]: [field('not-a-key')] })
  }
  return key
}

/** Injects the Idempotency-Key that was sent; null when none was. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | null =>
  readIdempotencyKey(context.switchToHttp().getRequest<FastifyRequest>()),
)
