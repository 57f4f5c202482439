import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import { visuallyHidden } from '@mui/utils'
import { ArrowDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Column, Sort } from '../table-definition.js'
import type { SelectionControl } from '../use-selection.js'
import { pinnedHead } from './pinned.js'

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[]
  sort: Sort
  onSort: (sort: Sort) => void
  /**
   * Undefined if rows cannot be selected. As soon as rows are selected, the checkbox for the whole page moves to the
   * selection toolbar.
   */
  selection?: SelectionControl<Row>
  hasActions: boolean
}

/** Arrow for descending order. The sort label rotates it for ascending order. */
const SortArrow = ({ className }: { className?: string }) => <ArrowDown className={className} />

/** Column headings. A press on a heading sorts the whole list. Only the heading of the present order shows an arrow. */
export function DataTableHead<Row>({ columns, sort, onSort, selection, hasActions }: TableHeadProps<Row>) {
  const { t } = useTranslation('table')
  return (
    <TableHead>
      <TableRow>
        {selection && (
          <TableCell padding="none" sx={pinnedHead.tick}>
            {selection.count === 0 && (
              <Checkbox
                size="small"
                checked={false}
                onChange={selection.togglePage}
                slotProps={{ input: { 'aria-label': t('selection.page') } }}
              />
            )}
          </TableCell>
        )}
        {columns.map((column, index) => (
          <ColumnHead
            key={column.key}
            column={column}
            sort={sort}
            onSort={onSort}
            pin={index === 0 ? (selection ? pinnedHead.name : pinnedHead.first) : undefined}
          />
        ))}
        {hasActions && (
          <TableCell padding="none" sx={pinnedHead.actions}>
            <Box component="span" sx={visuallyHidden}>
              {t('rowActions')}
            </Box>
          </TableCell>
        )}
      </TableRow>
    </TableHead>
  )
}

interface ColumnHeadProps<Row> {
  column: Column<Row>
  sort: Sort
  onSort: (sort: Sort) => void
  /** Style that pins the cell to the edge. */
  pin?: object
}

function ColumnHead<Row>({ column: { key, label, isNumeric, isUnsortable }, sort, onSort, pin }: ColumnHeadProps<Row>) {
  const isActive = sort.by === key
  const next = isActive && sort.direction === 'asc' ? 'desc' : 'asc'
  return (
    <TableCell data-column={key} align={isNumeric ? 'right' : 'left'} sortDirection={isActive ? sort.direction : false} sx={pin}>
      {isUnsortable ? (
        label
      ) : (
        <TableSortLabel
          active={isActive}
          direction={isActive ? sort.direction : 'asc'}
          hideSortIcon
          IconComponent={SortArrow}
          onClick={() => onSort({ by: key, direction: next })}
          sx={isNumeric ? { flexDirection: 'row-reverse' } : undefined}
        >
          {label}
        </TableSortLabel>
      )}
    </TableCell>
  )
}
