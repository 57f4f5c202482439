import { timingSafeEqual } from 'node:crypto'
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common'
import type { FastifyRequest } from 'fastify'
import { bearerToken, tokenHash } from '../../auth/tokens/bearer-token.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../../configuration.js'
import { Problem } from '../../http/problems.js'
import { say } from './texts.js'

/**
 * Admits the shop's server by its secret. Compares the hashes of the two secrets in constant time, so that the duration
 * reveals nothing about the secret.
 */
@Injectable()
export class ShopSecretGuard implements CanActivate {
  constructor(@Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration) {}

  canActivate(context: ExecutionContext): boolean {
    const secret = this.configuration.SHOP_SECRET
    if (secret === undefined) throw new Problem('notFound', say('no-exchange'))
    const given = bearerToken(context.switchToHttp().getRequest<FastifyRequest>().headers.authorization)
    if (!timingSafeEqual(tokenHash(given), tokenHash(secret))) {
      throw new Problem('unauthenticated', say('secret-not-valid'))
    }
    return true
  }
}
