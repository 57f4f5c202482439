import type { FastifyRequest } from 'fastify'
import passport from 'passport'
import type { AuthenticationService } from '../authentication.service.js'
import { findBearerToken } from './bearer-token.js'
import type { Authentication } from '../caller.js'

/** Options that the guard passes to each strategy. */
export interface BearerOptions {
  authentication: AuthenticationService
}

type Verify = (
  token: string,
  request: FastifyRequest,
  authentication: AuthenticationService,
  done: (error: unknown, found: Authentication | null) => void,
) => void

/**
 * Reads the bearer token of a request. Each strategy validates one kind of token, and leaves other kinds to the next strategy.
 * A strategy has no state, because Passport's register of strategies belongs to the process, which may run several APIs. The
 * guard passes the service of its own API.
 */
export class BearerStrategy extends passport.Strategy {
  constructor(
    private readonly takes: (token: string) => boolean,
    private readonly verify: Verify,
  ) {
    super()
  }

  /** Called by Passport, which provides `success`, `fail` and `error` on `this`. */
  override authenticate(request: unknown, options: BearerOptions): void {
    const asked = request as FastifyRequest
    const token = findBearerToken(asked.headers.authorization)
    if (token === undefined || !this.takes(token)) return this.fail()
    this.verify(token, asked, options.authentication, (error, found) => {
      if (found) this.success(found)
      else this.error(error)
    })
  }
}
