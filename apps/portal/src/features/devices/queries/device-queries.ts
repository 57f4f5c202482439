import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, unwrap, dataOf, dataOrNull } from '../../../lib/api/api-client.js'

/** First part of the keys of all queries that must be read again after a change of a device. */
export const DEVICES_KEY = 'devices'

const at = (id: number) => ({ path: { id } })
const POLL_MS = 3_000
const UNDER_WAY: readonly string[] = ['queued', 'sent']

export const statisticsQuery = queryOptions({
  queryKey: [DEVICES_KEY, 'statistics'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/devices/statistics', { signal })),
})

/** One device. Null if it does not exist, is deleted, or belongs to a business that the user does not see. */
export const deviceQuery = (id: number) =>
  queryOptions({
    queryKey: [DEVICES_KEY, 'one', id],
    queryFn: ({ signal }) => dataOrNull(api.GET('/api/v1/devices/{id}', { params: at(id), signal })),
  })

/**
 * Devices whose IMEI ends in these digits. If there are fewer than six digits, the response says how many are missing.
 */
export const imeiSearchQuery = (digits: string) =>
  queryOptions({
    queryKey: [DEVICES_KEY, 'search', digits],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/search/devices', { params: { query: { query: digits } }, signal })),
    enabled: digits !== '',
  })

/** Vehicles that a device was on, newest first. */
export const installationsQuery = (id: number) =>
  queryOptions({
    queryKey: [DEVICES_KEY, 'installations', id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/devices/{id}/installations', { params: at(id), signal })),
  })

/** Senders that claim to be the device, were not trusted, and wait for review. */
export const doubtedSendersQuery = (id: number) =>
  queryOptions({
    queryKey: [DEVICES_KEY, 'doubted-senders', id],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/api/v1/devices/{id}/doubted-senders', { params: at(id), signal }))).data,
  })

/** The device's updates, newest first. */
export const updatesQuery = (id: number) =>
  queryOptions({
    queryKey: [DEVICES_KEY, 'updates', id],
    queryFn: ({ signal }) => {
      const query = { searchFields: `device_id:=${id}`, limit: 50 }
      return dataOf(api.GET('/api/v1/device-updates', { params: { query }, signal }))
    },
  })

/** The device's commands, newest first. Polled while one is pending. */
export const commandsQuery = (id: number) =>
  queryOptions({
    queryKey: [DEVICES_KEY, 'commands', id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v1/devices/{id}/commands', { params: { ...at(id), query: { limit: 50 } }, signal })),
    refetchInterval: ({ state }) => (state.data?.some((command) => UNDER_WAY.includes(command.state)) ? POLL_MS : false),
  })

/** The device's latest messages, newest first, paged by cursor. */
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

/** SIMs whose number or provider contains the text, including those in use. */
export const simSearchQuery = (text: string) =>
  queryOptions({
    queryKey: [DEVICES_KEY, 'sim-search', text],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/sims', { params: { query: { search: text, limit: 20 } }, signal })),
  })

/** Vehicles whose name, frame number or plate contains the text. */
export const carrierSearchQuery = (text: string) =>
  queryOptions({
    queryKey: [DEVICES_KEY, 'carriers', text],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v1/entities/index', { params: { query: { search: text, limit: 20 } }, signal })),
  })
