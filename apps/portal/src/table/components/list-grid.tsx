import Table from '@mui/material/Table'
import { WideTable } from '../../components/wide-table/wide-table.js'
import type { Sort } from '../table-definition.js'
import { useFoldedColumns } from '../use-folded-columns.js'
import { DataTableHead } from './table-head.js'
import { type RowsProps, TableRows } from './table-rows.js'

interface ListGridProps<Row> extends Omit<RowsProps<Row>, 'folded' | 'widthPx'> {
  /** Accessible name. */
  label: string
  total: number
  sort: Sort
  onSort: (sort: Sort) => void
  isBusy: boolean
}

/** Rows as a grid with a fixed head. Columns that do not fit are in a second line of each row. */
export function ListGrid<Row>({ label, total, sort, onSort, isBusy, ...list }: ListGridProps<Row>) {
  const { columns, rows, selection, actionsOf } = list
  const { box, shown, folded, widthPx } = useFoldedColumns(columns, rows)
  return (
    <WideTable ref={box}>
      <Table
        stickyHeader
        role="grid"
        aria-label={label}
        aria-multiselectable={selection !== undefined || undefined}
        aria-rowcount={total + 1}
        aria-busy={isBusy}
      >
        <DataTableHead columns={shown} sort={sort} onSort={onSort} selection={selection} hasActions={actionsOf !== undefined} />
        <TableRows {...list} columns={shown} folded={folded} widthPx={widthPx} />
      </Table>
    </WideTable>
  )
}
