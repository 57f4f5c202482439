import { useEffect, useMemo, useState } from 'react'
import { LIMITS } from '../../config/limits.js'
import { useSearch } from '../../lib/search/use-search.js'
import type { FleetMarker } from './fleet.js'
import { alsoFound, searchFleet } from './search-fleet.js'

export interface FleetSearch {
  query: string
  setQuery: (query: string) => void
  /** Matches of the typed text, without delay. */
  results: readonly FleetMarker[]
  /** Matches after a pause in typing. The map shows these. Undefined without a search. */
  settled: readonly FleetMarker[] | undefined
  /** The settled matches, if the map is to fit them: more than two characters and at least one match. */
  toFit: readonly FleetMarker[] | undefined
}

/**
 * Searches while typing. The list follows each key, and the map waits half a second. The API also searches data that the map
 * does not have, such as plate and frame number, and ignores blanks, dashes and typos (T-06). If another part of the portal,
 * such as the command palette, selects a vehicle that the search has not found, the search ends.
 */
export function useFleetSearch(markers: ReadonlyMap<number, FleetMarker>, selectedId: number | undefined): FleetSearch {
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
  const [lastSelectedId, setLastSelectedId] = useState(selectedId)
  if (lastSelectedId !== selectedId) {
    setLastSelectedId(selectedId)
    if (selectedId !== undefined && !results.some(({ entityId }) => entityId === selectedId)) setQuery('')
  }
  const settled = useMemo(() => {
    if (settledQuery.trim() === '') return undefined
    return settledQuery === query ? results : searchFleet(markers.values(), settledQuery)
  }, [markers, settledQuery, query, results])
  const isLongEnough = settledQuery.trim().length > LIMITS.searchMinimumCharacters
  return { query, setQuery, results, settled, toFit: isLongEnough && settled && settled.length > 0 ? settled : undefined }
}
