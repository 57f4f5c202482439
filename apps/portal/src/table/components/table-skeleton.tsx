import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'
import type { Column, Sort } from '../table-definition.js'
import type { SelectionControl } from '../use-selection.js'
import { DataTableHead } from './table-head.js'

const ROWS = 8
const WIDTHS = [160, 96, 120, 96, 140, 72]
const NOTHING = () => undefined

interface TableSkeletonProps<Row> {
  isNarrow: boolean
  /** Columns of the table that is loading. */
  columns: readonly Column<Row>[]
  sort: Sort
  selection?: SelectionControl<Row>
  hasActions: boolean
}

/**
 * Placeholder rows below the real head, with the position and height of the rows that are being loaded. They appear only
 * after a short delay.
 */
export function TableSkeleton<Row>({ isNarrow, ...table }: TableSkeletonProps<Row>) {
  const { t } = useTranslation('table')
  return (
    <Box
      role="status"
      aria-label={t('loading')}
      sx={{
        overflow: 'hidden',
        '@keyframes come': { from: { opacity: 0 }, to: { opacity: 1 } },
        animation: 'come 1ms 150ms both',
      }}
    >
      {isNarrow ? <Cards /> : <Rows {...table} />}
    </Box>
  )
}

const Bar = ({ at }: { at: number }) => <Skeleton animation={false} width={WIDTHS[at % WIDTHS.length]} height={12} />

const Cards = () =>
  Array.from({ length: ROWS }, (_, row) => (
    <Box
      key={row}
      sx={{ display: 'flex', alignItems: 'center', gap: 4, height: 76, px: 2, borderBottom: 1, borderColor: 'divider' }}
    >
      <Bar at={0} />
      <Bar at={1} />
    </Box>
  ))

function Rows<Row>({ columns, sort, selection, hasActions }: Omit<TableSkeletonProps<Row>, 'isNarrow'>) {
  const beside = (isThere: boolean) => (isThere ? <TableCell padding="none" /> : null)
  return (
    // Hidden from screen readers and not interactive.
    <Table aria-hidden inert>
      <DataTableHead columns={columns} sort={sort} onSort={NOTHING} selection={selection} hasActions={hasActions} />
      <TableBody>
        {Array.from({ length: ROWS }, (_, row) => (
          <TableRow key={row} sx={{ height: 44 }}>
            {beside(selection !== undefined)}
            {columns.map(({ key }, at) => (
              <TableCell key={key}>
                <Bar at={at} />
              </TableCell>
            ))}
            {beside(hasActions)}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
