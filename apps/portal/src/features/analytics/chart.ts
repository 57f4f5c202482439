import type { components } from '../../lib/api/schema.js'
import { addDays, addMonths, type DayRange, presetRange } from '../../lib/day-range.js'

export type Chart = components['schemas']['Chart']
export type Analytics = components['schemas']['Analytics']
export type Preset = Chart['preset']
export type PeriodKind = Chart['period']['kind']

export const PERIOD_KINDS: readonly PeriodKind[] = ['last7', 'last30', 'thisMonth', 'lastMonth', 'last12Months', 'custom']

interface PresetLook {
  /** Means are drawn as a line, sums and counts as bars. */
  look: 'bars' | 'line'
  /** What somebody who chooses it most likely wants to see. */
  period: Exclude<PeriodKind, 'custom'>
  /** The API's minutes are hours where they add up. */
  inHours?: boolean
  /** It tells kilometres, which are straight lines where no odometer counts. */
  isDistance?: boolean
}

/** R-144, in the order of the gallery. */
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
/** Labels that the axis of a small card has room for. */
const MOST_TICKS = 7

/** Every so many points of an axis have a label, all equally far apart. */
export const tickStep = (points: number): number => Math.max(1, Math.ceil(points / MOST_TICKS))

export const PRESET_KEYS = Object.keys(PRESETS) as Preset[]

/** What a first visit is offered: how much, when on a day, and on which days. */
export const SUGGESTED: readonly Preset[] = ['totalDistancePerMonth', 'activityDay', 'activityWeek']

export const MOST_CHARTS = 50
/** The API tells no more days in one chart. */
export const MOST_DAYS = 400

export const newChart = (preset: Preset): Chart => ({
  id: crypto.randomUUID(),
  preset,
  target_group_id: null,
  period: { kind: PRESETS[preset].period },
})

/** The days of a period at the moment `now`, as the user's zone has them; what has not ended goes until today. */
export function rangeOf({ kind, from, till }: Chart['period'], now: number, timeZone: string): DayRange {
  const today = presetRange('today', now, timeZone)
  if (kind === 'custom') return { from: from ?? today.from, till: till ?? today.till }
  if (kind === 'thisMonth' || kind === 'lastMonth') return presetRange(kind, now, timeZone)
  if (kind === 'last7') return presetRange('sevenDays', now, timeZone)
  if (kind === 'last30') return { from: addDays(today.from, -29), till: today.till }
  return { from: addMonths(presetRange('thisMonth', now, timeZone).from, -11), till: today.till }
}
