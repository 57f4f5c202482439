import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common'
import { Reflector } from '@nestjs/core'
import { operationOf } from '../http/operation-id.js'
import { originOf } from '../http/request-origin.js'
import { assertAllowed, assertTokenAllowed } from './access.js'
import { AuthenticationService } from './authentication.service.js'
import { bearerToken } from './bearer-token.js'
import type { AuthenticatedRequest } from './caller.js'
import { ACCESS_RULE, type AccessRule } from './require-permission.decorator.js'
import { VIEW_AS_HEADER, ViewAs } from './view-as.js'

/** Stands before every handler: signs the caller in and asks the policy. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authentication: AuthenticationService,
    private readonly views: ViewAs,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.get<AccessRule | undefined>(ACCESS_RULE, context.getHandler())
    if (!rule) throw new Error('a handler without an access declaration was reached')
    if (rule.kind === 'public') return true
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>()
    const { caller } = await this.authentication.authenticate(bearerToken(request.headers.authorization), originOf(request))
    // Before it is judged: a refusal, too, is somebody's.
    request.caller = caller
    const view = request.headers[VIEW_AS_HEADER]
    if (view !== undefined) request.caller = await this.views.ofRequest(caller, view, request.method)
    assertAllowed(rule, request.caller)
    assertTokenAllowed(rule, request.caller, operationOf(context.getClass(), context.getHandler()))
    return true
  }
}
