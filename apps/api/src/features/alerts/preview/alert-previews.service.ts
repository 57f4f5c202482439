import { Injectable } from '@nestjs/common'
import {
  alertsOfStay,
  type FenceRow,
  type Geofence,
  GeofenceIndex,
  isOfSenders,
  newState,
  observe,
  type Reading,
  toFence,
  toRule,
  type Watch,
  watchAlong,
} from '@roadbook/alerts'
import { TRIP_PARAMETERS } from '@roadbook/trips'
import type { Caller } from '../../../auth/caller.js'
import { RequestDatabase } from '../../../database/request-database.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { zoneOf } from '../../../day-sums/index.js'
import { invalid } from '../../../http/problems.js'
import { ownerIn } from '../../../resources/index.js'
import { absent } from '../../../texts/platform.js'
import { AlertRulesRepository } from '../rules/alert-rules.repository.js'
import type { AlertPreviewDto, PreviewAlertRuleDto } from './alert-preview.dto.js'
import { type PreviewedStay, PreviewedStaysRepository } from './previewed-stays.repository.js'

const DAY_MS = 24 * 60 * 60_000
const MOST_DAYS = 30
/** Maximum readings of a preview. They take a few seconds to read and to evaluate. */
const MOST_READINGS = 500_000
/** Time after which no further vehicle is counted, in milliseconds. */
const PATIENCE_MS = 8_000
/** Time of one page of readings, in milliseconds. A tracker sends some tens of thousands in it at most. */
const PAGE_MS = 7 * DAY_MS

/**
 * Counts the alerts that a rule would have raised, if it and the present geofences had held since then. The consumer's own
 * evaluation finds them in the stored readings.
 */
@Injectable()
export class AlertPreviewsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly rules: AlertRulesRepository,
    private readonly stays: PreviewedStaysRepository,
  ) {}

  count(caller: Caller, { business_id, ...body }: PreviewAlertRuleDto): Promise<AlertPreviewDto> {
    return this.database.read(caller.scope, async (transaction) => {
      const ownerId = await ownerIn(transaction, caller, business_id)
      const tagIds = body.tag_ids ?? []
      const geofenceIds = body.geofence_ids ?? []
      if (!(await this.rules.mayLink(transaction, 'geofence_ids', geofenceIds)))
        throw invalid({ geofence_ids: [absent('geofence')] })
      if (!(await this.rules.mayLink(transaction, 'tag_ids', tagIds))) throw invalid({ tag_ids: [absent('tag')] })
      const now = Date.now()
      const since = (days: number) => new Date(now - days * DAY_MS)
      if (isOfSenders(body.kind)) return { ...NOTHING, counted_from: since(MOST_DAYS).toISOString() }

      const all = await this.stays.findStays(transaction, caller, { ownerId, tagIds }, since(MOST_DAYS))
      const shown = all.filter(({ is_hidden }) => !is_hidden)
      const most = { till: new Date(now), days: MOST_DAYS, readings: MOST_READINGS }
      const deviceIds = [...new Set(shown.map(({ device_id }) => device_id))]
      const days = Math.max(1, await this.stays.findDays(transaction, deviceIds, most))
      const from = since(days)
      const fences = await this.stays.findGeofences(transaction, ownerId, from)
      const rule = toRule({
        id: 0,
        revision: 1,
        kind: body.kind,
        effective_from: from.getTime(),
        threshold: body.threshold ?? null,
        lasting_s: body.lasting_s ?? 0,
        hours: body.hours ?? null,
        time_zone: await zoneOf(transaction, caller, body.tz ?? undefined),
        geofence_ids: geofenceIds,
      })
      const counted = await this.countStays(
        transaction,
        shown.filter(({ removed_at }) => removed_at === null || removed_at > from.getTime()),
        { watchOf: watches(rule, fences), from: from.getTime(), now },
      )
      const hidden = new Set(all.flatMap(({ entity_id, is_hidden }) => (is_hidden ? entity_id : [])))
      return { countable: true, days, counted_from: from.toISOString(), ...counted, hidden_vehicles: hidden.size }
    })
  }

  /** Evaluates one vehicle after the other until there were too many readings or it took too long. */
  private async countStays(
    transaction: ScopedTransaction,
    stays: readonly PreviewedStay[],
    { watchOf, from, now }: { watchOf: (stay: PreviewedStay) => Watch; from: number; now: number },
  ): Promise<Omit<AlertPreviewDto, 'countable' | 'days' | 'counted_from' | 'hidden_vehicles'>> {
    const deadline = performance.now() + PATIENCE_MS
    const vehicles = new Set(stays.map(({ entity_id }) => entity_id))
    const [countedVehicles, withAlerts] = [new Set<number>(), new Set<number>()]
    let [alerts, readings, oldest] = [0, 0, Infinity]
    const seen = (page: readonly Reading[]) => {
      readings += page.length
      oldest = Math.min(oldest, page[0]?.at ?? Infinity)
    }
    for (const stay of stays) {
      if (!countedVehicles.has(stay.entity_id) && (readings >= MOST_READINGS || performance.now() > deadline)) break
      const watch = watchOf(stay)
      const begin = await this.firstSight(transaction, watch, stay, from)
      const end = { removedAt: stay.removed_at, heardAt: stay.heard_at, now }
      const found = await alertsOfStay(watch, begin, this.pages(transaction, stay, { from, now, seen }), end)
      countedVehicles.add(stay.entity_id)
      alerts += found.alerts.length
      if (found.alerts.length > 0) withAlerts.add(stay.entity_id)
    }
    return {
      alerts,
      vehicles: withAlerts.size,
      counted_vehicles: countedVehicles.size,
      left_out_vehicles: vehicles.size - countedVehicles.size,
      readings_since: oldest === Infinity ? null : new Date(oldest).toISOString(),
    }
  }

  /** Returns the state of a vehicle with its last reading before a time. */
  private async firstSight(transaction: ScopedTransaction, watch: Watch, stay: PreviewedStay, from: number) {
    if (stay.installed_at >= from) return newState()
    const last = await this.stays.findLast(transaction, stay.device_id, stay.installed_at, from)
    return last ? observe(watch, newState(), last, () => undefined) : newState()
  }

  private async *pages(
    transaction: ScopedTransaction,
    { device_id, installed_at, removed_at }: PreviewedStay,
    { from, now, seen }: { from: number; now: number; seen: (page: readonly Reading[]) => void },
  ): AsyncGenerator<Reading[]> {
    const end = Math.min(removed_at ?? Infinity, now)
    for (let begin = Math.max(installed_at, from); begin < end; begin += PAGE_MS) {
      const page = await this.stays.findReadings(transaction, device_id, begin, Math.min(begin + PAGE_MS, end))
      seen(page)
      yield page
    }
  }
}

/** The answer for a kind that readings do not show. */
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

/** Returns a function that gives each vehicle the rule, with the geofences of its business and of those above it. */
function watches(rule: ReturnType<typeof toRule>, rows: readonly FenceRow[]): (stay: PreviewedStay) => Watch {
  const fences = new Map(rows.map((row) => [row.id, toFence(row)]))
  const byOwner = new Map<number, Geofence[]>()
  for (const { id, business_id } of rows) byOwner.set(business_id, [...(byOwner.get(business_id) ?? []), fences.get(id)!])
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
