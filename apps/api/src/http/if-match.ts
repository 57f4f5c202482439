import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from './problems.js'
import { problem } from '../texts/platform.js'

/** Header that names the state of an object that a caller means to change. */
export const IF_MATCH = 'if-match'

/** Returns the weak ETag of a row: its `updated_at`. */
export const weakTag = (updatedAt: Date): string => `W/"${updatedAt.toISOString()}"`

/** Injects the `If-Match` that was sent; null when there is none, or when it accepts any state (`*`). */
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
