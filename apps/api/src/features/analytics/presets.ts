import type { DaySum } from '../../day-sums/index.js'

/** Preset charts. */
export const PRESETS = [
  'activityDay',
  'activityWeek',
  'averageDistancePerTrip',
  'averageDurationPerTrip',
  'averageSpeedPerTrip',
  'totalDistancePerTrip',
  'totalDistancePerMonth',
  'totalDurationPerDay',
  'totalDurationPerMonth',
  'newEntitiesPerDay',
] as const
export type Preset = (typeof PRESETS)[number]

export const UNITS = ['trips', 'km', 'min', 'km/h', 'entities'] as const
export type Unit = (typeof UNITS)[number]

/** Sums of one bucket of a chart. `count` is the number of trips or of new vehicles. */
export interface Measures extends Pick<DaySum, 'distance_m' | 'duration_s' | 'speed_tenths_kph'> {
  count: number
}

/** Definition of a preset's chart (G-62). */
interface Chart {
  unit: Unit
  /** Unit of time between the chart's points. */
  by: 'hour' | 'weekday' | 'day' | 'month'
  of: 'trips' | 'entities'
  value: (measures: Measures) => number
  /** True for a chart of counts. In such a chart, a point without data is a zero. In other charts it is a gap. */
  isCount?: boolean
}

const km = (metres: number) => metres / 1_000
const minutes = (seconds: number) => seconds / 60

export const CHARTS: Record<Preset, Chart> = {
  activityDay: { unit: 'trips', by: 'hour', of: 'trips', value: ({ count }) => count, isCount: true },
  activityWeek: { unit: 'trips', by: 'weekday', of: 'trips', value: ({ count }) => count, isCount: true },
  averageDistancePerTrip: { unit: 'km', by: 'day', of: 'trips', value: ({ distance_m, count }) => km(distance_m) / count },
  averageDurationPerTrip: { unit: 'min', by: 'day', of: 'trips', value: ({ duration_s, count }) => minutes(duration_s) / count },
  averageSpeedPerTrip: { unit: 'km/h', by: 'day', of: 'trips', value: (of) => of.speed_tenths_kph / 10 / of.count },
  totalDistancePerTrip: { unit: 'km', by: 'day', of: 'trips', value: ({ distance_m }) => km(distance_m) },
  totalDistancePerMonth: { unit: 'km', by: 'month', of: 'trips', value: ({ distance_m }) => km(distance_m) },
  totalDurationPerDay: { unit: 'min', by: 'day', of: 'trips', value: ({ duration_s }) => minutes(duration_s) },
  totalDurationPerMonth: { unit: 'min', by: 'month', of: 'trips', value: ({ duration_s }) => minutes(duration_s) },
  newEntitiesPerDay: { unit: 'entities', by: 'day', of: 'entities', value: ({ count }) => count, isCount: true },
}
