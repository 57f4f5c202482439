import { type ExecutionContext, Injectable } from '@nestjs/common'
import { Reflector } from '@nestjs/core'
import { AuthGuard as PassportGuard } from '@nestjs/passport'
import { operationOf } from '../http/operation-id.js'
import { Problem } from '../http/problems.js'
import { problem } from '../texts/platform.js'
import { assertAllowed, assertTokenAllowed } from './access.js'
import { ACCESS_TOKEN } from './tokens/access-token.strategy.js'
import { API_TOKEN } from './tokens/api-token.strategy.js'
import { AuthenticationService } from './authentication.service.js'
import { unauthenticated } from './tokens/bearer-token.js'
import type { BearerOptions } from './tokens/bearer.strategy.js'
import type { AuthenticatedRequest, AuthenticatedSocket, Authentication } from './caller.js'
import { ACCESS_RULE, type AccessRule } from './require-permission.decorator.js'
import { VIEW_AS_HEADER, ViewAs } from './view-as.js'

/** Authenticates the caller and checks the access rule before every handler. */
@Injectable()
export class AuthGuard extends PassportGuard([ACCESS_TOKEN, API_TOKEN]) {
  constructor(
    private readonly reflector: Reflector,
    private readonly authentication: AuthenticationService,
    private readonly views: ViewAs,
  ) {
    super()
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.get<AccessRule | undefined>(ACCESS_RULE, context.getHandler())
    if (!rule) throw new Error('a handler without an access declaration was reached')
    if (rule.kind === 'public') return true
    if (context.getType() === 'ws') assertSocketAllowed(rule, context.switchToWs().getClient<AuthenticatedSocket>())
    else await this.signIn(rule, context)
    return true
  }

  /**
   * Returns the options for Passport. Nest's guard writes Passport's result to the request property with the name in
   * `property`.
   */
  override getAuthenticateOptions(): BearerOptions & { session: false; property: keyof AuthenticatedRequest } {
    return { session: false, property: 'authentication', authentication: this.authentication }
  }

  /** @throws Problem 401 when no strategy accepts the token; otherwise the error of the strategy that tried */
  override handleRequest<T>(error: Error | null, found: T | false | null): T {
    if (error) throw error
    if (!found) throw unauthenticated()
    return found
  }

  private async signIn(rule: AccessRule, context: ExecutionContext): Promise<void> {
    await super.canActivate(context)
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>()
    const { caller } = request.authentication as Authentication
    // The caller is set before the access check, so that a refusal is recorded with the caller.
    request.caller = caller
    const view = request.headers[VIEW_AS_HEADER]
    if (view !== undefined) request.caller = await this.views.ofRequest(caller, view, request.method)
    assertAllowed(rule, request.caller)
    assertTokenAllowed(rule, request.caller, operationOf(context.getClass(), context.getHandler()))
  }
}

/**
 * Checks the access rule for a message on a socket. The token is not checked here, because it was checked when the client
 * authenticated the socket. `LiveRights` reads the rights again while the socket is open.
 */
function assertSocketAllowed(rule: AccessRule, { session: { caller } }: AuthenticatedSocket): void {
  if (!caller) throw new Problem('unauthenticated', problem('authenticate-first'))
  assertAllowed(rule, caller)
}
