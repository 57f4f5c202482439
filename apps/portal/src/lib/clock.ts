import { createContext, useContext, useEffect, useState } from 'react'

/** Where "now" comes from: the server, or a fixed time in tests. Milliseconds since 1970 UTC. */
export interface Clock {
  now: () => number
  /** Calls when the clock was put right, until the returned function is called. */
  onSet?: (listener: () => void) => () => void
}

const ClockContext = createContext<Clock>({ now: () => Date.now() })
export const ClockProvider = ClockContext.Provider
export const useClock = (): Clock => useContext(ClockContext)

/** The current time, renewed every `everyMs` (live values tick each second). */
export function useNow(everyMs = 1_000): number {
  const clock = useClock()
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    const renew = () => setNow(clock.now())
    const timer = setInterval(renew, everyMs)
    const unsubscribe = clock.onSet?.(renew)
    return () => {
      clearInterval(timer)
      unsubscribe?.()
    }
  }, [clock, everyMs])
  return now
}

/** The current time, for what is told by the minute. */
export const useMinute = (): number => useNow(60_000)
