import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const PROBE_MS = 8_000

/** What the browser says when the page opens; from then on its events tell. */
export const noteConnection = (): void => onlineManager.setOnline(navigator.onLine)

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

/** Whether this device has a network at all. That it has one does not mean that it reaches the server. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => onlineManager.isOnline())

/** Whether the server answers, whatever it says. */
export async function isServerReachable(): Promise<boolean> {
  if (!onlineManager.isOnline()) return false
  try {
    await fetch(new URL('/health/live', window.location.origin), { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) })
    return true
  } catch {
    return false // no connection, or no answer in time
  }
}
