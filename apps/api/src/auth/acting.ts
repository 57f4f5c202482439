import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import { type OnceRequest, onceOf } from '../http/once.js'
import { originOf, type RequestOrigin } from '../http/request-origin.js'
import { type AuthenticatedRequest, type Caller, callerOf } from './caller.js'

/** The user of an action and the origin of their request, for the audit log. */
export interface Actor {
  readonly caller: Caller
  readonly origin: RequestOrigin
}

/** The user and origin of a write, with the Idempotency-Key if one was sent. Every write passes this on. */
export interface Acting extends Actor {
  /** Key and fingerprint of the request; null when no Idempotency-Key was sent. */
  readonly once: OnceRequest | null
}

/**
 * Injects {@link Acting} into a handler. The Idempotency-Key is validated only in writes that accept a key. Other requests
 * may send any value in that header.
 */
export const By = createParamDecorator((_: unknown, context: ExecutionContext): Acting => {
  const request = context.switchToHttp().getRequest<AuthenticatedRequest>()
  return {
    caller: callerOf(request),
    origin: originOf(request),
    get once() {
      return onceOf(request)
    },
  }
})
