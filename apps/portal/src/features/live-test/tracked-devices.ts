import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** A tracker under live test. */
export interface TrackedDevice {
  imei: string
  /** Since when it is watched, milliseconds since 1970 UTC. */
  startedAt: number
}

interface Tracking {
  devices: readonly TrackedDevice[]
  /** The one in sight. */
  selected: string | undefined
}

interface TrackedDevices {
  get: () => Tracking
  subscribe: (listener: () => void) => () => void
  /** Watches one more and brings it in sight; one that is watched already goes on. */
  track: (imei: string, now: number) => void
  select: (imei: string) => void
  stop: (imei: string) => void
}

/** Which trackers are under live test. Outside React, because it outlives every screen (D.9). */
export function createTrackedDevices(): TrackedDevices {
  let tracking: Tracking = { devices: [], selected: undefined }
  const listeners = new Set<() => void>()
  const become = (next: Tracking) => {
    tracking = next
    listeners.forEach((listener) => listener())
  }
  return {
    get: () => tracking,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    track(imei, now) {
      const isKnown = tracking.devices.some((device) => device.imei === imei)
      const devices = isKnown ? tracking.devices : [...tracking.devices, { imei, startedAt: now }]
      if (!isKnown || tracking.selected !== imei) become({ devices, selected: imei })
    },
    select(imei) {
      if (tracking.selected !== imei) become({ ...tracking, selected: imei })
    },
    stop(imei) {
      const devices = tracking.devices.filter((device) => device.imei !== imei)
      become({ devices, selected: tracking.selected === imei ? devices[0]?.imei : tracking.selected })
    },
  }
}

/** One beside each query cache, as the live line has it. */
const stores = new WeakMap<QueryClient, TrackedDevices>()

/** What is under live test in this portal, and how that changes. */
export function useTrackedDevices(): Tracking & Pick<TrackedDevices, 'track' | 'select' | 'stop'> {
  const queries = useQueryClient()
  const store = stores.get(queries) ?? createTrackedDevices()
  stores.set(queries, store)
  const { track, select, stop } = store
  return { ...useSyncExternalStore(store.subscribe, store.get), track, select, stop }
}
