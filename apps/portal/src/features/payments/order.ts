import { queryOptions } from '@tanstack/react-query'
import { api, dataOrNull } from '../../lib/api/api-client.js'
import type { components } from '../../lib/api/schema.js'

export type Order = components['schemas']['Order']

/**
 * First parts of the keys of all queries that must be read again after a change of an order. They include subscriptions,
 * because a paid order gives a vehicle a subscription.
 */
export const ORDERS_KEY = 'payments'
export const MADE_OLD = [ORDERS_KEY, 'entity-subscriptions', 'subscriptions', 'entities'] as const

export const STATES = ['open', 'paid', 'active', 'expiring', 'expired', 'cancelled', 'failed', 'refunded'] as const
export const METHODS = ['book', 'mollie', 'stripe', 'unknown'] as const

/** Returns true if the order is unpaid and can still be changed. */
export const isOpen = ({ state }: Pick<Order, 'state'>) => state === 'open' || state === 'failed'
/** Returns the amount that can still be refunded. */
export const leftOf = ({ paid_at, total_minor, refunded_minor }: Order) => (paid_at === null ? 0 : total_minor - refunded_minor)

export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: [ORDERS_KEY, id],
    queryFn: ({ signal }) => dataOrNull(api.GET('/api/v1/payments/{id}', { params: { path: { id } }, signal })),
  })
