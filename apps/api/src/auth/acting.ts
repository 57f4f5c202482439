import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import { type OnceRequest, onceOf } from '../http/once.js'
import { originOf, type RequestOrigin } from '../http/request-origin.js'
import { type AuthenticatedRequest, type Caller, callerOf } from './caller.js'

/** Who does something, and from where: what the audit log tells. */
export interface Actor {
  readonly caller: Caller
  readonly origin: RequestOrigin
}

/** The same of a request, which its caller may send again: what every write hands on. */
export interface Acting extends Actor {
  /** Null when no Idempotency-Key was sent. */
  readonly once: OnceRequest | null
}

/** Gives a handler who is {@link Acting}. The key is read only by writes that take one: others may be sent any. */
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
