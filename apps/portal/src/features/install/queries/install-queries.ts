import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'
import { keptAnswer } from '../../../lib/kept/kept-answer.js'

/** A tracker as returned by the search. */
export type FoundDevice = components['schemas']['FoundDevice']

/** A recently created vehicle. */
export type Latest = components['schemas']['LatestEntity']

/** First part of the keys of all queries that must be read again after an installation. */
export const INSTALL_KEY = 'install'
const CATALOGUE_FRESH_MS = 300_000
const LARGEST_PAGE = 200
const catalogue = { staleTime: CATALOGUE_FRESH_MS }

export const tagGroupsQuery = queryOptions({
  queryKey: [INSTALL_KEY, 'tag-groups'],
  queryFn: ({ signal }) =>
    keptAnswer('tag-groups', async () => {
      const query = { limit: LARGEST_PAGE, orderBy: 'name' as const, sortedBy: 'asc' as const }
      return (await unwrap(api.GET('/api/v1/tag-groups', { params: { query }, signal }))).data
    }),
  ...catalogue,
})

/** Active maintenance plans. Empty if there are none. */
export const maintenancePlansQuery = queryOptions({
  queryKey: [INSTALL_KEY, 'maintenance-plans'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1/dropdown/maintenance-plans', { signal }))).data,
  ...catalogue,
})

/** Businesses in which vehicles can be created, the user's own first. */
export const installBusinessesQuery = queryOptions({
  queryKey: [INSTALL_KEY, 'businesses'],
  queryFn: ({ signal }) =>
    keptAnswer('businesses', async () => (await unwrap(api.GET('/api/v1/install-devices/businesses', { signal }))).data),
})

export const latestQuery = queryOptions({
  queryKey: [INSTALL_KEY, 'latest'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1/install-devices/latest-entities', { signal }))).data,
})

export const presetsQuery = queryOptions({
  queryKey: [INSTALL_KEY, 'presets'],
  queryFn: ({ signal }) =>
    keptAnswer('presets', async () => (await unwrap(api.GET('/api/v1/install-devices/presets', { signal }))).data),
})

/** Trackers whose IMEI ends in these digits. Six digits suffice. */
export const devicesQuery = (digits: string) =>
  queryOptions({
    queryKey: [INSTALL_KEY, 'devices', digits],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/api/v1/search/devices', { params: { query: { query: digits } }, signal }))).data,
  })

/** Vehicles with a tracker. */
export const carriersQuery = queryOptions({
  queryKey: [INSTALL_KEY, 'carriers'],
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET('/api/v1/dropdown/entities', { params: { query: { withImei: true } }, signal }))).data,
})

/** A vehicle whose tracker can be replaced. */
export const replaceableQuery = (id: number | null) =>
  queryOptions({
    queryKey: [INSTALL_KEY, 'replaceable', id],
    queryFn: async ({ signal }) => {
      const params = { path: { id: id ?? 0 } }
      return (await unwrap(api.GET('/api/v1/install-devices/replace-entity/{id}', { params, signal }))).data
    },
    enabled: id !== null,
  })
