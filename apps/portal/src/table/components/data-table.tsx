import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableContainer from '@mui/material/TableContainer'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { ErrorNotice } from '../../components/error-notice.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { LIMITS } from '../../config/limits.js'
import type { BulkAction } from '../bulk-action.js'
import { fetchEveryRow, type ListSource } from '../list-source.js'
import type { Column, Filter, Sort } from '../table-definition.js'
import { useBulk } from '../use-bulk.js'
import { useCsv } from '../use-csv.js'
import { useList } from '../use-list.js'
import { useSelection } from '../use-selection.js'
import { useTableState } from '../use-table-state.js'
import { BulkBar } from './bulk-bar.js'
import { BulkDialog } from './bulk-dialog.js'
import { ListNotice, type NothingYet } from './list-notice.js'
import { RowCards } from './row-cards.js'
import type { RowAction } from './row-menu.js'
import { TableFooter } from './table-footer.js'
import { DataTableHead } from './table-head.js'
import { TableRows } from './table-rows.js'
import { TableSkeleton } from './table-skeleton.js'
import { TableToolbar } from './table-toolbar.js'

export interface DataTableProps<Row> {
  /** Names the list among what this browser remembers. */
  name: string
  /** For screen readers. */
  label: string
  source: ListSource<Row>
  columns: readonly Column<Row>[]
  filters: readonly Filter[]
  /** As the list begins. */
  sort: Sort
  searchLabel: string
  nothingYet: NothingYet
  onOpen?: (row: Row) => void
  actionsOf?: (row: Row) => readonly RowAction[]
  bulkActions?: readonly BulkAction<Row>[]
}

const NONE: readonly never[] = []
const NARROW = `(max-width: ${LIMITS.mobileBreakpointPx - 0.05}px)`

/**
 * The one table of the portal. The server orders, filters and pages; the address holds the whole view, so that its link shows
 * somebody of equal rights the same rows and columns; rows are ticked across pages and dealt with at once.
 */
export function DataTable<Row>({
  name,
  label,
  source,
  columns,
  filters,
  sort,
  searchLabel,
  nothingYet,
  ...rest
}: DataTableProps<Row>) {
  const { onOpen, actionsOf, bulkActions = NONE } = rest
  const definition = useMemo(() => ({ columns, filters, sort }), [columns, filters, sort])
  const [state, change] = useTableState(name, definition)
  const { query, criteria } = useList(source, state, definition)
  const queries = useQueryClient()
  const notify = useNotify()
  const isNarrow = useMediaQuery(NARROW, { noSsr: true })
  const rows = query.data?.data ?? NONE
  const total = query.data?.meta.total ?? 0
  const filterKey = JSON.stringify([state.search, state.filters])
  const selection = useSelection(rows, source.idOf, filterKey)
  const canTick = bulkActions.length > 0 || source.csv !== undefined
  const bulk = useBulk<Row>(
    () =>
      selection.selection.kind === 'all'
        ? fetchEveryRow(source, criteria())
        : Promise.resolve([...selection.selection.rows.values()]),
    () => void queries.invalidateQueries({ queryKey: source.key }),
    notify.failure,
  )
  const csv = useCsv(source, state, criteria)
  const onSearch = useCallback((search: string) => change({ search }), [change])
  const shown = state.columns.flatMap((key) => columns.find((column) => column.key === key) ?? [])
  const tickedHere = rows.filter(selection.has).length
  const rowsProps = {
    rows,
    columns: isNarrow ? columns : shown,
    source,
    selection: canTick ? selection : undefined,
    onOpen,
    actionsOf,
    isStale: query.isPlaceholderData,
  }

  return (
    <Box
      sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && selection.count > 0 && !bulk.run) selection.clear()
      }}
    >
      <TableToolbar
        {...{ name, columns, definition, state, searchLabel, isNarrow, onSearch }}
        onChange={change}
        onCsv={source.csv && total > 0 ? () => void csv.write() : undefined}
        isWritingCsv={csv.isWriting}
        onMailCsv={source.csv && total > 0 ? () => void csv.mail() : undefined}
        isMailingCsv={csv.isMailing}
      />
      <Paper sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, overflow: 'hidden' }}>
        {selection.count > 0 && (
          <BulkBar
            selection={selection}
            total={total}
            isPageTicked={rows.length > 0 && tickedHere === rows.length}
            actions={bulkActions}
            onAct={bulk.start}
            onCsv={source.csv && (() => void csv.write(selection.selection))}
            isWritingCsv={csv.isWriting}
          />
        )}
        <Box sx={{ height: 2, flex: 'none' }}>
          {query.isFetching && query.data && <LinearProgress aria-hidden sx={{ height: 2 }} />}
        </Box>
        {renderBody()}
        {total > 0 && rows.length > 0 && (
          <TableFooter
            page={state.page}
            limit={state.limit}
            total={total}
            isMinimum={query.data?.meta.total_is_minimum ?? false}
            isNarrow={isNarrow}
            onPage={(page) => change({ page })}
            onLimit={(limit) => change({ limit })}
          />
        )}
      </Paper>
      {bulk.run && (
        <BulkDialog
          run={bulk.run}
          nameOf={source.nameOf}
          onConfirm={bulk.confirm}
          onUndo={bulk.undo}
          onClose={() => {
            if (bulk.run?.progress.step === 'done' || bulk.run?.progress.step === 'undone') selection.clear()
            bulk.close()
          }}
        />
      )}
    </Box>
  )

  function renderBody() {
    if (query.isError) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
    if (query.isPending) return <TableSkeleton isNarrow={isNarrow} />
    if (rows.length === 0)
      return (
        <ListNotice
          nothingYet={nothingYet}
          isFiltered={state.search !== '' || Object.keys(state.filters).length > 0}
          isBehindEnd={total > 0}
          onClear={() => change({ search: '', filters: {} })}
          onFirstPage={() => change({ page: 1 })}
        />
      )
    if (isNarrow) return <RowCards {...rowsProps} />
    return (
      <TableContainer sx={{ flex: '0 1 auto', minHeight: 0, overflow: 'auto' }}>
        <Table
          stickyHeader
          role="grid"
          aria-label={label}
          aria-multiselectable={canTick || undefined}
          aria-rowcount={total + 1}
          aria-busy={query.isFetching}
        >
          <DataTableHead
            columns={shown}
            sort={state.sort}
            onSort={(next) => change({ sort: next })}
            ticked={canTick ? (selection.count > 0 ? 'inBar' : 'none') : undefined}
            onTickPage={selection.togglePage}
            hasActions={actionsOf !== undefined}
          />
          <TableRows {...rowsProps} />
        </Table>
      </TableContainer>
    )
  }
}
