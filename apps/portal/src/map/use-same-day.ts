import { useFormat } from '../lib/format/use-format.js'
import { type SameDay, sameDayOf } from './entity-state.js'

/** Whether two instants lie on one day of the profile's zone (G-41). */
export const useSameDay = (): SameDay => sameDayOf(useFormat().timeZone)
