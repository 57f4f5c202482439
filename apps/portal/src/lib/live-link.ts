import { useSyncExternalStore } from 'react'

/**
 * State of the live channel. `off` while nothing on screen needs the channel. The app bar shows a dot only in the state
 * `broken`.
 */
export type LiveLink = 'off' | 'connecting' | 'live' | 'broken'

let current: LiveLink = 'off'
const listeners = new Set<() => void>()

export function setLiveLink(state: LiveLink): void {
  if (state === current) return
  current = state
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useLiveLink = (): LiveLink => useSyncExternalStore(subscribe, () => current)
