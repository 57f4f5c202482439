import Box from '@mui/material/Box'
import Pagination from '@mui/material/Pagination'
import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableFooter from '@mui/material/TableFooter'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FactList } from '../../../components/fact-list.js'
import { Fill, Row, Stack, Text } from '../../../components/layout/index.js'
import { WideTable } from '../../../components/wide-table/wide-table.js'
import { isNothing, NONE } from '../../../lib/format/none.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { useIsNarrow } from '../../../lib/use-is-narrow.js'
import { type Column, pinned, pinnedHead, SECOND_LINE_PX, SecondLine, useFoldedColumns } from '../../../table/index.js'
import { vars } from '../../../theme/components/vars.js'
import type { ReportColumn, ReportMode, ReportPage } from '../report.js'
import { DistanceBar, heatOf, ShareBar, ShareLegend } from './report-marks.js'
import { isNumeric, ReportValue, type Value } from './report-value.js'

export type ReportRow = Readonly<Record<string, Value>>

interface ReportTableProps {
  mode: ReportMode
  page: ReportPage
  isStale: boolean
  onPage: (page: number) => void
  /** Opens the report on one vehicle. */
  onEntity: (id: number) => void
}

/** Shows rows with the same columns as the files (T-14), as cards on a phone. */
export function ReportTable({ mode, page, isStale, onPage, onEntity }: ReportTableProps) {
  const isNarrow = useIsNarrow()
  // A grid of hours and weekdays cannot be shown as cards, because its rows have no meaning one by one.
  const hasCards = isNarrow && mode !== 'activity'
  const rows = { mode, page, onEntity }
  return (
    <Paper aria-busy={isStale} sx={{ opacity: isStale ? 0.6 : 1, overflow: 'hidden' }}>
      {mode === 'utilisation' && <ShareLegend />}
      {hasCards ? <Cards {...rows} /> : <Rows {...rows} />}
      <Pages meta={page.meta} isNarrow={isNarrow} onPage={onPage} />
    </Paper>
  )
}

type RowsProps = Pick<ReportTableProps, 'mode' | 'page' | 'onEntity'>

const entityOf = (row: ReportRow): number | undefined => (typeof row.entity_id === 'number' ? row.entity_id : undefined)

/**
 * Columns that identify a vehicle. If there is not enough room, their values are shown below the vehicle's name. The columns
 * with the report's own values always stay.
 */
const MINOR: ReadonlySet<string> = new Set(['vehicle_type', 'frame_number', 'license_plate', 'imei'])

const columnsOf = (columns: readonly ReportColumn[]): Column<ReportRow>[] =>
  columns.map(({ key, kind, label }) => ({
    key,
    label,
    isNumeric: isNumeric({ key, kind, label }),
    render: (row) => (isNothing(row[key]) ? NONE : <ReportValue kind={kind} value={row[key]} />),
    ...(MINOR.has(key) ? { isMinor: true } : { onCard: 'state' }),
  }))

function Rows({ mode, page: { data, meta }, onEntity }: RowsProps) {
  const { t } = useTranslation('reports')
  const { columns, totals } = meta
  const all = useMemo(() => columnsOf(columns), [columns])
  const { box, shown, folded, widthPx } = useFoldedColumns(all, data)
  const kinds = new Map(columns.map((column) => [column.key, column]))
  const hasShares = mode === 'utilisation'
  const line = { mode, columns: shown, folded, widthPx, kinds, most: mostOf(mode, data), onEntity }
  return (
    <WideTable ref={box} label={t(`modes.${mode}`)}>
      <Table size="small" aria-label={t(`modes.${mode}`)} sx={mode === 'activity' ? evenly(columns.length) : undefined}>
        <TableHead>
          <TableRow>
            {shown.map(({ key, label, isNumeric: isRight }, at) => (
              <TableCell
                key={key}
                data-column={key}
                align={isRight ? 'right' : undefined}
                sx={at === 0 ? pinnedHead.first : HEAD}
              >
                {label}
              </TableCell>
            ))}
            {hasShares && <TableCell>{t('shares.title')}</TableCell>}
          </TableRow>
        </TableHead>
        <TableBody>
          {data.map((row, at) => (
            <ReportLine key={at} row={row} {...line} />
          ))}
        </TableBody>
        <TableFooter>
          <Totals>
            {shown.map(({ key, isNumeric: isRight }, at) => (
              <TableCell key={key} align={isRight ? 'right' : undefined} sx={at === 0 ? pinned.first : undefined}>
                {at === 0 ? t('totals.title') : <TotalValue column={kinds.get(key)} value={totals[key]} />}
              </TableCell>
            ))}
            {hasShares && (
              <TableCell>
                <ShareBar row={totals} />
              </TableCell>
            )}
          </Totals>
        </TableFooter>
      </Table>
    </WideTable>
  )
}

/** Headings wrap, so that no column is wider than its values need. */
const HEAD = { whiteSpace: 'normal', minWidth: 72, py: 1 } as const

/** Gives all weekdays the same width, so that their hours can be compared. */
const evenly = (columns: number) => ({ tableLayout: 'fixed', minWidth: columns * 112 }) as const

