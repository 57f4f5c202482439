import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { everySecond, useClock } from '../clock.js'
import type { Instant } from './dates.js'
import { formatAge } from './durations.js'
import { useFormat } from './use-format.js'

type MaybeInstant = Instant | null | undefined

/**
 * "6 s ago" as it is now, up to 24 h; undefined beyond, and where there is no time. It ticks while it shows seconds. All ages share one
 * timer, and one is drawn anew only when its words change.
 */
export function useYoungAge(at: MaybeInstant): string | undefined {
  const { t } = useTranslation('format')
  const clock = useClock()
  return useSyncExternalStore(everySecond(clock), () =>
    at === null || at === undefined ? undefined : formatAge(clock.now() - new Date(at).getTime(), t),
  )
}

/** The same of somebody signed in: date and time of their zone after 24 h. */
export function useAge(at: MaybeInstant): string | undefined {
  const { dateTime } = useFormat()
  const age = useYoungAge(at)
  return at === null || at === undefined ? undefined : (age ?? dateTime(at))
}
