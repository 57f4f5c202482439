import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../session/session.js'
import {
  browserTimeZone,
  type Day,
  dayOf,
  formatClock,
  formatDate,
  formatDateTime,
  formatDateTimeRange,
  formatTime,
  type Instant,
  weekdayOf,
} from './dates.js'
import { formatAge, formatDuration, formatSpan } from './durations.js'

/**
 * Formatting functions for the user's language and time zone (G-97): dates DD-MM-YYYY, ages and durations. Numbers depend on
 * neither (see `numbers.ts`).
 */
export function useFormat() {
  const { t, i18n } = useTranslation('format')
  const timeZone = useSession().user.time_zone ?? browserTimeZone()
  const language = i18n.language
  return useMemo(
    () => ({
      timeZone,
      date: (at: Instant) => formatDate(at, timeZone),
      time: (at: Instant) => formatTime(at, timeZone),
      /** Formats a time with seconds. */
      clock: (at: Instant) => formatClock(at, timeZone),
      dateTime: (at: Instant) => formatDateTime(at, timeZone),
      dateTimeRange: (from: Instant, till: Instant) => formatDateTimeRange(from, till, timeZone),
      /** Returns the day of an instant in the user's zone, YYYY-MM-DD. */
      day: (at: Instant) => dayOf(at, timeZone),
      /** Returns the name of a calendar day. The day is the same in every zone. */
      weekdayOf: (day: Day, length?: 'long' | 'short') => weekdayOf(day, language, length),
      duration: (seconds: number) => formatDuration(seconds, t),
      /** Formats how long something has lasted. It includes days, unlike the format for a sum of hours. */
      span: (seconds: number) => formatSpan(seconds, t),
      /** Formats as "14 min ago" up to 24 h, then as date and time. */
      relative: (at: Instant, now: number) => formatAge(now - new Date(at).getTime(), t) ?? formatDateTime(at, timeZone),
    }),
    [t, timeZone, language],
  )
}
