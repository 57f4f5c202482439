import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useClock } from '../../lib/clock.js'
import { formatDay, formatRange } from '../../lib/day-range.js'
import { counted, formatCount } from '../../lib/format/numbers.js'
import { useFormat } from '../../lib/format/use-format.js'
import { type Analytics, type Chart, PRESETS, rangeOf } from './chart.js'
import { targetGroupsQuery } from './queries/analytics-query.js'

/** Returns a UTC date on a weekday, 1 for Monday. */
const someWeekday = (weekday: number) => new Date(Date.UTC(2024, 0, weekday))
const twoDigits = (hour: string) => hour.padStart(2, '0')

/** Returns functions that format a chart's texts in the user's language. */
export function useChartWords() {
  const { t, i18n } = useTranslation('analytics')
  const { timeZone } = useFormat()
  const clock = useClock()
  const groups = useQuery(targetGroupsQuery).data
  const dated = (date: Date, how: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(i18n.language, { ...how, timeZone: 'UTC' }).format(date)

  const unitOf = ({ preset, unit }: Analytics, value: number): string => {
    if (PRESETS[preset].inHours) return t('units.h')
    if (unit === 'trips') return t('units.trips', counted(value))
    if (unit === 'entities') return t('units.entities', counted(value))
    return unit
  }
  return {
    preset: (preset: Chart['preset']) => t(`presets.${preset}`),
    title: ({ preset, title }: Chart) => title || t(`presets.${preset}`),
    /** Formats vehicles and days: "All vehicles · 01-10-2025 – 30-10-2025". */
    scope: ({ target_group_id: id, period }: Chart) => {
      const group = id == null ? t('allVehicles') : (groups?.find((one) => one.id === id)?.name ?? t('aGroup'))
      return `${group} · ${formatRange(rangeOf(period, clock.now(), timeZone))}`
    },
    /** Converts a value to the unit of the axis. Minutes that add up become hours. */
    amount: ({ preset }: Pick<Analytics, 'preset'>, value: number) => (PRESETS[preset].inHours ? value / 60 : value),
    unitOf,
    /** Formats a value with its unit: "84,210 km". */
    figure: (of: Analytics, value: number | null) => {
      if (value === null) return t('noData')
      const shown = PRESETS[of.preset].inHours ? value / 60 : value
      return `${formatCount(shown)}\u00a0${unitOf(of, shown)}`
    },
    /** Formats a point on the axis, short: "08", "Mon", "Oct", "30-10". */
    tick: ({ preset }: Analytics, key: string) => {
      if (preset === 'activityDay') return twoDigits(key)
      if (preset === 'activityWeek') return dated(someWeekday(Number(key)), { weekday: 'short' })
      if (key.length === 7) return dated(new Date(`${key}-01`), { month: 'short' })
      return formatDay(key).slice(0, 5)
    },
    /** Formats a point without its neighbours: "08:00", "Monday", "October 2025", "30-10-2025". */
    point: ({ preset }: Analytics, key: string) => {
      if (preset === 'activityDay') return `${twoDigits(key)}:00`
      if (preset === 'activityWeek') return dated(someWeekday(Number(key)), { weekday: 'long' })
      if (key.length === 7) return dated(new Date(`${key}-01`), { month: 'long', year: 'numeric' })
      return formatDay(key)
    },
    /** Returns the heading of the first column in the chart's table and file. */
    pointName: ({ preset, points }: Analytics) => {
      if (preset === 'activityDay') return t('points.hour')
      if (preset === 'activityWeek') return t('points.weekday')
      return t(points[0]?.key.length === 7 ? 'points.month' : 'points.day')
    },
  }
}
export type ChartWords = ReturnType<typeof useChartWords>
