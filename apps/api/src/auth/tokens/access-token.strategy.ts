import { Injectable } from '@nestjs/common'
import { PassportStrategy } from '@nestjs/passport'
import type { FastifyRequest } from 'fastify'
import { originOf } from '../../http/request-origin.js'
import type { AuthenticationService } from '../authentication.service.js'
import { BearerStrategy } from './bearer.strategy.js'
import { isApiToken } from './bearer-token.js'
import type { Authentication } from '../caller.js'

export const ACCESS_TOKEN = 'access-token'

/** Authenticates people by an access token of the identity provider. */
@Injectable()
export class AccessTokenStrategy extends PassportStrategy(BearerStrategy, ACCESS_TOKEN) {
  constructor() {
    super((token: string) => !isApiToken(token))
  }

  /** @throws Problem 401 when the token is not valid or its user is gone; 503 when the issuer's keys are unavailable */
  validate(token: string, request: FastifyRequest, authentication: AuthenticationService): Promise<Authentication> {
    return authentication.ofAccessToken(token, originOf(request))
  }
}
