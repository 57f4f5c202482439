import { useQuery } from '@tanstack/react-query'
import type { DeviceView } from './device.js'
import { statisticsQuery } from './queries/device-queries.js'

/** The figure that counts what a view lists. */
const COUNTED = {
  all: 'total',
  free: 'free',
  installed: 'installed',
  silent: 'silent',
  returned: 'returned',
  drift: 'firmware_drift',
} as const satisfies Partial<Record<DeviceView, string>>

const isCounted = (view: DeviceView): view is keyof typeof COUNTED => view in COUNTED

/** How many trackers of the scope a view lists; absent until it is known, and of views that nobody counts. */
export function useDeviceCounts(): (view: DeviceView) => number | undefined {
  const { data } = useQuery(statisticsQuery)
  return (view) => (isCounted(view) ? data?.[COUNTED[view]] : undefined)
}
