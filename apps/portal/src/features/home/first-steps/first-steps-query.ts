import { queryOptions } from '@tanstack/react-query'
import { useChange, useReread, type ChangeCallbacks } from '../../../components/notifications/use-change.js'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { once } from '../../../lib/api/headers.js'
import type { components } from '../../../lib/api/schema.js'
import { BUSINESSES_KEY } from '../../../lib/businesses/business-tree-query.js'
import { markersKey } from '../../../live/query-keys.js'

type Schemas = components['schemas']
export type FirstSteps = Schemas['FirstSteps']

/** Polling interval in ms. The interval is short, so that a tracker appears soon after the user has sent it the command. */
const LOOK_EVERY_MS = 3_000

/** Progress of the first steps. Polled, because the user completes steps on other screens. */
export const firstStepsQuery = queryOptions({
  queryKey: ['dashboard', 'first-steps'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/dashboard/first-steps', { signal })),
  refetchInterval: LOOK_EVERY_MS,
})

/** The vehicle whose first data is awaited, with its last report and position. */
export const receptionQuery = (id: number) =>
  queryOptions({
    queryKey: ['dashboard', 'first-steps', 'heard', id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/entities/{id}', { params: { path: { id } }, signal })),
    refetchInterval: LOOK_EVERY_MS,
  })

/** Writes that the first steps make themselves. A repeated request takes effect once. */
export const firstChanges = {
  /** Creates a dealer's own business at the top level, with the right to install. */
  makeBusiness: (name: string, key: string) => {
    const body: Schemas['CreateBusiness'] = { type: 'vendor', name, show_statistics: true, can_install_devices: true }
    return dataOf(api.POST('/api/v1/businesses/{id}', { params: { path: { id: 'root' }, header: once(key) }, body }))
  },
  register: (body: Schemas['CreateDevice'], key: string) =>
    dataOf(api.POST('/api/v1/devices', { params: { header: once(key) }, body })),
  install: (body: Schemas['Install'], key: string) =>
    dataOf(api.POST('/api/v1/install-devices/install', { params: { header: once(key) }, body })),
}

/** Runs one of the {@link firstChanges}, then reads Home and the affected lists again. */
export const useFirstChange = <Wanted, Answer>(
  change: (wanted: Wanted, key: string) => Promise<Answer>,
  told: ChangeCallbacks<Wanted, Answer>,
) => useChange(change, useReread('dashboard', 'devices', 'entities', 'audit', BUSINESSES_KEY, markersKey), told)
