import Table from '@mui/material/Table'
import TableContainer from '@mui/material/TableContainer'
import type { UseQueryResult } from '@tanstack/react-query'
import { ErrorNotice } from '../../components/error-notice.js'
import type { ListPage } from '../list-source.js'
import type { TableState } from '../table-definition.js'
import type { ChangeTable } from '../use-table-state.js'
import { ListNotice, type NothingYet } from './list-notice.js'
import { RowCards } from './row-cards.js'
import { DataTableHead } from './table-head.js'
import { type RowsProps, TableRows } from './table-rows.js'
import { TableSkeleton } from './table-skeleton.js'

interface ListBodyProps<Row> extends Omit<RowsProps<Row>, 'isStale'> {
  /** For screen readers. */
  label: string
  query: UseQueryResult<ListPage<Row>>
  total: number
  state: TableState
  onChange: ChangeTable
  nothingYet: NothingYet
  isNarrow: boolean
}

/** What the list has come to: a failure, its rows on the way, none of them, cards on a phone, or the grid. */
export function ListBody<Row>({ label, query, total, state, onChange, nothingYet, isNarrow, ...list }: ListBodyProps<Row>) {
  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending) return <TableSkeleton isNarrow={isNarrow} />
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
  const { columns, selection, actionsOf } = list
  return (
    <TableContainer sx={{ flex: '0 1 auto', minHeight: 0, overflow: 'auto' }}>
      <Table
        stickyHeader
        role="grid"
        aria-label={label}
        aria-multiselectable={selection !== undefined || undefined}
        aria-rowcount={total + 1}
        aria-busy={query.isFetching}
      >
        <DataTableHead
          columns={columns}
          sort={state.sort}
          onSort={(sort) => onChange({ sort })}
          selection={selection}
          hasActions={actionsOf !== undefined}
        />
        <TableRows {...rows} />
      </Table>
    </TableContainer>
  )
}
