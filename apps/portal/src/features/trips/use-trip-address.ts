import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useClock } from '../../lib/clock.js'
import { useFormat } from '../../lib/format/use-format.js'
import { type DayRange, parseRange, presetRange } from './day-range.js'

export interface TripAddress {
  /** The days of the address: seven of them when it names none, undefined when it asks for all. */
  range: DayRange | undefined
  setRange: (range: DayRange | undefined) => void
  tripId: number | undefined
  selectTrip: (tripId: number | undefined) => void
}

/** The selected trip and the range of days live in the address, so that a link shows the same. */
export function useTripAddress(): TripAddress {
  const [address, setAddress] = useSearchParams()
  const clock = useClock()
  const { timeZone } = useFormat()
  const change = useCallback(
    (changes: Record<string, string | undefined>) =>
      setAddress(
        (before) => {
          const after = new URLSearchParams(before)
          for (const [name, value] of Object.entries(changes)) {
            if (value === undefined) after.delete(name)
            else after.set(name, value)
          }
          return after
        },
        { replace: true },
      ),
    [setAddress],
  )
  const [from, till, days] = [address.get('from'), address.get('till'), address.get('days')]
  const range = useMemo(
    () => (days === 'all' ? undefined : (parseRange(from, till) ?? presetRange('sevenDays', clock.now(), timeZone))),
    [from, till, days, clock, timeZone],
  )
  return {
    range,
    setRange: useCallback(
      (chosen) => change({ from: chosen?.from, till: chosen?.till, days: chosen ? undefined : 'all' }),
      [change],
    ),
    tripId: Number(address.get('trip')) || undefined,
    selectTrip: useCallback((tripId) => change({ trip: tripId?.toString() }), [change]),
  }
}
