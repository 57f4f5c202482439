import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, dataOf } from '../api/api-client.js'
import type { components } from '../api/schema.js'
import { useSession } from '../session/session.js'

/** Search result: a vehicle, a person, a business or a tag. */
export type Hit = components['schemas']['SearchHit']

/** Minimum number of characters of a query. The API does not search for a single character. */
const SHORTEST = 2
const LONGEST = 100
/** Milliseconds after the last keystroke before the search. */
const PAUSE_MS = 120
const FRESH_MS = 10_000
const NONE: readonly Hit[] = []
/** Permissions for searching. Any one of them is enough. The results contain only what the user may read. */
const SEARCHES = ['read:map', 'index:entity', 'read:user', 'read:business-management'] as const

const searchQuery = (query: string) =>
  queryOptions({
    queryKey: ['search', query],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/search', { params: { query: { query } }, signal })),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })

/** Returns the API's results for the typed text, shortly after typing. While new results load, returns the previous ones. */
export function useSearch(typed: string): { hits: readonly Hit[]; isUnderWay: boolean } {
  const wanted = typed.trim().slice(0, LONGEST)
  const [query, setQuery] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setQuery(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const { permissions } = useSession().user
  const maySearch = wanted.length >= SHORTEST && SEARCHES.some((permission) => permissions.includes(permission))
  const { data, isFetching } = useQuery({ ...searchQuery(query), enabled: maySearch && query.length >= SHORTEST })
  return { hits: maySearch && data ? data : NONE, isUnderWay: maySearch && (isFetching || query !== wanted) }
}
