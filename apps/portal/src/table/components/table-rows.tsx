import Checkbox from '@mui/material/Checkbox'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListSource, RowId } from '../list-source.js'
import type { Column } from '../table-definition.js'
import type { SelectionControl } from '../use-selection.js'
import { pinned } from './pinned.js'
import { RowMenu, type RowAction } from './row-menu.js'
import { SECOND_LINE_PX, SecondLine } from './second-line.js'
import { useListKeys } from './use-list-keys.js'
import { isDated } from '../../lib/format/dates.js'
import { directionOf } from '../../lib/format/direction-of.js'

export interface RowsProps<Row> {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  source: ListSource<Row>
  /** Undefined if rows cannot be selected. */
  selection?: SelectionControl<Row>
  onOpen?: (row: Row) => void
  /** Receives the row under the pointer or the focus. */
  onPoint?: (row: Row | undefined) => void
  /** Row whose panel is open beside the list. */
  openId?: RowId
  actionsOf?: (row: Row) => readonly RowAction[]
  isStale: boolean
  /** Columns that do not fit. They are shown in the second line of each row. */
  folded: readonly Column<Row>[]
  /** Width of the table. */
  widthPx: number
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/**
 * Rows of the table. One row at a time is in the tab order. Arrow keys move to another row, space selects the row (with
 * Shift, a range of rows), Enter opens it, and letters run actions. J, K, X and Enter work from anywhere on the screen and
 * start from the row whose panel is open.
 */
export function TableRows<Row>({ rows, isStale, ...rest }: RowsProps<Row>) {
  const { source, selection, onOpen, openId, actionsOf } = rest
  const body = useRef<HTMLTableSectionElement>(null)
  const before = useRef('')
  const [focused, setFocused] = useState(0)
  const openAt = openId === undefined ? -1 : rows.findIndex((row) => source.idOf(row) === openId)
  const tabStop = openAt >= 0 ? openAt : Math.min(focused, rows.length - 1)
  const focusRow = (at: number) => body.current?.querySelectorAll<HTMLElement>(':scope > tr')[at]?.focus()
  useListKeys({
    walk: (by) => {
      const isInList = openAt >= 0 || body.current?.contains(document.activeElement)
      const at = isInList ? Math.max(0, Math.min(tabStop + by, rows.length - 1)) : tabStop
      focusRow(at)
      const row = rows[at]
      if (openAt >= 0 && at !== openAt && row) onOpen?.(row)
    },
    tick: selection && (() => rows[tabStop] && selection.toggle(rows[tabStop])),
    open: onOpen && (() => rows[tabStop] && onOpen(rows[tabStop])),
  })

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, row: Row, at: number) => {
    if (event.target !== event.currentTarget) return
    const step = STEPS[event.key]
    // A letter after G is not an action of the row, because it opens a screen.
    const isPlain = before.current !== 'g' && !event.ctrlKey && !event.metaKey && !event.altKey
    before.current = event.key
    if (step) {
      event.preventDefault()
      focusRow(step(at, rows.length))
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
          onFocus={() => {
            setFocused(at)
            rest.onPoint?.(row)
          }}
          onKeyDown={(event) => onKeyDown(event, row, at)}
          {...rest}
        />
      ))}
    </TableBody>
  )
}

/**
 * Maximum width in pixels of a plain text. Without a maximum, a single long value would make other columns move to the second
 * line.
 */
const CUT = { maxWidth: 320, overflow: 'hidden', textOverflow: 'ellipsis' } as const
const LONG = { ...CUT, width: '100%', minWidth: 220, maxWidth: 0 } as const
/** Style of a date, because the hyphen of tabular figures is too wide for a date. */
const OF_DATE = { fontVariantNumeric: 'proportional-nums' } as const

function roomOf<Row>({ isLong }: Column<Row>, shown: ReactNode) {
  if (isLong) return LONG
  if (typeof shown !== 'string') return undefined
  return isDated(shown) ? { ...CUT, ...OF_DATE } : CUT
}

interface GridRowProps<Row> extends Omit<RowsProps<Row>, 'rows' | 'isStale'> {
  row: Row
  tabIndex: number
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => void
}

function GridRow<Row>(props: GridRowProps<Row>) {
  const { row, columns, folded, widthPx, source, selection, onOpen, onPoint, openId, actionsOf, ...focus } = props
  const { t } = useTranslation('table')
  const isTicked = selection?.has(row) ?? false
  const isOpen = openId !== undefined && source.idOf(row) === openId
  const ground = isTicked || isOpen ? 'surface.selected' : undefined
  const name = source.nameOf(row)
  return (
    <TableRow
      {...focus}
      aria-selected={selection ? isTicked : undefined}
      aria-current={isOpen || undefined}
      onMouseEnter={onPoint && (() => onPoint(row))}
      onMouseLeave={onPoint && (() => onPoint(undefined))}
      onClick={(event) => {
        const isControl = event.target instanceof HTMLElement && event.target.closest('a, button, input, label')
        if (!isControl && window.getSelection()?.type !== 'Range') onOpen?.(row)
      }}
      sx={{
        cursor: onOpen ? 'pointer' : 'default',
        bgcolor: ground ?? 'background.paper',
        '&:hover': { bgcolor: ground ?? 'surface.hover' },
        ...(isOpen && { '& > td:first-of-type': { boxShadow: 'inset 3px 0 0 var(--mui-palette-primary-main)' } }),
        ...(folded.length > 0 && { '& > td': { pb: `${SECOND_LINE_PX}px` } }),
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
      {columns.map((column, index) => {
        const shown = column.render(row)
        const hasSecondLine = index === 0 && folded.length > 0
        return (
          <TableCell
            key={column.key}
            align={column.isNumeric ? 'right' : 'left'}
            dir={hasSecondLine ? undefined : directionOf(shown)}
            sx={index === 0 ? (selection ? pinned.name : pinned.first) : roomOf(column, shown)}
          >
            {shown}
            {hasSecondLine && <SecondLine row={row} columns={folded} widthPx={widthPx} />}
          </TableCell>
        )
      })}
      {actionsOf && (
        <TableCell padding="none" sx={pinned.actions}>
          <RowMenu name={name} actions={actionsOf(row)} />
        </TableCell>
      )}
    </TableRow>
  )
}
