import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const PROBE_MS = 8_000

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
