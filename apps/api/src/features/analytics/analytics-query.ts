import { askedPeriod } from '../../day-sums/index.js'
import { invalid } from '../../http/problems.js'
import { readQuery } from '../../http/query-parameters.js'
import { timeZoneOf } from '../../http/time-zone.js'
import { absent } from '../../texts/platform.js'

/**
 * Maximum days of a chart. They are enough for thirteen whole months, because a year that begins within a month is extended
 * to whole months.
 */
const MOST_DAYS = 400

export interface AnalyticsQuery {
  /** First day (YYYY-MM-DD). The first and the last day are included. */
  from: string
  till: string
  /** IANA name of the time zone; the user's own if absent. */
  timeZone?: string
  targetGroupId?: number
}

/** @throws Problem 422 */
export function readAnalyticsQuery(given: Record<string, unknown>): AnalyticsQuery {
  const { tz, target_group_id: group, ...period } = readQuery(given, ['from', 'till', 'target_group_id', 'tz'])
  const days = askedPeriod(period, MOST_DAYS)
  if (group && !/^[1-9]\d{0,8}$/.test(group)) throw invalid({ target_group_id: [absent('target-group')] })
  return {
    ...days,
    ...(tz && { timeZone: timeZoneOf(tz) }),
    ...(group && { targetGroupId: Number(group) }),
  }
}
