import { useFormat } from '../lib/format/use-format.js'
import { type SameDay, sameDayOf } from './entity-state.js'

/** Returns a function that decides whether two instants are on the same day in the profile's time zone (G-41). */
export const useSameDay = (): SameDay => sameDayOf(useFormat().timeZone)
