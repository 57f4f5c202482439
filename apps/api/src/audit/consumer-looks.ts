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

/** The part of an answer that identifies the entity. */
interface Looked {
  data?: { id?: number; entity_id?: number | null }
}

/**
 * Records who looked at the position or track of a consumer's vehicle (S30, R-240). The record is written before they see it.
 * Hidden positions are not recorded.
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

/** Marks handlers that return an entity (or a part of one) with its position or track. */
export const AuditsConsumerLooks = () => applyDecorators(UseInterceptors(ConsumerLooks))
