import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { BY_PAGES } from '../../../lib/api/pages.js'
import { BUSINESSES_KEY } from '../../../lib/businesses/business-tree-query.js'
import { linkableOf, type Linkable } from '../linkable.js'
import type { Contents } from '../use-business-address.js'
import { devicesOf, entitiesOf, usersOf } from './contents-sources.js'

interface LinkablePage {
  data: Linkable[]
  meta: { current_page: number; last_page: number; total: number }
}

const PAGE = 50

async function fetchPage(what: Contents, from: number, criteria: object, signal: AbortSignal): Promise<LinkablePage> {
  const place = { businessId: from, below: true }
  const whole = { page: 1, limit: PAGE, orderBy: 'id', sortedBy: 'desc' as const, ...criteria }
  if (what === 'devices') {
    const { data, meta } = await devicesOf(place).fetchPage(whole, signal)
    return { data: data.map(linkableOf.devices), meta }
  }
  if (what === 'entities') {
    const { data, meta } = await entitiesOf(place).fetchPage(whole, signal)
    return { data: data.map(linkableOf.entities), meta }
  }
  const { data, meta } = await usersOf(place).fetchPage(whole, signal)
  return { data: data.map(linkableOf.users), meta }
}

/** Objects of a business and the businesses below it, fifty at a time, newest first. */
export const linkablesQuery = (what: Contents, from: number, search: string) =>
  infiniteQueryOptions({
    queryKey: [...BUSINESSES_KEY, 'linkables', what, from, search],
    queryFn: ({ pageParam, signal }) =>
      fetchPage(what, from, { page: pageParam, ...(search.trim() && { search: search.trim() }) }, signal),
    ...BY_PAGES,
    placeholderData: keepPreviousData,
  })

/** Some of the linkable objects, by ID. */
export const linkablesByIdQuery = (what: Contents, from: number, ids: readonly number[]) =>
  queryOptions({
    queryKey: [...BUSINESSES_KEY, 'linkables', what, from, 'ids', ids.join()],
    queryFn: async ({ signal }) => (await fetchPage(what, from, { searchFields: `id:in${ids.join()}` }, signal)).data,
    enabled: ids.length > 0,
  })
