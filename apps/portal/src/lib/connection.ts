import { onlineManager } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

const PROBE_MS = 8_000
/** Pause in ms before the next probe of an unreachable server. It is short, so that a screen is back within 5 s (T-08). */
const PROBE_AGAIN_MS = 3_000
const LONGEST_PAUSE_MS = 60_000

/** Reads the browser's online state when the page opens. Later changes are reported by events of the browser. */
export const noteConnection = (): void => onlineManager.setOnline(navigator.onLine)

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

/** Returns whether this device has a network. This does not mean that the server can be reached. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => onlineManager.isOnline())

/** Returns whether the server responds, with any status. */
export async function isServerReachable(): Promise<boolean> {
  if (!onlineManager.isOnline()) return false
  try {
    await fetch(new URL('/health/live', window.location.origin), { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) })
    return true
  } catch {
    return false // No connection, or no response in time.
  }
}

/**
 * While `isWaiting`, calls `act` as soon as the server can be reached. If this does not end the waiting, `act` is called again
 * after growing pauses. The browser's own events are not enough for this, because they report only the device's network, and
 * not a server or a router that is back.
 */
export function useWhenReachable(isWaiting: boolean, act: () => void): void {
  const onReachable = useEffectEvent(act)
  useEffect(() => {
    if (!isWaiting) return
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    let pauseMs = PROBE_AGAIN_MS
    const probe = async () => {
      const isReachable = await isServerReachable()
      if (isOver) return
      if (isReachable) {
        onReachable()
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
      }
      timer = setTimeout(() => void probe(), pauseMs)
    }
    timer = setTimeout(() => void probe(), pauseMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isWaiting])
}
