import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from './problems.js'
import { problem } from '../texts/platform.js'

/** Header with the state of the object that the caller wants to change. */
export const IF_MATCH = 'if-match'

/** Returns the weak ETag of a row: its `updated_at`. */
export const weakTag = (updatedAt: Date): string => `W/"${updatedAt.toISOString()}"`

/** Injects the `If-Match` that was sent. Null means that there is none, or that it accepts any state (`*`). */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): string | null => {
  const tag = context.switchToHttp().getRequest<FastifyRequest>().headers[IF_MATCH]
  return tag === undefined || tag === '*' ? null : tag
})

/**
 * Checks a locked row against `If-Match`.
 * @throws Problem 412 when the row is no longer in the state that `ifMatch` names
 */
export function assertUnchanged(ifMatch: string | null, updatedAt: Date): void {
  if (ifMatch === null) return
  const tags = ifMatch.split(',').map((tag) => tag.trim())
  if (tags.includes(weakTag(updatedAt))) return
  throw new Problem('changedSince', problem('read-again'))
}

/** Sends the ETag of the state that the response contains. */
export const sendTag = (reply: FastifyReply, updatedAt: Date | string): void =>
  void reply.header('etag', weakTag(new Date(updatedAt)))
