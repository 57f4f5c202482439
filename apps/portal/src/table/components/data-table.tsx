import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import { useMemo, useRef } from 'react'
import { Pane } from '../../components/layout/layout.js'
import type { BulkAction } from '../bulk-action.js'
import { useIsNarrow } from '../../lib/use-is-narrow.js'
import type { ListSource, RowId } from '../list-source.js'
import { NewRows } from '../live/new-rows.js'
import type { Column, Filter, Sort } from '../table-definition.js'
import { useBulk } from '../use-bulk.js'
import { useCsv } from '../use-csv.js'
import { useList } from '../use-list.js'
import { useSelection } from '../use-selection.js'
import { useTableState } from '../use-table-state.js'
import { BulkBar } from './bulk-bar.js'
import { BulkDialog } from './bulk-dialog.js'
import { ListBody } from './list-body.js'
import type { NothingYet } from './list-notice.js'
import type { RowAction } from './row-menu.js'
import { TableFooter } from './table-footer.js'
import { TableToolbar } from './table-toolbar.js'

export interface DataTableProps<Row> {
  /** Key of the list in the browser's storage. */
  name: string
  /** Accessible name of the table. */
  label: string
  source: ListSource<Row>
  columns: readonly Column<Row>[]
  filters: readonly Filter[]
  /** Initial order. */
  sort: Sort
  /**
   * Column that sorts the newest rows first. Set if new rows appear at the top of the list in this order. New rows are then
   * not shown until the user asks for them.
   */
  growsBy?: string
  searchLabel: string
  nothingYet: NothingYet
  onOpen?: (row: Row) => void
  /** Receives the row under the pointer or the focus. Undefined when the pointer leaves. */
  onPoint?: (row: Row | undefined) => void
  /** Row whose panel is open beside the list. */
  openId?: RowId
  actionsOf?: (row: Row) => readonly RowAction[]
  bulkActions?: readonly BulkAction<Row>[]
}

const NONE: readonly never[] = []

/**
 * The portal's table. The server sorts, filters and pages. The URL contains the whole view, so a link shows the same rows and
 * columns to another user with the same rights. Rows can be selected across pages for bulk actions.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    name,
    label,
    source,
    columns,
    filters,
    sort,
    growsBy,
    searchLabel,
    nothingYet,
    onOpen,
    onPoint,
    openId,
    actionsOf,
    bulkActions = NONE,
  } = props
  const definition = useMemo(() => ({ columns, filters, sort, growsBy }), [columns, filters, sort, growsBy])
  const [state, change] = useTableState(name, definition)
  const { query, criteria, rows, changes, added, refresh, withoutWaiting } = useList(source, state, definition)
  const isNarrow = useIsNarrow()
  const list = useRef<HTMLDivElement>(null)
  const total = query.data?.meta.total ?? 0
  const selection = useSelection(rows, source.idOf, JSON.stringify([state.search, state.filters]))
  const canTick = bulkActions.length > 0 || source.csv?.fetch !== undefined
  const bulk = useBulk(source, selection, criteria, withoutWaiting)
  const csv = useCsv(source, state, criteria)
  const shown = state.columns.flatMap((key) => columns.find((column) => column.key === key) ?? [])

  return (
    <Pane
      onKeyDown={(event) => {
        if (event.key === 'Escape' && selection.count > 0 && !bulk.run) selection.clear()
      }}
    >
      <TableToolbar
        name={name}
        columns={columns}
        definition={definition}
        state={state}
        searchLabel={searchLabel}
        isNarrow={isNarrow}
        onChange={change}
        // The button is also shown before the rows have loaded, so that nothing moves when they appear.
        csv={total > 0 || query.isPending ? csv : undefined}
      />
      <NewRows count={added} onShow={refresh} list={list} />
      <Paper ref={list} sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, overflow: 'hidden' }}>
        {selection.count > 0 && (
          <BulkBar selection={selection} rows={rows} total={total} actions={bulkActions} onAct={bulk.start} csv={csv} />
        )}
        <Box sx={{ height: 2, flex: 'none' }}>
          {query.isFetching && query.data && <LinearProgress aria-hidden sx={{ height: 2 }} />}
        </Box>
        <ListBody
          label={label}
          query={query}
          total={total}
          state={state}
          onChange={change}
          nothingYet={nothingYet}
          isNarrow={isNarrow}
          rows={rows}
          columns={isNarrow ? columns : shown}
          source={source}
          selection={canTick ? selection : undefined}
          onOpen={onOpen}
          onPoint={onPoint}
          openId={openId}
          actionsOf={actionsOf}
        />
        {query.data && rows.length > 0 && (
          <TableFooter
            state={state}
            meta={query.data.meta}
            isNarrow={isNarrow}
            changes={Math.max(0, changes - added)}
            onRefresh={refresh}
            onChange={change}
          />
        )}
      </Paper>
      <BulkDialog bulk={bulk} nameOf={source.nameOf} onFinished={selection.clear} />
    </Pane>
  )
}
