import { useTranslation } from 'react-i18next'
import { NBSP } from '../../lib/format/numbers.js'
import { readPeriod, readRange } from '../filter-values.js'
import type { Filter } from '../table-definition.js'

const formatDay = (day: string) => day.split('-').reverse().join('-')

/** Formats a filter's value in words: "Moving", "2 chosen", "last 7 days", "01-10-2025 – 31-10-2025". */
export function useFilterWords() {
  const { t } = useTranslation('table')
  const periodWords = (value: string): string => {
    const period = readPeriod(value)
    if (!period) return value
    if ('within' in period) return t('filters.within', { count: period.within })
    if ('before' in period) return t('filters.before', { count: period.before })
    if (!period.till) return t('filters.from', { day: formatDay(period.from) })
    if (!period.from) return t('filters.till', { day: formatDay(period.till) })
    return `${formatDay(period.from)} – ${formatDay(period.till)}`
  }
  return (filter: Filter, value: string): string => {
    if (filter.kind === 'text') return value
    if (filter.kind === 'period') return periodWords(value)
    if (filter.kind === 'range') {
      const { least, most } = readRange(value) ?? {}
      const inUnit = (one: number | string) => `${one}${NBSP}${filter.unit}`
      if (least === undefined) return most === undefined ? value : t('filters.atMost', { value: inUnit(most) })
      return most === undefined ? t('filters.atLeast', { value: inUnit(least) }) : inUnit(`${least}–${most}`)
    }
    const chosen = value.split(',')
    if (chosen.length > 1) return t('filters.chosen', { count: chosen.length })
    return filter.choices.find((choice) => choice.value === value)?.label ?? value
  }
}
