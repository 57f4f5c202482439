import { queryOptions } from '@tanstack/react-query'
import { api, dataOf, dataOrNull, unwrap } from '../../../lib/api/api-client.js'
import { once } from '../../../lib/api/headers.js'
import type { components } from '../../../lib/api/schema.js'
import { isBeingShown } from '../device.js'
import { DEVICES_KEY } from '../queries/device-queries.js'

type Schemas = components['schemas']

export type Delivered = Schemas['DeliveredDevices']
export type DeliveryImport = Schemas['DeliveryImport']

const withId = (id: number) => ({ path: { id } })
const POLL_MS = 3_000

/** One registration, polled while a challenge is running. */
export const claimQuery = (id: number) =>
  queryOptions({
    queryKey: [DEVICES_KEY, 'claims', 'one', id],
    queryFn: ({ signal }) => dataOrNull(api.GET('/api/v1/device-claims/{id}', { params: withId(id), signal })),
    refetchInterval: ({ state: { data } }) => (data && isBeingShown(data) ? POLL_MS : false),
  })

/** Writes for waiting registrations and deliveries (G-109). */
export const possession = {
  claim: (body: Schemas['CreateDeviceClaim'], key: string) =>
    dataOf(api.POST('/api/v1/device-claims', { params: { header: once(key) }, body })),
  /** Starts a challenge. The request has no idempotency key, because a second challenge is not a repetition of the first. */
  challenge: (id: number) => dataOf(api.POST('/api/v1/device-claims/{id}/challenge', { params: withId(id) })),
  withdraw: (id: number) => unwrap(api.DELETE('/api/v1/device-claims/{id}', { params: withId(id) })),
  grant: (id: number) => dataOf(api.PUT('/api/v1/device-claims/{id}/grant', { params: withId(id) })),
  refuse: (id: number) => dataOf(api.PUT('/api/v1/device-claims/{id}/refuse', { params: withId(id) })),
  deliver: (body: Schemas['DeliverDevices'], key: string) =>
    dataOf(api.POST('/api/v1/device-deliveries', { params: { header: once(key) }, body })),
  importDeliveries: (body: Schemas['ImportDeliveries'], key: string) =>
    dataOf(api.POST('/api/v1/device-deliveries/imports', { params: { header: once(key) }, body })),
  removeDelivery: (id: number) => unwrap(api.DELETE('/api/v1/device-deliveries/{id}', { params: withId(id) })),
}
