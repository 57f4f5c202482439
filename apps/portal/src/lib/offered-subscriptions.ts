import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './api/api-client.js'

/**
 * Query for the subscriptions that a vehicle of a business can have, at that business's price. Without a business, the query
 * returns the subscriptions for the user's own business.
 */
export const offeredSubscriptionsQuery = (businessId: number | null) =>
  queryOptions({
    queryKey: ['subscriptions', 'offered', businessId],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v1/dropdown/subscriptions', { params: { query: { business_id: businessId ?? undefined } }, signal })),
  })

/**
 * Query for the offered subscriptions that the user may assign directly. Products of another business are not included,
 * because they must be ordered and paid for.
 */
export const givenSubscriptionsQuery = (businessId: number | null) =>
  queryOptions({
    ...offeredSubscriptionsQuery(businessId),
    select: (offered) => offered.filter(({ is_sold }) => !is_sold),
  })
