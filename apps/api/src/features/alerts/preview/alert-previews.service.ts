import { Inject, Injectable } from '@nestjs/common'
import {
  type FenceRow,
  type Geofence,
  GeofenceIndex,
  isOfFences,
  isOfSenders,
  toFence,
  toRule,
  type Watch,
  watchAlong,
} from '@roadbook/alerts'
import { TRIP_PARAMETERS } from '@roadbook/trips'
import { ConsumerViews } from '../../../audit/consumer-views.js'
import type { Actor } from '../../../auth/acting.js'
import type { Caller } from '../../../auth/caller.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { zoneOf } from '../../../day-sums/index.js'
import { invalid } from '../../../http/problems.js'
import { ownerIn } from '../../../resources/index.js'
import { absent } from '../../../texts/platform.js'
import { AlertRulesRepository } from '../rules/alert-rules.repository.js'
import type { AlertPreviewDto, PreviewAlertRuleDto } from './alert-preview.dto.js'
import { PREVIEW_LIMITS, type PreviewLimits } from './preview-limits.js'
import { type PreviewedStay, PreviewedStaysRepository } from './previewed-stays.repository.js'
import { isTimeout, StayCounter } from './stay-counter.js'

const DAY_MS = 24 * 60 * 60_000
const MOST_DAYS = 30
/**
 * Lengths of the preview in days, in the order in which they are tried. The next length is tried when counting the readings
 * took too long.
 */
const DAYS_TO_TRY = [MOST_DAYS, 7, 1]

/**
 * Counts the alerts that a rule would have raised in recent days, if the rule and the present geofences had existed then.
 * Evaluates the stored readings in the same way as the consumer process.
 */
