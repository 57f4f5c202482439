import type { components } from '../../lib/api/schema.js'
import { addDays, addMonths, type DayRange, presetRange } from '../../lib/day-range.js'

export type Chart = components['schemas']['Chart']
export type Analytics = components['schemas']['Analytics']
export type Preset = Chart['preset']
export type PeriodKind = Chart['period']['kind']

export const PERIOD_KINDS: readonly PeriodKind[] = ['last7', 'last30', 'thisMonth', 'lastMonth', 'last12Months', 'custom']

interface PresetLook {
  /** Averages are drawn as a line, totals and counts as bars. */
  look: 'bars' | 'line'
  /** Default period, the most useful one for this chart. */
  period: Exclude<PeriodKind, 'custom'>
  /** True if the API's minutes are shown as hours. Used for minutes that are added up. */
  inHours?: boolean
  /**
   * True for kilometres. For a vehicle without an odometer, the distance is the sum of straight lines between its positions.
   */
  isDistance?: boolean
}

/** Kinds of charts in the order of the gallery. */
export const PRESETS: Record<Preset, PresetLook> = {
  activityDay: { look: 'bars', period: 'last30' },
  activityWeek: { look: 'bars', period: 'last30' },
  averageDistancePerTrip: { look: 'line', period: 'last30', isDistance: true },
  averageDurationPerTrip: { look: 'line', period: 'last30' },
  averageSpeedPerTrip: { look: 'line', period: 'last30' },
  totalDistancePerTrip: { look: 'bars', period: 'last30', isDistance: true },
  totalDistancePerMonth: { look: 'bars', period: 'last12Months', isDistance: true },
  totalDurationPerDay: { look: 'bars', period: 'last30', inHours: true },
  totalDurationPerMonth: { look: 'bars', period: 'last12Months', inHours: true },
  newEntitiesPerDay: { look: 'bars', period: 'last30' },
}
/** Number of labels that fit on the axis of a small card. */
const MOST_TICKS = 7

/** Returns the interval at which points have a label. */
export const tickStep = (points: number): number => Math.max(1, Math.ceil(points / MOST_TICKS))

export const PRESET_KEYS = Object.keys(PRESETS) as Preset[]

/** Charts offered on the first visit. */
export const SUGGESTED: readonly Preset[] = ['totalDistancePerMonth', 'activityDay', 'activityWeek']

export const MOST_CHARTS = 50
/** The API's limit on days per chart. */
export const MOST_DAYS = 400

export const newChart = (preset: Preset): Chart => ({
  id: crypto.randomUUID(),
  preset,
  target_group_id: null,
  period: { kind: PRESETS[preset].period },
})

/**
 * Returns the first and last day of a period, as of `now` in the user's time zone. A period that has not ended runs until today.
 */
export function rangeOf({ kind, from, till }: Chart['period'], now: number, timeZone: string): DayRange {
  const today = presetRange('today', now, timeZone)
  if (kind === 'custom') return { from: from ?? today.from, till: till ?? today.till }
  if (kind === 'thisMonth' || kind === 'lastMonth') return presetRange(kind, now, timeZone)
  if (kind === 'last7') return presetRange('sevenDays', now, timeZone)
  if (kind === 'last30') return { from: addDays(today.from, -29), till: today.till }
  return { from: addMonths(presetRange('thisMonth', now, timeZone).from, -11), till: today.till }
}
