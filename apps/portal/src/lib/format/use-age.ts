import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { everySecond, useClock } from '../clock.js'
import type { Instant } from './dates.js'
import { formatAge } from './durations.js'
import { useFormat } from './use-format.js'

type MaybeInstant = Instant | null | undefined

/**
 * Returns the current age, such as "6 s ago". Undefined for an age over 24 h and without a time. The age is updated each second
 * while it shows seconds. All ages share one timer, and each renders again only when its text changes.
 */
export function useYoungAge(at: MaybeInstant): string | undefined {
  const { t } = useTranslation('format')
  const clock = useClock()
  return useSyncExternalStore(everySecond(clock), () =>
    at === null || at === undefined ? undefined : formatAge(clock.now() - new Date(at).getTime(), t),
  )
}

/** Returns the age for a signed-in user. After 24 h it is the date and time in the user's zone. */
export function useAge(at: MaybeInstant): string | undefined {
  const { dateTime } = useFormat()
  const age = useYoungAge(at)
  return at === null || at === undefined ? undefined : (age ?? dateTime(at))
}
