import { Injectable } from '@nestjs/common'
import { AuditLog } from '../../../audit/audit-log.js'
import { ConsumerViews } from '../../../audit/consumer-views.js'
import type { Acting } from '../../../auth/acting.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import { momentOf } from '../../../http/body-fields.js'
import { existing, invalid } from '../../../http/problems.js'
import { field } from '../../../texts/platform.js'
import { type AlertRow, alertRows, ALERTS_FROM, seenAlerts, toAlertDto } from './alert-list.js'
import type { AcknowledgeAlertsDto, AlertDto, ChangedAlertsDto, ReopenAlertsDto, SnoozeAlertsDto } from './alert.dto.js'

interface ChangedAlert {
  id: string
  business_id: number
  entity_name: string
}

/** Acknowledges, snoozes and reopens alerts. A withdrawn alert cannot be changed. */
@Injectable()
export class AlertsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly audit: AuditLog,
    private readonly views: ConsumerViews,
  ) {}

  /** Returns one alert. An alert shows a location. For a customer's vehicle, the view is therefore recorded. */
  async get(by: Acting, id: string): Promise<AlertDto> {
    const found = this.database.read(by.caller.scope, (transaction) =>
      transaction.row<AlertRow>(alertRows(transaction, [id], by.caller)),
    )
    const alert = toAlertDto(existing(await found, 'alert'))
    await this.views.note(by, { entityIds: [alert.entity_id], kind: 'detail', call: 'alerts.get' })
    return alert
  }

  acknowledge(by: Acting, { ids, note }: AcknowledgeAlertsDto): Promise<ChangedAlertsDto> {
    const noted = note === undefined ? sql`` : sql`, note = ${note}`
    const set = sql`acknowledged_at = coalesce(acknowledged_at, now()), acknowledged_by = coalesce(acknowledged_by, ${by.caller.userId}::int)`
    return this.change(by, ids, 'alert.acknowledge', sql`${set}, snoozed_until = NULL${noted}`, { state: 'acknowledged', note })
  }

  snooze(by: Acting, { ids, until }: SnoozeAlertsDto): Promise<ChangedAlertsDto> {
    const ends = momentOf(until)
    if (ends.getTime() <= Date.now()) throw invalid({ until: [field('not-future')] })
    const set = sql`acknowledged_at = NULL, acknowledged_by = NULL, snoozed_until = ${ends}::timestamptz`
    return this.change(by, ids, 'alert.snooze', set, { state: 'snoozed', ends_at: until })
  }

  reopen(by: Acting, { ids }: ReopenAlertsDto): Promise<ChangedAlertsDto> {
    const set = sql`acknowledged_at = NULL, acknowledged_by = NULL, snoozed_until = NULL`
    return this.change(by, ids, 'alert.reopen', set, { state: 'open' })
  }

  private change(
    by: Acting,
    ids: readonly string[],
    action: string,
    set: Sql,
    after: Record<string, unknown>,
  ): Promise<ChangedAlertsDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const changed = await this.save(transaction, by, ids, set)
      const entries = changed.map(({ id, business_id: businessId, entity_name: entity }) => ({
        action,
        id,
        businessId,
        after: { ...after, entity },
      }))
      await this.audit.recordAll(transaction, by, entries)
      return { changed: changed.length }
    })
  }

  private save(transaction: ScopedTransaction, { caller }: Acting, ids: readonly string[], set: Sql): Promise<ChangedAlert[]> {
    return transaction.rows<ChangedAlert>(sql`WITH mine AS (
        SELECT a.id, e.name AS entity_name ${ALERTS_FROM}
        WHERE ${seenAlerts(transaction, caller)} AND a.withdrawn_at IS NULL AND a.id = ANY (${[...ids]}::uuid[]))
      UPDATE alerts SET ${set}, updated_at = clock_timestamp() FROM mine
      WHERE alerts.id = mine.id AND ${transaction.within(sql`alerts.business_id`)}
      RETURNING alerts.id, alerts.business_id, mine.entity_name`)
  }
}