@Injectable()
export class AlertPreviewsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly rules: AlertRulesRepository,
    private readonly stays: PreviewedStaysRepository,
    private readonly views: ConsumerViews,
    @Inject(PREVIEW_LIMITS) private readonly limits: PreviewLimits,
  ) {}

  /**
   * Counts the alerts, with a short transaction for each piece of work. Each transaction checks whether the vehicle's
   * location is hidden now. Records that the user saw data of customers' vehicles (R-240).
   * @throws the reason of `signal` after it aborts
   */
  async count(by: Actor, { business_id, ...body }: PreviewAlertRuleDto, signal: AbortSignal): Promise<AlertPreviewDto> {
    const { caller } = by
    const now = Date.now()
    const since = (days: number) => new Date(now - days * DAY_MS)
    const deadline = this.limits.clock() + this.limits.patienceMs
    const asked = await this.database.read(caller.scope, async (transaction) => {
      const ownerId = await ownerIn(transaction, caller, business_id)
      const tagIds = body.tag_ids ?? []
      await this.assertLinked(transaction, body.geofence_ids ?? [], tagIds)
      const stays = isOfSenders(body.kind)
        ? []
        : await this.stays.findStays(transaction, caller, { ownerId, tagIds }, since(MOST_DAYS))
      return { ownerId, stays, zone: await zoneOf(transaction, caller, body.tz ?? undefined) }
    })
    if (isOfSenders(body.kind)) return { ...NOTHING, counted_from: since(MOST_DAYS).toISOString() }

    const shown = asked.stays.filter(({ is_hidden }) => !is_hidden)
    const days = await this.daysOf(caller, shown, now, signal)
    const from = since(days)
    const fences = await this.fencesOf(caller, asked.ownerId, body, from)
    const rule = toRule({
      id: 0,
      revision: 1,
      kind: body.kind,
      effective_from: from.getTime(),
      threshold: body.threshold ?? null,
      lasting_s: body.lasting_s ?? 0,
      hours: body.hours ?? null,
      time_zone: asked.zone,
      geofence_ids: body.geofence_ids ?? [],
    })
    const counter = new StayCounter(this.database, this.stays, this.limits, {
      caller,
      watchOf: watches(rule, fences),
      from: from.getTime(),
      now,
      deadline,
      signal,
    })
    const counted = await counter.count(shown.filter(({ removed_at }) => removed_at === null || removed_at > from.getTime()))
    const ofConsumers = new Set(shown.flatMap(({ entity_id, is_consumers }) => (is_consumers ? entity_id : [])))
    const entityIds = [...counted.vehicles].filter((id) => ofConsumers.has(id))
    await this.views.note(by, { entityIds, kind: 'list', call: 'alert-rules.preview' })
    const hidden = new Set(asked.stays.flatMap(({ entity_id, is_hidden }) => (is_hidden ? entity_id : [])))
    return {
      countable: true,
      days,
      counted_from: from.toISOString(),
      alerts: counted.alerts,
      vehicles: counted.withAlerts.size,
      counted_vehicles: counted.vehicles.size,
      hidden_vehicles: new Set([...hidden, ...counted.hidden]).size,
      left_out_vehicles: counted.leftOut.size,
      readings_since: counted.oldest === Infinity ? null : new Date(counted.oldest).toISOString(),
    }
  }

  private async assertLinked(transaction: ScopedTransaction, geofenceIds: number[], tagIds: number[]): Promise<void> {
    if (!(await this.rules.mayLink(transaction, 'geofence_ids', geofenceIds)))
      throw invalid({ geofence_ids: [absent('geofence')] })
    if (!(await this.rules.mayLink(transaction, 'tag_ids', tagIds))) throw invalid({ tag_ids: [absent('tag')] })
  }

  /** Returns the number of days with few enough readings, but at least one day. */
  private async daysOf(caller: Caller, stays: readonly PreviewedStay[], now: number, signal: AbortSignal): Promise<number> {
    for (const days of DAYS_TO_TRY) {
      signal.throwIfAborted()
      try {
        const most = { now, days, readings: this.limits.readings }
        return Math.max(1, await this.database.read(caller.scope, (transaction) => this.stays.findDays(transaction, stays, most)))
      } catch (error) {
        if (!isTimeout(error)) throw error
      }
    }
    return 1
  }

  /**
   * Returns the geofences that the rule applies to. A rule that names no geofences applies to all geofences of the business,
   * of its parents and of the businesses below it.
   */
  private async fencesOf(caller: Caller, ownerId: number, body: Pick<PreviewAlertRuleDto, 'kind' | 'geofence_ids'>, from: Date) {
    if (!isOfFences(body.kind)) return []
    return this.database.read(caller.scope, (transaction) =>
      this.stays.findGeofences(transaction, ownerId, body.geofence_ids ?? [], from),
    )
  }
}

/** Response for a kind of alert that cannot be counted from stored readings. */
const NOTHING: Omit<AlertPreviewDto, 'counted_from'> = {
  countable: false,
  days: MOST_DAYS,
  alerts: 0,
  vehicles: 0,
  counted_vehicles: 0,
  hidden_vehicles: 0,
  left_out_vehicles: 0,
  readings_since: null,
}

/**
 * Returns a function that combines a vehicle with the rule and the geofences. A vehicle gets the geofences of its business
 * and of that business's parents.
 */
function watches(rule: ReturnType<typeof toRule>, rows: readonly FenceRow[]): (stay: PreviewedStay) => Watch {
  const fences = new Map(rows.map((row) => [row.id, toFence(row)]))
  const byOwner = new Map<number, Geofence[]>()
  for (const { id, business_id } of rows) {
    const ofOwner = byOwner.get(business_id)
    if (ofOwner) ofOwner.push(fences.get(id)!)
    else byOwner.set(business_id, [fences.get(id)!])
  }
  const indexes = new Map([...byOwner].map(([owner, of]) => [owner, new GeofenceIndex(of)]))
  return ({ path, vehicle_type }) => ({
    ...watchAlong(
      [rule],
      path.flatMap((id) => indexes.get(id) ?? []),
      (id) => fences.get(id),
    ),
    ceilingKph: TRIP_PARAMETERS[vehicle_type].ceilingKph,
  })
}
