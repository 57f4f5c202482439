import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import type { Acting } from '../../../auth/acting.js'
import type { Caller } from '../../../auth/caller.js'
import { OnceOnly } from '../../../database/once-only.js'
import { RequestDatabase } from '../../../database/request-database.js'
import { existing, invalid, Problem } from '../../../http/problems.js'
import { toApiRow } from '../../../http/api-row.js'
import { query } from '../../../texts/platform.js'
import type { RecalculateTripsDto, TripRecalculationDto } from '../dto/recalculation.dto.js'
import { RecalculationsRepository } from './recalculations.repository.js'
import { say } from '../texts.js'

/**
 * Recalculations of a vehicle's trips by the present rules. This service accepts requests and shows their progress. The
 * consumer process carries them out, because no other process writes trips.
 */
@Injectable()
export class RecalculationsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly onceOnly: OnceOnly,
    private readonly audit: AuditLog,
    private readonly recalculations: RecalculationsRepository,
  ) {}

  async ask(by: Acting, entityId: number, wish: RecalculateTripsDto): Promise<TripRecalculationDto> {
    return this.onceOnly.write(by, async (transaction) => {
      existing(await this.recalculations.findEntity(transaction, by.caller, entityId), 'entity')
      const first = await this.recalculations.firstInstalledAt(transaction, entityId)
      if (!first) throw new Problem('conflict', say('no-tracker-ever'))
      const period = periodOf(wish, first)
      const id = await this.recalculations.add(transaction, by.caller, entityId, period)
      if (id === undefined) throw new Problem('conflict', say('recalculating'))
      await this.audit.record(transaction, by, 'entity.trips.recalculate', {
        id: entityId,
        after: { from: period.from.toISOString(), till: period.till.toISOString() },
      })
      return toApiRow(existing(await this.recalculations.findOne(transaction, id), 'trip'))
    })
  }

  async list(caller: Caller, entityId: number): Promise<TripRecalculationDto[]> {
    return this.database.read(caller.scope, async (transaction) => {
      existing(await this.recalculations.findEntity(transaction, caller, entityId), 'entity')
      return (await this.recalculations.findOf(transaction, entityId)).map(toApiRow)
    })
  }
}

/**
 * Returns the part of the requested period between the first installation and now.
 * @throws Problem 422 for a period that ends before it begins
 */
function periodOf(wish: RecalculateTripsDto, first: Date): { from: Date; till: Date } {
  const till = new Date(Math.min(wish.till ? Date.parse(wish.till) : Infinity, Date.now()))
  const from = new Date(Math.max(wish.from ? Date.parse(wish.from) : -Infinity, first.getTime()))
  if (from > till) throw invalid({ till: [query('till-before-from')] })
  return { from, till }
}
