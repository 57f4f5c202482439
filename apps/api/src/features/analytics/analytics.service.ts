import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import { RequestDatabase } from '../../database/request-database.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type AskedDays, dayAfter, daysBetween, entitiesOfGroup, todayIn, zoneOf } from '../../day-sums/index.js'
import type { AnalyticsQuery } from './analytics-query.js'
import { AnalyticsRepository, type Bucket } from './analytics.repository.js'
import type { AnalyticsDto, AnalyticsPointDto } from './dto/analytics.dto.js'
import { CHARTS, type Measures, type Preset } from './presets.js'

@Injectable()
export class AnalyticsService {
  constructor(
    private readonly database: RequestDatabase,
    private readonly analytics: AnalyticsRepository,
  ) {}

  chart(caller: Caller, preset: Preset, { from, till, timeZone, targetGroupId }: AnalyticsQuery): Promise<AnalyticsDto> {
    return this.database.read(caller.scope, async (transaction) => {
      const zone = await zoneOf(transaction, caller, timeZone)
      const entities = targetGroupId === undefined ? undefined : await entitiesOfGroup(transaction, targetGroupId)
      const asked: AskedDays = { from, till, zone, ...(entities && { entities }) }
      const [now, before] = await this.measure(transaction, caller, preset, asked)
      const today = await todayIn(transaction, zone)
      return {
        preset,
        unit: CHARTS[preset].unit,
        from,
        till,
        time_zone: zone,
        target_group_id: targetGroupId ?? null,
        points: pointsOf(preset, asked, now, today),
        total: valueOf(preset, now, CHARTS[preset].subject === 'entities' && from <= today),
        previous_total: valueOf(preset, before, CHARTS[preset].subject === 'entities'),
      }
    })
  }

  /** Returns the sums of the period, and of the period of equal length before it. */
  private async measure(
    transaction: ScopedTransaction,
    caller: Caller,
    preset: Preset,
    asked: AskedDays,
  ): Promise<[Bucket[], Bucket[]]> {
    const { subject, timeUnit } = CHARTS[preset]
    const { from, till } = asked
    const before = { ...asked, from: dayAfter(from, -daysBetween(from, till)), till: dayAfter(from, -1) }
    if (timeUnit === 'hour')
      return [
        await this.analytics.findHours(transaction, caller, asked),
        await this.analytics.findDays(transaction, caller, before),
      ]
    const both = { ...asked, from: before.from }
    const days = await (subject === 'entities'
      ? this.analytics.findNewEntities(transaction, both)
      : this.analytics.findDays(transaction, caller, both))
    return [days.filter(({ key }) => key >= from), days.filter(({ key }) => key < from)]
  }
}

function pointsOf(preset: Preset, asked: AskedDays, buckets: readonly Bucket[], today: string): AnalyticsPointDto[] {
  const { timeUnit, subject } = CHARTS[preset]
  return placesOf(timeUnit, asked).map((place) => ({
    key: place,
    value: valueOf(
      preset,
      buckets.filter(({ key }) => placeOf(timeUnit, key) === place),
      subject === 'entities' ? place <= today : buckets.length > 0,
    ),
  }))
}

type TimeUnit = (typeof CHARTS)[Preset]['timeUnit']

/** Returns the key of every point of a chart, including points without data. */
function placesOf(timeUnit: TimeUnit, { from, till }: AskedDays): string[] {
  if (timeUnit === 'hour') return Array.from({ length: 24 }, (_, hour) => String(hour))
  if (timeUnit === 'weekday') return ['1', '2', '3', '4', '5', '6', '7']
  const days = Array.from({ length: daysBetween(from, till) }, (_, at) => dayAfter(from, at))
  return [...new Set(days.map((day) => placeOf(timeUnit, day)))]
}

function placeOf(timeUnit: TimeUnit, key: string): string {
  if (timeUnit === 'month') return key.slice(0, 7)
  // JavaScript returns 0 for Sunday. Here the week begins with Monday as 1, so Sunday is 7.
  return timeUnit === 'weekday' ? String(new Date(key).getUTCDay() || 7) : key
}

/**
 * Returns the value of some buckets, rounded to two decimals. Without data, returns null, which is a gap in the chart.
 * @param isZero true: in a chart of counts, a value without data is zero instead of null
 */
function valueOf(preset: Preset, buckets: readonly Bucket[], isZero: boolean): number | null {
  const { value, isCount } = CHARTS[preset]
  const sum = (what: keyof Measures) => buckets.reduce((total, bucket) => total + bucket[what], 0)
  const count = sum('count')
  if (count === 0) return isCount && isZero ? 0 : null
  const [distance_m, duration_s, speed_tenths_kph] = [sum('distance_m'), sum('duration_s'), sum('speed_tenths_kph')]
  return Math.round(value({ count, distance_m, duration_s, speed_tenths_kph }) * 100) / 100
}
