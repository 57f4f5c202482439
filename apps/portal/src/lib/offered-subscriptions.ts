import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './api/api-client.js'

/** What a vehicle of a business can be given, at the price that holds there; without a business the user's own. */
export const offeredSubscriptionsQuery = (businessId: number | null) =>
  queryOptions({
    queryKey: ['subscriptions', 'offered', businessId],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v1/dropdown/subscriptions', { params: { query: { business_id: businessId ?? undefined } }, signal })),
  })

/** Of those what the user may give: what another business sells is ordered and paid for. */
export const givenSubscriptionsQuery = (businessId: number | null) =>
  queryOptions({
    ...offeredSubscriptionsQuery(businessId),
    select: (offered) => offered.filter(({ is_sold }) => !is_sold),
  })
