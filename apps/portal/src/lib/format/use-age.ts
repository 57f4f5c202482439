import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { everySecond, useClock } from '../clock.js'
import type { Instant } from './dates.js'
import { formatAge } from './durations.js'
import { useFormat } from './use-format.js'

type MaybeInstant = Instant | null | undefined

/**
 * Returns the current age, such as "6 s ago", up to 24 h; undefined beyond that and without a time. It ticks while it shows
 * seconds. All ages share one timer, and each renders again only when its text changes.
 */
export function useYoungAge(at: MaybeInstant): string | undefined {
  const { t } = useTranslation('format')
  const clock = useClock()
  return useSyncExternalStore(everySecond(clock), () =>
    at === null || at === undefined ? undefined : formatAge(clock.now() - new Date(at).getTime(), t),
  )
}

/** Returns the age for a signed-in user, with date and time in their zone after 24 h. */
export function useAge(at: MaybeInstant): string | undefined {
  const { dateTime } = useFormat()
  const age = useYoungAge(at)
  return at === null || at === undefined ? undefined : (age ?? dateTime(at))
}
