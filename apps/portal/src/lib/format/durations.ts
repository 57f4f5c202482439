import type { TFunction } from 'i18next'

const MINUTE_S = 60
const HOUR_S = 3_600
const DAY_S = 86_400
const DAY_H = 24
/** Number of days from which a time span is shown without hours. */
const EXACT_D = 7

/** Formats seconds as "6 s", "15 min", "1 h 06 min": at most two units. Minutes after hours have two digits. */
export function formatDuration(seconds: number, t: TFunction<'format'>): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < MINUTE_S) return t('seconds', { value: whole })
  const minutes = Math.round(whole / MINUTE_S)
  if (minutes < 60) return t('minutes', { value: minutes })
  return t('hoursMinutes', { hours: Math.floor(minutes / 60), minutes: String(minutes % 60).padStart(2, '0') })
}

/** Formats seconds as a time span for use after "for": "6 s", "1 h 06 min", "2 days 5 h", "100 days". */
export function formatSpan(seconds: number, t: TFunction<'format'>): string {
  const hours = Math.floor(seconds / HOUR_S)
  if (hours < DAY_H) return formatDuration(seconds, t)
  const days = t('days', { count: Math.floor(hours / DAY_H) })
  return hours < EXACT_D * DAY_H ? t('daysHours', { days, hours: hours % DAY_H }) : days
}

/** Formats seconds as a counter: "0:42", "12:05". */
export const formatCounter = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`

/**
 * Formats an age in milliseconds, up to 24 h: "3 s ago", "14 min ago", "2 h ago". Undefined for an older age, for which the
 * caller shows the time itself. A negative age, from a clock that is slightly ahead of this one, counts as now.
 */
export function formatAge(ageMs: number, t: TFunction<'format'>): string | undefined {
  const seconds = Math.max(0, Math.floor(ageMs / 1_000))
  if (seconds < MINUTE_S) return t('secondsAgo', { value: seconds })
  if (seconds < HOUR_S) return t('minutesAgo', { value: Math.floor(seconds / MINUTE_S) })
  if (seconds < DAY_S) return t('hoursAgo', { value: Math.floor(seconds / HOUR_S) })
  return undefined
}
