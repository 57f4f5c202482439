import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, dataOf } from '../api/api-client.js'
import type { components } from '../api/schema.js'
import { useSession } from '../session/session.js'

/** Something that the search found: a vehicle, a person, a business or a tag. */
export type Hit = components['schemas']['SearchHit']

/** The API finds nothing by one character. */
const SHORTEST = 2
const LONGEST = 100
/** Typing is over, or pauses. */
const PAUSE_MS = 120
const FRESH_MS = 10_000
const NONE: readonly Hit[] = []
/** Any of them may search; each finds what it may read. */
const SEARCHES = ['read:map', 'index:entity', 'read:user', 'read:business-management'] as const

const searchQuery = (query: string) =>
  queryOptions({
    queryKey: ['search', query],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/search', { params: { query: { query } }, signal })),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })

/** What the API finds by what is typed, a moment after it is; of what was typed before while the answer is under way. */
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
