import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, unwrap, dataOf, dataOrNull } from '../../../lib/api/api-client.js'

/** Begins the keys of everything that a change of a device makes old. */
export const DEVICES_KEY = 'devices'

const at = (id: number) => ({ path: { id } })
const POLL_MS = 3_000
const UNDER_WAY: readonly string[] = ['queued', 'sent']

export const statisticsQuery = queryOptions({
  queryKey: [DEVICES_KEY, 'statistics'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/devices/statistics', { signal })),
})

/** One device; null when it is not there, deleted, or not in scope. */
export const deviceQuery = (id: number) =>
  queryOptions({
    queryKey: [DEVICES_KEY, 'one', id],
    queryFn: ({ signal }) => dataOrNull(api.GET('/api/v1/devices/{id}', { params: at(id), signal })),
  })

/** Devices by the end of their IMEI; below six digits it says how many are missing. */
export const imeiSearchQuery = (digits: string) =>
  queryOptions({
    queryKey: [DEVICES_KEY, 'search', digits],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/search/devices', { params: { query: { query: digits } }, signal })),
    enabled: digits !== '',
  })

/** What a device was on, newest first. */
export const installationsQuery = (id: number) =>
  queryOptions({
    queryKey: [DEVICES_KEY, 'installations', id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/devices/{id}/installations', { params: at(id), signal })),
  })

/** Who claims to be it, was not believed, and waits for review. */
export const doubtedSendersQuery = (id: number) =>
  queryOptions({
    queryKey: [DEVICES_KEY, 'doubted-senders', id],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/api/v1/devices/{id}/doubted-senders', { params: at(id), signal }))).data,
  })

/** Its updates, newest first; asked again while one is under way. */
export const updatesQuery = (id: number) =>
  queryOptions({
    queryKey: [DEVICES_KEY, 'updates', id],
    queryFn: ({ signal }) => {
      const query = { searchFields: `device_id:=${id}`, limit: 50 }
      return dataOf(api.GET('/api/v1/device-updates', { params: { query }, signal }))
    },
  })

/** Its commands, newest first; asked again while one is under way. */
export const commandsQuery = (id: number) =>
  queryOptions({
    queryKey: [DEVICES_KEY, 'commands', id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v1/devices/{id}/commands', { params: { ...at(id), query: { limit: 50 } }, signal })),
    refetchInterval: ({ state }) => (state.data?.some((command) => UNDER_WAY.includes(command.state)) ? POLL_MS : false),
  })

/** What it sent last, newest first, from one cursor to the next. */
export const messagesQuery = (imei: string) =>
  infiniteQueryOptions({
    queryKey: [DEVICES_KEY, 'messages', imei],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => {
      const params = { path: { id: imei }, query: { limit: 25, ...(cursor && { cursor }) } }
      return unwrap(api.GET('/api/v1/debug/{id}/messages', { params, signal }))
    },
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  })

export const simQuery = (id: number) =>
  queryOptions({
    queryKey: [DEVICES_KEY, 'sim', id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/sims/{id}', { params: at(id), signal })),
  })

/** SIMs whose number or provider holds the text; those that are in a device among them. */
export const simSearchQuery = (text: string) =>
  queryOptions({
    queryKey: [DEVICES_KEY, 'sim-search', text],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/sims', { params: { query: { search: text, limit: 20 } }, signal })),
  })

/** Vehicles whose name, frame number or plate holds the text. */
export const carrierSearchQuery = (text: string) =>
  queryOptions({
    queryKey: [DEVICES_KEY, 'carriers', text],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v1/entities/index', { params: { query: { search: text, limit: 20 } }, signal })),
  })
