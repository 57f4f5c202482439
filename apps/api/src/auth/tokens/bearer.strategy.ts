import type { FastifyRequest } from 'fastify'
import passport from 'passport'
import type { AuthenticationService } from '../authentication.service.js'
import { findBearerToken } from './bearer-token.js'
import type { Authentication } from '../caller.js'

/** The guard passes these to each strategy. */
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
 * Reads the bearer token of a request, has it judged when it is of its kind, and leaves it to the next strategy when it is not.
 *
 * It keeps nothing: the register in which Passport keeps strategies belongs to the process, and several APIs may run in one. The guard
 * brings the service of its own API.
 */
export class BearerStrategy extends passport.Strategy {
  constructor(
    private readonly takes: (token: string) => boolean,
    private readonly verify: Verify,
  ) {
    super()
  }

  /** Called by Passport, which gives `this` the ways to end: `success`, `fail` and `error`. */
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
