import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** A tracker under live test. */
export interface TrackedDevice {
  imei: string
  /** Start of the test, in milliseconds since 1970 UTC. */
  startedAt: number
}

interface Tracking {
  devices: readonly TrackedDevice[]
  /** IMEI of the tracker that is shown. */
  selected: string | undefined
}

interface TrackedDevices {
  get: () => Tracking
  subscribe: (listener: () => void) => () => void
  /** Starts the test of a tracker and shows it. A running test continues. */
  track: (imei: string, now: number) => void
  select: (imei: string) => void
  stop: (imei: string) => void
}

/** Creates the store of the trackers under live test. It is outside React, because it outlives every screen (D.9). */
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

/** There is one store per query cache, as for the live connection. */
const stores = new WeakMap<QueryClient, TrackedDevices>()

/** Returns the trackers under live test and the functions to change them. */
export function useTrackedDevices(): Tracking & Pick<TrackedDevices, 'track' | 'select' | 'stop'> {
  const queries = useQueryClient()
  const store = stores.get(queries) ?? createTrackedDevices()
  stores.set(queries, store)
  const { track, select, stop } = store
  return { ...useSyncExternalStore(store.subscribe, store.get), track, select, stop }
}
