import Checkbox from '@mui/material/Checkbox'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListSource } from '../list-source.js'
import type { Column } from '../table-definition.js'
import type { SelectionControl } from '../use-selection.js'
import { pinned } from './pinned.js'
import { RowMenu, type RowAction } from './row-menu.js'

export interface RowsProps<Row> {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  source: ListSource<Row>
  /** Absent where rows cannot be ticked. */
  selection?: SelectionControl<Row>
  onOpen?: (row: Row) => void
  actionsOf?: (row: Row) => readonly RowAction[]
  isStale: boolean
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/** The rows. One of them is in the tab order; arrows walk, space ticks (with shift a range), enter opens, letters act. */
export function TableRows<Row>({ rows, isStale, ...rest }: RowsProps<Row>) {
  const { source, selection, onOpen, actionsOf } = rest
  const body = useRef<HTMLTableSectionElement>(null)
  const before = useRef('')
  const [focused, setFocused] = useState(0)
  const tabStop = Math.min(focused, rows.length - 1)

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, row: Row, at: number) => {
    if (event.target !== event.currentTarget) return
    const step = STEPS[event.key]
    // G and a letter goes to a screen.
    const isPlain = before.current !== 'g' && !event.ctrlKey && !event.metaKey && !event.altKey
    before.current = event.key
    if (step) {
      event.preventDefault()
      body.current?.querySelectorAll<HTMLElement>(':scope > tr')[step(at, rows.length)]?.focus()
    } else if (event.key === ' ' && selection) {
      event.preventDefault()
      selection.toggle(row, event.shiftKey)
    } else if (event.key === 'Enter' && onOpen) {
      event.preventDefault()
      onOpen(row)
    } else if (isPlain) {
      const action = actionsOf?.(row).find(({ key }) => key === event.key)
      if (action?.disabledBecause === undefined) action?.onAct()
      if (action) event.preventDefault()
    }
  }
  return (
    <TableBody ref={body} sx={{ opacity: isStale ? 0.6 : 1 }}>
      {rows.map((row, at) => (
        <GridRow
          key={source.idOf(row)}
          row={row}
          tabIndex={at === tabStop ? 0 : -1}
          onFocus={() => setFocused(at)}
          onKeyDown={(event) => onKeyDown(event, row, at)}
          {...rest}
        />
      ))}
    </TableBody>
  )
}

interface GridRowProps<Row> extends Omit<RowsProps<Row>, 'rows' | 'isStale'> {
  row: Row
  tabIndex: number
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => void
}

function GridRow<Row>({ row, columns, source, selection, onOpen, actionsOf, ...focus }: GridRowProps<Row>) {
  const { t } = useTranslation('table')
  const isTicked = selection?.has(row) ?? false
  const name = source.nameOf(row)
  return (
    <TableRow
      {...focus}
      aria-selected={selection ? isTicked : undefined}
      onClick={(event) => {
        const isControl = event.target instanceof HTMLElement && event.target.closest('a, button, input, label')
        if (!isControl && window.getSelection()?.type !== 'Range') onOpen?.(row)
      }}
      sx={{
        cursor: onOpen ? 'pointer' : 'default',
        bgcolor: isTicked ? 'surface.selected' : 'background.paper',
        '&:hover': { bgcolor: isTicked ? 'surface.selected' : 'surface.hover' },
        '&:focus-visible': { outlineOffset: -2 },
      }}
    >
      {selection && (
        <TableCell padding="none" sx={pinned.tick}>
          <Checkbox
            size="small"
            tabIndex={-1}
            checked={isTicked}
            onClick={(event) => selection.toggle(row, event.shiftKey)}
            slotProps={{ input: { 'aria-label': t('selection.row', { name }) } }}
          />
        </TableCell>
      )}
      {columns.map((column, index) => (
        <TableCell
          key={column.key}
          align={column.isNumeric ? 'right' : 'left'}
          sx={index === 0 ? (selection ? pinned.name : pinned.first) : undefined}
        >
          {column.render(row)}
        </TableCell>
      ))}
      {actionsOf && (
        <TableCell padding="none" sx={pinned.actions}>
          <RowMenu name={name} actions={actionsOf(row)} />
        </TableCell>
      )}
    </TableRow>
  )
}
