import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common'
import { mergeMap, type Observable } from 'rxjs'
import type { AuthenticatedRequest } from '../auth/caller.js'
import { originOf } from '../http/request-origin.js'
import { ConsumerViews } from './consumer-views.js'

/** Of an answer what says which entity was looked at. */
interface Looked {
  data?: { id?: number; entity_id?: number | null }
}

/**
 * Writes down who looked at where a consumer's vehicle is or was (S30, R-240), before they see it. Only where there was
 * something to see: a hidden position is nobody's look.
 */
@Injectable()
class ConsumerLooks implements NestInterceptor<Looked, Looked> {
  constructor(private readonly views: ConsumerViews) {}

  intercept(context: ExecutionContext, next: CallHandler<Looked>): Observable<Looked> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>()
    return next.handle().pipe(
      mergeMap(async (answer) => {
        await this.note(request, answer.data?.entity_id ?? answer.data?.id)
        return answer
      }),
    )
  }

  private async note(request: AuthenticatedRequest, entityId: number | undefined): Promise<void> {
    const { caller } = request
    if (!caller || entityId === undefined) return
    const call = request.routeOptions.url ?? ''
    await this.views.note({ caller, origin: originOf(request) }, { entityIds: [entityId], kind: 'detail', call })
  }
}

/** On handlers that answer one entity, or something of one, with where it is or was. */
export const AuditsConsumerLooks = () => applyDecorators(UseInterceptors(ConsumerLooks))
