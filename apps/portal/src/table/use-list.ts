import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { useClock } from '../lib/clock.js'
import { useFormat } from '../lib/format/use-format.js'
import { criteriaOf } from './list-criteria.js'
import type { ListSource } from './list-source.js'
import { newcomersOf, useKnownRows } from './live/known-rows.js'
import type { TableDefinition, TableState } from './table-definition.js'
import { blockOf, watchedRows } from './watched-rows.js'

/** Polling interval in ms of a list with live values. */
export const WATCH_MS = 30_000

/**
 * Fetches one page of the list and keeps the previous rows until the page arrives. A relative period, such as the last seven
 * days, ends at the time of the request. Rows keep their place until `refresh` or until the user changes the list. Meanwhile,
 * tracker data updates the values of the rows, and `changes` counts the rows that were added, removed or moved. An empty list
 * shows new rows immediately. In a list that grows at its top, `added` counts the new rows at the top. These rows stay hidden
 * until `refresh`, even if the list is fetched again meanwhile, for example after the user's own change.
 */
export function useList<Row>(source: ListSource<Row>, state: TableState, definition: TableDefinition) {
  const clock = useClock()
  const queries = useQueryClient()
  const { timeZone } = useFormat()
  const { search, sort, page, limit, filters } = state
  const isLive = definition.columns.some((column) => column.isLive)
  const isMoving = definition.columns.some((column) => column.isLive && column.key === sort.by)
  const isGrowing = sort.by === definition.growsBy && sort.direction === 'desc'
  const block = blockOf({ page, limit }, isMoving)
  const criteria = () => criteriaOf(state, definition, { now: clock.now(), timeZone })
  const fetchBlock = (signal: AbortSignal) => source.fetchPage({ ...criteria(), page: block.page, limit: block.limit }, signal)
  const asked = [{ search, sort, page: block.page, limit: block.limit, filters }, timeZone] as const
  const query = useQuery({
    queryKey: [...source.key, 'list', ...asked],
    queryFn: ({ signal }) => fetchBlock(signal),
    placeholderData: keepPreviousData,
    // Fetches the newest rows whenever the user opens the list.
    ...(isGrowing && { staleTime: 0 }),
  })
  const watched = useQuery({
    queryKey: [...source.key, 'watch', ...asked, query.dataUpdatedAt],
    queryFn: ({ signal }) => fetchBlock(signal),
    initialData: query.data,
    initialDataUpdatedAt: query.dataUpdatedAt,
    staleTime: Infinity,
    gcTime: WATCH_MS,
    refetchInterval: WATCH_MS,
    enabled: isLive && query.isSuccess && !query.isPlaceholderData,
    // If fetching again fails, the rows stay as they are, and the next attempt is made after the next interval.
    retry: false,
  })
  const { idOf } = source
  const isOfNow = query.isFetchedAfterMount || !query.isFetching
  const answer = query.data && { rows: query.data.data, criteria: JSON.stringify(asked), at: query.dataUpdatedAt, isOfNow }
  const known = useKnownRows(query.isPlaceholderData ? undefined : answer, idOf, isGrowing && block.page === 1)
  const { takeAll, withoutWaiting } = known
  const all = query.isPlaceholderData ? query.data?.data : known.rows
  const now = isLive ? watched.data?.data : undefined
  const { rows, changes, added } = useMemo(
    () => {
      const cut = (some: readonly Row[] | undefined) => (some ?? []).slice(block.from, block.till)
      const onTop = isGrowing && page === 1 && all && now ? newcomersOf(now, new Set(all.map(idOf)), idOf) : 0
      return { ...watchedRows(cut(all), now ? cut(now) : cut(all), idOf), added: onTop }
    },
    // `idOf` never changes for a list.
    // oxlint-disable-next-line react/exhaustive-deps
    [all, now, isGrowing, page, block.from, block.till],
  )
  const refresh = useCallback(() => {
    takeAll()
    void queries.invalidateQueries({ queryKey: [...source.key, 'list'] })
  }, [queries, source.key, takeAll])
  const isFilled = all?.length === 0 && (now?.length ?? 0) > 0
  useEffect(() => {
    if (isFilled) refresh()
  }, [isFilled, refresh])
  const isShown = !query.isPlaceholderData
  return { query, criteria, rows, changes: isShown ? changes : 0, added: isShown ? added : 0, refresh, withoutWaiting }
}
