import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useClock } from '../lib/clock.js'
import { useFormat } from '../lib/format/use-format.js'
import { criteriaOf } from './list-criteria.js'
import type { ListSource } from './list-source.js'
import type { TableDefinition, TableState } from './table-definition.js'

/** One page of the list; the rows before stay until the next ones are there. Relative periods are of the moment of asking. */
export function useList<Row>(source: ListSource<Row>, state: TableState, definition: TableDefinition) {
  const clock = useClock()
  const { timeZone } = useFormat()
  const { search, sort, page, limit, filters } = state
  const criteria = () => criteriaOf(state, definition, { now: clock.now(), timeZone })
  const query = useQuery({
    queryKey: [...source.key, 'list', { search, sort, page, limit, filters }, timeZone],
    queryFn: ({ signal }) => source.fetchPage(criteria(), signal),
    placeholderData: keepPreviousData,
  })
  return { query, criteria }
}
