import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import type { FastifyReply } from 'fastify'

/**
 * Injects a signal that aborts when the client closes its connection before the answer. The signal listens to the response,
 * because the request closes as soon as its body is read.
 */
export const ClientGone = createParamDecorator((_: unknown, context: ExecutionContext): AbortSignal => {
  const { raw } = context.switchToHttp().getResponse<FastifyReply>()
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  if (raw.destroyed) gone.abort()
  return gone.signal
})
