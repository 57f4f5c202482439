import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import { type OnceRequest, onceOf } from '../http/once.js'
import { originOf, type RequestOrigin } from '../http/request-origin.js'
import { type AuthenticatedRequest, type Caller, callerOf } from './caller.js'

/** Who does something, from where, and whether it may happen only once: what every write hands on and the audit log tells. */
export interface Acting {
  readonly caller: Caller
  readonly origin: RequestOrigin
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
