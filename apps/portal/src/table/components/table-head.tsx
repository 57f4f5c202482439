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
import { pinned } from './pinned.js'

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[]
  sort: Sort
  onSort: (sort: Sort) => void
  /** Absent where rows cannot be ticked; `inBar` once some are, and the bar of the selection has the page's tick. */
  ticked?: 'none' | 'inBar'
  onTickPage: () => void
  hasActions: boolean
}

/** Points down for descending; the label turns it for ascending. */
const SortArrow = ({ className }: { className?: string }) => <ArrowDown className={className} />

/** Names of the columns; each orders the whole list, and only the one in use shows an arrow. */
export function DataTableHead<Row>({ columns, sort, onSort, ticked, onTickPage, hasActions }: TableHeadProps<Row>) {
  const { t } = useTranslation('table')
  return (
    <TableHead>
      <TableRow>
        {ticked && (
          <TableCell padding="none" sx={{ ...pinned.tick, zIndex: 3 }}>
            {ticked !== 'inBar' && (
              <Checkbox
                size="small"
                checked={false}
                onChange={onTickPage}
                slotProps={{ input: { 'aria-label': t('selection.page') } }}
              />
            )}
          </TableCell>
        )}
        {columns.map((column, index) => {
          const isActive = sort.by === column.key
          const next = isActive && sort.direction === 'asc' ? 'desc' : 'asc'
          return (
            <TableCell
              key={column.key}
              align={column.isNumeric ? 'right' : 'left'}
              sortDirection={isActive ? sort.direction : false}
              sx={index === 0 ? { ...(ticked ? pinned.name : pinned.first), zIndex: 3 } : undefined}
            >
              {column.isUnsortable ? (
                column.label
              ) : (
                <TableSortLabel
                  active={isActive}
                  direction={isActive ? sort.direction : 'asc'}
                  hideSortIcon
                  IconComponent={SortArrow}
                  onClick={() => onSort({ by: column.key, direction: next })}
                  sx={column.isNumeric ? { flexDirection: 'row-reverse' } : undefined}
                >
                  {column.label}
                </TableSortLabel>
              )}
            </TableCell>
          )
        })}
        {hasActions && (
          <TableCell padding="none" sx={{ ...pinned.actions, zIndex: 3 }}>
            <Box component="span" sx={visuallyHidden}>
              {t('rowActions')}
            </Box>
          </TableCell>
        )}
      </TableRow>
    </TableHead>
  )
}
