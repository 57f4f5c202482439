import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../audit/audit-log.js'
import type { Acting } from '../../auth/acting.js'
import type { Caller } from '../../auth/caller.js'
import { OnceOnly } from '../../database/once-only.js'
import { RequestDatabase } from '../../database/request-database.js'
import { ChartsRepository } from './charts.repository.js'
import type { ChartsDto } from './dto/charts.dto.js'

/** Charts on a user's screen. They are stored for all devices of the user (G-63). */
@Injectable()
export class ChartsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly charts: ChartsRepository,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
  ) {}

  /** Returns the user's charts. The list is empty until the user saves charts for the first time. */
  get(caller: Caller): Promise<ChartsDto> {
    return this.database.read(caller.scope, async (transaction) => ({
      charts: await this.charts.find(transaction, caller.userId),
    }))
  }

  keep(by: Acting, { charts }: ChartsDto): Promise<ChartsDto> {
    return this.onceOnly.write(by, async (transaction) => {
      const { userId } = by.caller
      const before = { charts: (await this.charts.find(transaction, userId)).length }
      await this.charts.put(transaction, userId, charts)
      await this.audit.record(transaction, by, 'charts.update', { id: userId, before, after: { charts: charts.length } })
      return { charts }
    })
  }
}