/** Shows a total, or nothing for a column that cannot be added up. */
const TotalValue = ({ column, value }: { column: ReportColumn | undefined; value: Value }) =>
  column === undefined || value === undefined || value === null ? null : <ReportValue kind={column.kind} value={value} />

interface ReportLineProps {
  mode: ReportMode
  row: ReportRow
  columns: readonly Column<ReportRow>[]
  /** Columns that do not fit. They are shown below the name. */
  folded: readonly Column<ReportRow>[]
  /** Width of the table. */
  widthPx: number
  kinds: ReadonlyMap<string, ReportColumn>
  most: number
  onEntity: (id: number) => void
}

function ReportLine({ mode, row, columns, folded, widthPx, kinds, most, onEntity }: ReportLineProps) {
  const id = entityOf(row)
  const open = id === undefined ? undefined : () => onEntity(id)
  const isFolded = folded.length > 0
  return (
    <TableRow
      tabIndex={open && 0}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key === 'Enter') open?.()
      }}
      sx={{
        cursor: open && 'pointer',
        bgcolor: 'background.paper',
        ...(open && { '&:hover': { bgcolor: 'surface.hover' } }),
        ...(isFolded && { '& > td, & > th': { pb: `${SECOND_LINE_PX}px` } }),
      }}
    >
      {columns.map(({ key, isNumeric: isRight, render }, at) => (
        <TableCell
          key={key}
          component={at === 0 ? 'th' : 'td'}
          scope={at === 0 ? 'row' : undefined}
          align={isRight ? 'right' : undefined}
          style={
            mode === 'activity' && kinds.get(key)?.kind === 'number' && key !== 'all_days' ? heatOf(row[key], most) : undefined
          }
          sx={at === 0 ? { ...pinned.first, fontWeight: 600 } : undefined}
        >
          <Row justify={isRight ? 'end' : undefined}>
            {mode === 'summary' && key === 'distance' && <DistanceBar value={row[key]} most={most} />}
            <span>{render(row)}</span>
          </Row>
          {at === 0 && isFolded && <SecondLine row={row} columns={folded} widthPx={widthPx} />}
        </TableCell>
      ))}
      {mode === 'utilisation' && (
        <TableCell>
          <ShareBar row={row} />
        </TableCell>
      )}
    </TableRow>
  )
}

/** Returns the value that has the longest bar or the strongest background. */
function mostOf(mode: ReportMode, rows: readonly ReportRow[]): number {
  const numbers = rows.flatMap((row) =>
    mode === 'summary' ? row.distance : Object.entries(row).map(([key, value]) => (key === 'all_days' ? 0 : value)),
  )
  return Math.max(0, ...numbers.filter((value) => typeof value === 'number'))
}

function Cards({ mode, page: { data, meta }, onEntity }: RowsProps) {
  const [title, ...columns] = meta.columns
  return (
    <Stack component="ul" gap={0}>
      {data.map((row, at) => {
        const id = entityOf(row)
        return (
          <Card key={at} onClick={() => id !== undefined && onEntity(id)}>
            <Text weight="strong">{title && <ReportValue kind={title.kind} value={row[title.key]} />}</Text>
            <FactList
              facts={columns
                .filter(({ key }) => row[key] !== null && row[key] !== '')
                .map(({ key, kind, label }) => ({ label, value: <ReportValue kind={kind} value={row[key]} /> }))}
            />
            {mode === 'utilisation' && <ShareBar row={row} />}
          </Card>
        )
      })}
    </Stack>
  )
}

interface PagesProps {
  meta: ReportPage['meta']
  isNarrow: boolean
  onPage: (page: number) => void
}

function Pages({ meta: { current_page: page, last_page: last, per_page: size, total }, isNarrow, onPage }: PagesProps) {
  const { t } = useTranslation('table')
  const shown = {
    first: formatCount((page - 1) * size + 1),
    last: formatCount(Math.min(page * size, total)),
    total: formatCount(total),
  }
  return (
    <Row wrap gap={2} pad={[0.5, 2]} tone="secondary" tabular leastPx={48}>
      <Fill aria-live="polite">{t('footer.range', shown)}</Fill>
      {last > 1 && (
        <Pagination
          size={isNarrow ? 'large' : 'small'}
          shape="rounded"
          page={page}
          count={last}
          siblingCount={isNarrow ? 0 : 1}
          onChange={(_event, next) => onPage(next)}
          getItemAriaLabel={(type, itemPage, isSelected) => {
            if (type === 'page') return t(isSelected ? 'footer.currentPage' : 'footer.page', { page: itemPage ?? 1 })
            return t(type === 'next' ? 'footer.next' : 'footer.previous')
          }}
          aria-label={t('footer.pages')}
        />
      )}
    </Row>
  )
}

const Totals = styled(TableRow)(({ theme }) => ({
  backgroundColor: vars(theme).surface.subtle,
  '& > td': { fontSize: 13, fontWeight: 600, color: vars(theme).text.primary },
}))
const Card = styled(Box)(({ theme }) => ({
  padding: theme.spacing(1.5, 2),
  '& + &': { borderTop: `1px solid ${vars(theme).divider}` },
})).withComponent('li')
