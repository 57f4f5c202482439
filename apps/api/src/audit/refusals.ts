import { Inject, Injectable } from '@nestjs/common'
import type { Logger } from '@roadbook/platform'
import type { AuthenticatedRequest } from '../auth/caller.js'
import { API_LOGGER } from '../configuration.js'
import { RequestDatabase } from '../database/request-database.js'
import { originOf } from '../http/request-origin.js'
import { AuditLog } from './audit-log.js'

/** Records refused requests (S30). The record has the route, but nothing else from the address or the body. */
@Injectable()
export class Refusals {
  constructor(
    private readonly database: RequestDatabase,
    private readonly audit: AuditLog,
    @Inject(API_LOGGER) private readonly logger: Logger,
  ) {}

  /** Never fails. A request stays refused even if it cannot be recorded. */
  async record(request: AuthenticatedRequest, detail: string, permission: string | undefined): Promise<void> {
    const { caller } = request
    if (!caller) return
    const operation = `${request.method} ${request.routeOptions.url ?? ''}`
    try {
      await this.database.write(caller.scope, (transaction) =>
        this.audit.record(transaction, { caller, origin: originOf(request) }, 'access.refused', {
          type: 'operation',
          id: operation,
          after: { detail, ...(permission ? { permission } : {}) },
        }),
      )
    } catch (error) {
      this.logger.error({ err: error, requestId: request.id }, 'could not write down a refusal')
    }
  }
}
