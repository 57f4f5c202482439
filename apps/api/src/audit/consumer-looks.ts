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
import { locationHidden } from '../database/location-privacy.js'
import { RequestDatabase } from '../database/request-database.js'
import { sql } from '../database/sql.js'
import { originOf } from '../http/request-origin.js'
import { AuditLog } from './audit-log.js'

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
  constructor(
    private readonly database: RequestDatabase,
    private readonly audit: AuditLog,
  ) {}

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
    await this.database.write(caller.scope, async (transaction) => {
      const seen = await transaction.row<{ business_id: number }>(sql`SELECT e.business_id FROM entities e
        JOIN entity_privacy p ON p.entity_id = e.id
        WHERE e.id = ${entityId} AND e.consumer_id IS NOT NULL AND NOT ${locationHidden(caller)}
          AND ${transaction.within(sql`e.business_id`)}`)
      if (!seen) return
      await this.audit.record(transaction, {
        ...{ caller, origin: originOf(request), action: 'consumer.position.view', businessId: seen.business_id },
        object: { type: 'entity', id: entityId },
        after: { call: request.routeOptions.url ?? '' },
      })
    })
  }
}

/** On handlers that answer one entity, or something of one, with where it is or was. */
export const AuditsConsumerLooks = () => applyDecorators(UseInterceptors(ConsumerLooks))
