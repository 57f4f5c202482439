import { createContext, useContext, useEffect, useState } from 'react'

/** Source of the current time: the server, or a fixed time in tests. Milliseconds since 1970 UTC. */
export interface Clock {
  now: () => number
  /** Calls the listener when the clock is corrected. Returns the unsubscribe function. */
  onSet?: (listener: () => void) => () => void
}

const ClockContext = createContext<Clock>({ now: () => Date.now() })
export const ClockProvider = ClockContext.Provider
export const useClock = (): Clock => useContext(ClockContext)

/** Returns the current time, updated every `everyMs` milliseconds, by default each second. */
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

/** Returns the current time, updated each minute. For a displayed age use `useAge`, which updates itself. */
export const useMinute = (): number => useNow(60_000)

type Subscribe = (listener: () => void) => () => void

const seconds = new WeakMap<Clock, Subscribe>()

/**
 * Returns a function that subscribes to each second and to corrections of the clock. All subscribers share one timer, which runs
 * only while there are subscribers.
 */
export function everySecond(clock: Clock): Subscribe {
  const known = seconds.get(clock)
  if (known) return known
  const listeners = new Set<() => void>()
  const call = () => listeners.forEach((listener) => listener())
  let stop: () => void = () => undefined
  const start = () => {
    const timer = setInterval(call, 1_000)
    const unsubscribe = clock.onSet?.(call)
    stop = () => {
      clearInterval(timer)
      unsubscribe?.()
    }
  }
  const subscribe: Subscribe = (listener) => {
    if (listeners.size === 0) start()
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) stop()
    }
  }
  seconds.set(clock, subscribe)
  return subscribe
}
