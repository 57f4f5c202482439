import { useEffect, useMemo, useState } from 'react'
import { LIMITS } from '../../config/limits.js'
import { useSearch } from '../../lib/search/use-search.js'
import type { FleetMarker } from './fleet.js'
import { alsoFound, searchFleet } from './search-fleet.js'

export interface FleetSearch {
  query: string
  setQuery: (query: string) => void
  /** The matches of what is typed, at once. */
  results: readonly FleetMarker[]
  /** The matches after a pause of typing, which the map shows; undefined without a search. */
  settled: readonly FleetMarker[] | undefined
  /** The settled matches when the map must fit them: more than two characters, and at least one match. */
  toFit: readonly FleetMarker[] | undefined
}

/**
 * Searching by typing: the list follows each key, the map waits half a second. What the map does not know of a vehicle, as its plate and
 * frame number, the API finds, past blanks, dashes and a typo (T-06).
 */
export function useFleetSearch(markers: ReadonlyMap<number, FleetMarker>): FleetSearch {
  const [query, setQuery] = useState('')
  const [settledQuery, setSettledQuery] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettledQuery(query), LIMITS.searchDelayMs)
    return () => clearTimeout(timer)
  }, [query])
  const { hits, isUnderWay } = useSearch(query)
  const results = useMemo(
    () => alsoFound(searchFleet(markers.values(), query), isUnderWay ? [] : hits, markers),
    [markers, query, hits, isUnderWay],
  )
  const settled = useMemo(() => {
    if (settledQuery.trim() === '') return undefined
    return settledQuery === query ? results : searchFleet(markers.values(), settledQuery)
  }, [markers, settledQuery, query, results])
  const isLongEnough = settledQuery.trim().length > LIMITS.searchMinimumCharacters
  return { query, setQuery, results, settled, toFit: isLongEnough && settled && settled.length > 0 ? settled : undefined }
}
