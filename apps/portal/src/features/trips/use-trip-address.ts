import { useCallback, useMemo } from 'react'
import { useClock } from '../../lib/clock.js'
import { useFormat } from '../../lib/format/use-format.js'
import { useAddress } from '../../lib/screen-address.js'
import { type DayRange, parseRange, presetRange } from '../../lib/day-range.js'

export interface TripAddress {
  /** Days from the URL. If the URL names no days, these are the last seven days. Undefined if the URL asks for all days. */
  range: DayRange | undefined
  setRange: (range: DayRange | undefined) => void
  tripId: number | undefined
  selectTrip: (tripId: number | undefined) => void
  /** Time that a link refers to, ISO 8601. Cleared when another trip or none is selected. */
  at: string | undefined
  /** Opens the trip that took place at that time. */
  openAt: (tripId: number) => void
  /** Vehicles whose trips are drawn beside those of the open one. */
  beside: readonly number[]
  setBeside: (entityIds: readonly number[]) => void
}

/** Keeps the selected trip and the range of days in the URL, so that a link shows the same. */
export function useTripAddress(): TripAddress {
  const { text, id, change } = useAddress()
  const clock = useClock()
  const { timeZone } = useFormat()
  const [from, till, days] = [text('from') ?? null, text('till') ?? null, text('days')]
  const written = text('with') ?? ''
  const at = text('at')
  const beside = useMemo(() => idsOf(written), [written])
  const range = useMemo(
    () => (days === 'all' ? undefined : (parseRange(from, till) ?? presetRange('sevenDays', clock.now(), timeZone))),
    [from, till, days, clock, timeZone],
  )
  return {
    range,
    setRange: useCallback(
      (chosen) => change({ from: chosen?.from, till: chosen?.till, days: chosen ? undefined : 'all' }, true),
      [change],
    ),
    tripId: id('trip'),
    beside,
    setBeside: useCallback((entityIds) => change({ with: entityIds.join('.') }, true), [change]),
    selectTrip: useCallback((tripId) => change({ trip: tripId, at: undefined }, true), [change]),
    at: at !== undefined && !Number.isNaN(Date.parse(at)) ? at : undefined,
    openAt: useCallback((tripId) => change({ trip: tripId }, true), [change]),
  }
}

/** Parses IDs written as `12.15`. */
const idsOf = (text: string): number[] => text.split('.').flatMap((one) => (/^[1-9]\d{0,9}$/.test(one) ? [Number(one)] : []))
