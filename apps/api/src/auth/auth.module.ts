import { Module } from '@nestjs/common'
import { APP_GUARD, DiscoveryModule } from '@nestjs/core'
import { AccessDeclarations } from './access-declarations.js'
import { AccessTokenStrategy } from './tokens/access-token.strategy.js'
import { AccessTokenVerifier } from './tokens/access-token-verifier.js'
import { ApiTokenStrategy } from './tokens/api-token.strategy.js'
import { ApiTokensRepository } from './tokens/api-tokens.repository.js'
import { AuthGuard } from './auth.guard.js'
import { AuthenticationService } from './authentication.service.js'
import { CallersRepository } from './callers.repository.js'
import { ViewAs } from './view-as.js'

@Module({
  imports: [DiscoveryModule],
  providers: [
    AccessDeclarations,
    AccessTokenStrategy,
    AccessTokenVerifier,
    ApiTokenStrategy,
    ApiTokensRepository,
    AuthenticationService,
    CallersRepository,
    ViewAs,
    { provide: APP_GUARD, useClass: AuthGuard },
  ],
  exports: [AuthenticationService, ViewAs],
})
export class AuthModule {}
