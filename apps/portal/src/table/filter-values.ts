import { addDays, type Day, dayOf, endOfDay, isDay, startOfDay } from '../lib/day-range.js'
import type { Filter } from './table-definition.js'

/** Current time and time zone, for relative periods. */
export interface Moment {
  /** Milliseconds since 1970 UTC. */
  now: number
  timeZone: string
}

/**
 * Period of a filter. `7d` is the last seven days, `>30d` is longer ago than 30 days, and `2025-10-01..2025-10-31` is a range
 * of days. Either day may be missing.
 */
export type Period = { within: number } | { before: number } | { from: string; till: string }

export const PERIOD_PRESETS: readonly string[] = ['1d', '7d', '30d', '>7d', '>30d']

const DAY_MS = 86_400_000
const isDayOrNone = (text: string) => text === '' || isDay(text)

export function readPeriod(value: string): Period | undefined {
  const [, older, days] = /^(>?)(\d{1,3})d$/.exec(value) ?? []
  if (days !== undefined) return older ? { before: Number(days) } : { within: Number(days) }
  const [from, till, more] = value.split('..')
  if (from === undefined || till === undefined || more !== undefined || (from === '' && till === '')) return undefined
  return isDayOrNone(from) && isDayOrNone(till) ? { from, till } : undefined
}

/** Parses a range such as `5..20`. Either end may be missing. */
export function readRange(value: string): { least?: number; most?: number } | undefined {
  const [, least = '', most = ''] = /^(\d{1,6}(?:\.\d{1,2})?)?\.\.(\d{1,6}(?:\.\d{1,2})?)?$/.exec(value) ?? []
  if (least === '' && most === '') return undefined
  return { ...(least !== '' && { least: Number(least) }), ...(most !== '' && { most: Number(most) }) }
}

/** Replaces characters that the API uses to separate values and conditions. */
export const cleanText = (text: string): string => text.replace(/[,;]/g, ' ')

export const isFilterValue = (value: string, filter: Filter): boolean => {
  if (filter.kind === 'period') return readPeriod(value) !== undefined
  if (filter.kind === 'range') return readRange(value) !== undefined
  if (filter.kind === 'text') return value.trim() !== ''
  return value.split(',').every((one) => filter.isChoice?.(one) ?? filter.choices.some((choice) => choice.value === one))
}

/** Converts a filter's value to conditions of the API's `searchFields`. */
export function conditionsOf(filter: Filter, value: string, { now, timeZone }: Moment): string[] {
  const { key, kind } = filter
  if (kind === 'choice') return [`${key}:in${value}`]
  if (kind === 'text') return [`${key}:like${cleanText(value).trim()}`]
  if (kind === 'range') {
    const { least, most } = readRange(value) ?? {}
    return [
      ...(least === undefined ? [] : [`${key}:>=${least * filter.scale}`]),
      ...(most === undefined ? [] : [`${key}:<=${most * filter.scale}`]),
    ]
  }
  const period = readPeriod(value)
  if (!period) return []
  return filter.isOfDays
    ? conditionsOfDays(key, period, dayOf(now, timeZone))
    : conditionsOfMoments(key, period, { now, timeZone })
}

function conditionsOfDays(key: string, period: Period, today: Day): string[] {
  if ('within' in period) return [`${key}:>=${addDays(today, -period.within)}`]
  if ('before' in period) return [`${key}:<=${addDays(today, -period.before)}`]
  return [...(period.from ? [`${key}:>=${period.from}`] : []), ...(period.till ? [`${key}:<=${period.till}`] : [])]
}

function conditionsOfMoments(key: string, period: Period, { now, timeZone }: Moment): string[] {
  const written = (instant: number) => new Date(instant).toISOString()
  // A day is 24 hours here, so that the result does not depend on clock changes in any time zone.
  const daysAgo = (days: number) => written(now - days * DAY_MS)
  if ('within' in period) return [`${key}:>=${daysAgo(period.within)}`]
  if ('before' in period) return [`${key}:<=${daysAgo(period.before)}`]
  return [
    ...(period.from ? [`${key}:>=${written(startOfDay(period.from, timeZone))}`] : []),
    ...(period.till ? [`${key}:<=${written(endOfDay(period.till, timeZone))}`] : []),
  ]
}
