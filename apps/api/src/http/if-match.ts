import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from './problems.js'
import { problem } from '../texts/platform.js'

/** The header with which a caller says which state of an object they mean to change. */
export const IF_MATCH = 'if-match'

/** The weak ETag of a row: its `updated_at`. */
export const weakTag = (updatedAt: Date): string => `W/"${updatedAt.toISOString()}"`

/** Gives a handler the `If-Match` that was sent; null when none was, or any state is fine (`*`). */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): string | null => {
  const tag = context.switchToHttp().getRequest<FastifyRequest>().headers[IF_MATCH]
  return tag === undefined || tag === '*' ? null : tag
})

/** @throws Problem 412 when the row, locked by the caller, has changed since the state that `ifMatch` names. */
export function assertUnchanged(ifMatch: string | null, updatedAt: Date): void {
  if (ifMatch === null) return
  const tags = ifMatch.split(',').map((tag) => tag.trim())
  if (tags.includes(weakTag(updatedAt))) return
  throw new Problem('changedSince', problem('read-again'))
}

/** Tells the state that an answer shows. */
export const sendTag = (reply: FastifyReply, updatedAt: Date | string): void =>
  void reply.header('etag', weakTag(new Date(updatedAt)))
