import { Injectable } from '@nestjs/common'
import { PassportStrategy } from '@nestjs/passport'
import type { FastifyRequest } from 'fastify'
import { originOf } from '../../http/request-origin.js'
import type { AuthenticationService } from '../authentication.service.js'
import { BearerStrategy } from './bearer.strategy.js'
import { isApiToken } from './bearer-token.js'
import type { Authentication } from '../caller.js'

export const API_TOKEN = 'api-token'

/** Authenticates scripts by an API token that a user created (G-37). */
@Injectable()
export class ApiTokenStrategy extends PassportStrategy(BearerStrategy, API_TOKEN) {
  constructor() {
    super(isApiToken)
  }

  /** @throws Problem 401 when the token is not valid or its user is gone */
  validate(token: string, request: FastifyRequest, authentication: AuthenticationService): Promise<Authentication> {
    return authentication.ofApiToken(token, originOf(request))
  }
}
