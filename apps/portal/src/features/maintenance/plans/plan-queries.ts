import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, dataOf, unwrap } from '../../../lib/api/api-client.js'
import { BY_PAGES } from '../../../lib/api/pages.js'
import { listOf } from '../../../table/index.js'
import { type Plan, PLANS_KEY } from './plans.js'

export const readPlan = (id: number, signal?: AbortSignal): Promise<Plan> =>
  dataOf(api.GET('/api/v1/maintenance-plans/{id}', { params: { path: { id } }, signal }))

const PAGE = 50
const vehicles = listOf('/api/v1/entities/index', { key: ['entities'], nameOf: ({ name }) => name })

/** Vehicles that a plan may apply to, found by name or plate. */
export const vehiclesQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['entities', 'for-plan', search],
    queryFn: ({ pageParam, signal }) => {
      const criteria = { page: pageParam, limit: PAGE, orderBy: 'name', sortedBy: 'asc' as const, ...(search && { search }) }
      return vehicles.fetchPage(criteria, signal)
    },
    ...BY_PAGES,
    placeholderData: keepPreviousData,
  })

const path = (id: number) => ({ path: { id } })

/** Vehicles that a plan applies to. */
export const planEntitiesQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [PLANS_KEY, 'entities', id],
    queryFn: ({ pageParam, signal }) => {
      const query = { page: pageParam, limit: PAGE, orderBy: 'name' as const, sortedBy: 'asc' as const }
      return unwrap(api.GET('/api/v1/maintenance-plans/{id}/entities', { params: { ...path(id), query }, signal }))
    },
    ...BY_PAGES,
  })

/** Templates with which a workshop starts a plan, in the user's language (D.20). */
export const templatesQuery = queryOptions({
  queryKey: [PLANS_KEY, 'templates'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/maintenance-plans/templates', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})

export const tagsQuery = queryOptions({
  queryKey: ['tags', 'options'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/dropdown/tags', { signal })),
})
