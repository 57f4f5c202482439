import type { UseQueryResult } from '@tanstack/react-query'
import { ErrorNotice } from '../../components/error-notice.js'
import type { ListPage } from '../list-source.js'
import type { TableState } from '../table-definition.js'
import type { ChangeTable } from '../use-table-state.js'
import { ListGrid } from './list-grid.js'
import { ListNotice, type NothingYet } from './list-notice.js'
import { RowCards } from './row-cards.js'
import type { RowsProps } from './table-rows.js'
import { TableSkeleton } from './table-skeleton.js'

interface ListBodyProps<Row> extends Omit<RowsProps<Row>, 'isStale' | 'folded' | 'widthPx'> {
  /** Accessible name. */
  label: string
  query: UseQueryResult<ListPage<Row>>
  total: number
  state: TableState
  onChange: ChangeTable
  nothingYet: NothingYet
  isNarrow: boolean
}

/** Body of the list: an error, the loading placeholder, the empty state, cards on a phone, or the grid. */
export function ListBody<Row>({ label, query, total, state, onChange, nothingYet, isNarrow, ...list }: ListBodyProps<Row>) {
  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending)
    return (
      <TableSkeleton
        isNarrow={isNarrow}
        columns={list.columns}
        sort={state.sort}
        selection={list.selection}
        hasActions={list.actionsOf !== undefined}
      />
    )
  if (list.rows.length === 0)
    return (
      <ListNotice
        nothingYet={nothingYet}
        isFiltered={state.search !== '' || Object.keys(state.filters).length > 0}
        isBehindEnd={total > 0}
        onClear={() => onChange({ search: '', filters: {} })}
        onFirstPage={() => onChange({ page: 1 })}
      />
    )
  const rows = { ...list, isStale: query.isPlaceholderData }
  if (isNarrow) return <RowCards {...rows} />
  return (
    <ListGrid
      {...rows}
      label={label}
      total={total}
      sort={state.sort}
      onSort={(sort) => onChange({ sort })}
      isBusy={query.isFetching}
    />
  )
}
