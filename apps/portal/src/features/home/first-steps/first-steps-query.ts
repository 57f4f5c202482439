import { queryOptions } from '@tanstack/react-query'
import { useChange, useReread, type Told } from '../../../components/notifications/use-change.js'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { once } from '../../../lib/api/headers.js'
import type { components } from '../../../lib/api/schema.js'
import { BUSINESSES_KEY } from '../../../lib/businesses/business-tree-query.js'
import { markersKey } from '../../../live/query-keys.js'

type Schemas = components['schemas']
export type FirstSteps = Schemas['FirstSteps']

/** A tracker that knocks is to appear while somebody still looks at the phone that they sent the command with. */
const LOOK_EVERY_MS = 3_000

/** How far it has come; looked at again and again, because what ticks a step happens elsewhere. */
export const firstStepsQuery = queryOptions({
  queryKey: ['dashboard', 'first-steps'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/dashboard/first-steps', { signal })),
  refetchInterval: LOOK_EVERY_MS,
})

/** When the vehicle that is awaited was heard, and whether it knows where it is. */
export const heardQuery = (id: number) =>
  queryOptions({
    queryKey: ['dashboard', 'first-steps', 'heard', id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/entities/{id}', { params: { path: { id } }, signal })),
    refetchInterval: LOOK_EVERY_MS,
  })

/** What can be done without leaving Home; the same sent again is done once. */
export const firstChanges = {
  /** At the top: a dealer's own business, which installs. */
  makeBusiness: (name: string, key: string) => {
    const body: Schemas['CreateBusiness'] = { type: 'vendor', name, show_statistics: true, can_install_devices: true }
    return dataOf(api.POST('/api/v1/businesses/{id}', { params: { path: { id: 'root' }, header: once(key) }, body }))
  },
  register: (body: Schemas['CreateDevice'], key: string) =>
    dataOf(api.POST('/api/v1/devices', { params: { header: once(key) }, body })),
  install: (body: Schemas['Install'], key: string) =>
    dataOf(api.POST('/api/v1/install-devices/install', { params: { header: once(key) }, body })),
}

/** One of the {@link firstChanges}, after which Home and whatever lists what was made are read again. */
export const useFirstChange = <Wanted, Answer>(
  change: (wanted: Wanted, key: string) => Promise<Answer>,
  told: Told<Wanted, Answer>,
) => useChange(change, useReread('dashboard', 'devices', 'entities', 'audit', BUSINESSES_KEY, markersKey), told)
