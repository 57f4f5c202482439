import { Inject, Injectable } from '@nestjs/common'
import type { VehicleType } from '@roadbook/contracts'
import type { Caller } from '../../auth/caller.js'
import { locationHidden } from '../../auth/location-privacy.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../../configuration.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { dayAfter, daysBetween, todayIn, zoneOf } from '../../day-sums/index.js'
import { invalid } from '../../http/problems.js'
import { absent } from '../../texts/platform.js'
import type { AskedWish, ReportWish } from './report-wish.js'
import { say } from './texts.js'

/** Vehicle of a report. */
export interface SubjectEntity {
  id: number
  business_id: number
  name: string
  frame_number: string | null
  license_plate: string | null
  vehicle_type: VehicleType
  imei: string | null
  is_consumers: boolean
  /** True when no movement of the vehicle may be shown. */
  is_hidden: boolean
}

/** Subject of a report: its parameters, and the vehicles that the reader is allowed to see. */
export interface Subject {
  caller: Caller
  wish: ReportWish
  /** Vehicles of the report, ordered by name. */
  entities: readonly SubjectEntity[]
  /** Ids of the vehicles whose trips may be shown. */
  shown: readonly number[]
}

/**
 * Maximum days of a report about the maximum number of vehicles, so that a report can cover a hundred vehicles over a month
 * (G-58). A report about fewer vehicles may have more days.
 */
const DAYS_OF_MOST = 31
/** Number of days that a report covers if the request has no period. */
const STANDARD_DAYS = 7

@Injectable()
export class ReportSubjectsRepository {
  constructor(@Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration) {}

  /**
   * @param named request parameter with the vehicles; errors contain this name
   * @throws Problem 422 for a vehicle or group out of scope, and for too many vehicles
   */
  async find(transaction: ScopedTransaction, caller: Caller, asked: AskedWish, named = 'entity_ids'): Promise<Subject> {
    const wish = await this.complete(transaction, caller, asked)
    await this.assertGroup(transaction, wish)
    const entities =
      await transaction.rows<SubjectEntity>(sql`SELECT e.id, e.business_id, e.name, e.frame_number, e.license_plate, e.vehicle_type,
        (SELECT d.imei FROM installations i JOIN devices d ON d.id = i.device_id
          WHERE i.entity_id = e.id AND i.removed_at IS NULL LIMIT 1) AS imei,
        e.consumer_id IS NOT NULL AS is_consumers, ${locationHidden(caller)} AS is_hidden
      FROM entities e JOIN entity_privacy p ON p.entity_id = e.id
      WHERE ${transaction.within(sql`e.business_id`)} AND ${chosen(wish)}
      ORDER BY in_order(e.name), e.id LIMIT ${this.configuration.REPORT_MAX_ENTITIES + 1}`)
    this.assertSize(wish, entities.length)
    if (entities.length < wish.entityIds.length) throw invalid({ [named]: [absent('entity')] })
    return { caller, wish, entities, shown: entities.flatMap(({ id, is_hidden }) => (is_hidden ? [] : id)) }
  }

  /**
   * Checks the size of a report (R-138, G-58).
   * @throws Problem 422
   */
  assertSize({ targetGroupId, from, till }: Pick<ReportWish, 'targetGroupId' | 'from' | 'till'>, entities: number): void {
    const { REPORT_MAX_ENTITIES: max } = this.configuration
    const isTooMany = entities > max
    if (!isTooMany && entities * daysBetween(from, till) <= max * DAYS_OF_MOST) return
    if (targetGroupId !== null) throw invalid({ target_group_id: [say('too-large')] })
    if (isTooMany) throw invalid({ entity_ids: [say('too-many-entities', { max })] })
    throw invalid({ till: [say('too-many-days', { days: Math.floor((max * DAYS_OF_MOST) / entities) })] })
  }

  /**
   * Checks that a schedule does not have more vehicles than a report may have. Its periods need no check, because they are
   * always short enough.
   * @param targetGroupId null for all vehicles
   * @param businessId business of the schedule. The schedule's reports cover vehicles of this business and of those below it.
   * Null means all businesses in scope
   * @throws Problem 422
   */
  async assertFits(transaction: ScopedTransaction, targetGroupId: number | null, businessId: number | null): Promise<void> {
    const { REPORT_MAX_ENTITIES: max } = this.configuration
    const found = await transaction.rows(sql`SELECT e.id FROM entities e
      WHERE ${transaction.within(sql`e.business_id`)} AND ${chosen({ entityIds: [], targetGroupId })}
        AND (${businessId}::int IS NULL OR e.business_id IN (SELECT b.id FROM businesses b WHERE b.path @> ARRAY[${businessId}::int]))
      LIMIT ${max + 1}`)
    if (found.length <= max) return
    throw invalid({ target_group_id: [targetGroupId === null ? say('too-many-entities', { max }) : say('too-large')] })
  }

  /** Fills in defaults: the caller's time zone, and the last seven days in that time zone. */
  private async complete(transaction: ScopedTransaction, caller: Caller, asked: AskedWish): Promise<ReportWish> {
    const timeZone = await zoneOf(transaction, caller, asked.timeZone)
    const { from, till } = asked
    if (from !== undefined && till !== undefined) return { ...asked, from, till, timeZone }
    const today = await todayIn(transaction, timeZone)
    return { ...asked, from: dayAfter(today, 1 - STANDARD_DAYS), till: today, timeZone }
  }

  private async assertGroup(transaction: ScopedTransaction, { targetGroupId }: ReportWish): Promise<void> {
    if (targetGroupId === null) return
    const isThere = await this.isGroup(transaction, targetGroupId)
    if (!isThere) throw invalid({ target_group_id: [absent('target-group')] })
  }

  async isGroup(transaction: ScopedTransaction, id: number): Promise<boolean> {
    const found = await transaction.row(sql`SELECT t.id FROM tags t
      WHERE t.id = ${id} AND t.type = 'group' AND t.deleted_at IS NULL AND ${applies(transaction)}`)
    return found !== undefined
  }
}

/**
 * Returns the condition that a tag `t` applies in the scope. The tag belongs to a business in scope, to a parent of such a
 * business, or to all businesses.
 */
const applies = (transaction: ScopedTransaction): Sql =>
  transaction.scope === 'all' ? sql`TRUE` : sql`(t.business_id IS NULL OR t.business_id IN (SELECT scope_line_ids()))`

/**
 * Returns the condition on the vehicles of a report. Vehicles given by id may be deleted, because users can still request
 * their history.
 */
function chosen({ entityIds, targetGroupId }: Pick<ReportWish, 'entityIds' | 'targetGroupId'>): Sql {
  if (entityIds.length > 0) return sql`e.id = ANY (${[...entityIds]}::int[])`
  if (targetGroupId === null) return sql`e.deleted_at IS NULL`
  return sql`e.deleted_at IS NULL AND EXISTS (SELECT 1 FROM entity_tags et WHERE et.entity_id = e.id AND et.tag_id = ${targetGroupId})`
}
