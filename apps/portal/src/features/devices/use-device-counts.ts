import { useQuery } from '@tanstack/react-query'
import type { DeviceView } from './device.js'
import { statisticsQuery } from './queries/device-queries.js'

/** Names of the fields in the statistics from which each view takes its count. */
const COUNTED = {
  all: 'total',
  free: 'free',
  installed: 'installed',
  silent: 'silent',
  returned: 'returned',
  drift: 'firmware_drift',
} as const satisfies Partial<Record<DeviceView, string>>

const isCounted = (view: DeviceView): view is keyof typeof COUNTED => view in COUNTED

/** Returns the number of trackers in a view. Undefined until it is loaded, and for views without a count. */
export function useDeviceCounts(): (view: DeviceView) => number | undefined {
  const { data } = useQuery(statisticsQuery)
  return (view) => (isCounted(view) ? data?.[COUNTED[view]] : undefined)
}
