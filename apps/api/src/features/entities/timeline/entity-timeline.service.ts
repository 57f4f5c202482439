import { Injectable } from '@nestjs/common'
import type { Caller } from '../../../auth/caller.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import type { ListCriteria } from '../../../lists/list-fields.js'
import { type Page, pageMeta } from '../../../http/page.dto.js'
import { notFound } from '../../../http/problems.js'
import { AuditNames, changesOf } from '../../audit-trail/index.js'
import type { TimelineItemDto } from '../dto/entity-timeline.dto.js'
import { EntityTimelineRepository, type OccurrenceRow, type TimelineOf } from './entity-timeline.repository.js'

/** Timeline of a vehicle across all its trackers (T-04). */
@Injectable()
export class EntityTimelineService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly timeline: EntityTimelineRepository,
  ) {}

  async list(caller: Caller, of: TimelineOf, criteria: ListCriteria): Promise<Page<TimelineItemDto>> {
    return this.database.read(caller.scope, async (transaction) => {
      if (!(await this.timeline.exists(transaction, of.entityId))) throw notFound('entity')
      const { rows, total } = await this.timeline.findPage(transaction, caller, of, criteria)
      const names = await namesIn(transaction, of.entityId, rows)
      return { data: rows.map((row) => toItem(row, names)), meta: pageMeta(criteria.page, criteria.limit, total) }
    })
  }
}

const namesIn = (transaction: ScopedTransaction, entityId: number, rows: readonly OccurrenceRow[]): Promise<AuditNames> =>
  AuditNames.find(
    transaction,
    rows.map(({ before, after }) => ({ object_type: 'entity', object_id: String(entityId), before, after })),
  )

const toItem = (row: OccurrenceRow, names: AuditNames): TimelineItemDto => {
  const { id, kind, at, actor, imei, previous_imei, reason, date, case_state, action } = row
  const isTracker = ['install', 'verified', 'swap', 'removal'].includes(kind)
  return {
    id,
    kind,
    at: at.toISOString(),
    actor,
    case_state,
    tracker: isTracker ? { imei, previous_imei, reason } : null,
    trips:
      date === null ? null : { date, trips: row.trips ?? 0, distance_m: row.distance_m ?? 0, duration_s: row.duration_s ?? 0 },
    edit: action === null ? null : { action, changes: changesOf(row, names) },
  }
}
