import Box from '@mui/material/Box'
import Pagination from '@mui/material/Pagination'
import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableFooter from '@mui/material/TableFooter'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'
import { FactList } from '../../../components/fact-list.js'
import { Fill, Row, Stack, Text } from '../../../components/layout/index.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { useIsNarrow } from '../../../lib/use-is-narrow.js'
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
  /** Opens one vehicle's own report. */
  onEntity: (id: number) => void
}

/** Rows in the columns that the files have (T-14); a phone has a card for each. */
export function ReportTable({ mode, page, isStale, onPage, onEntity }: ReportTableProps) {
  const isNarrow = useIsNarrow()
  // A grid of hours by weekdays says nothing row by row.
  const hasCards = isNarrow && mode !== 'activity'
  const rows = { mode, page, onEntity }
  return (
    <Paper aria-busy={isStale} sx={{ opacity: isStale ? 0.6 : 1 }}>
      {mode === 'utilisation' && <ShareLegend />}
      {hasCards ? <Cards {...rows} /> : <Rows {...rows} />}
      <Pages meta={page.meta} isNarrow={isNarrow} onPage={onPage} />
    </Paper>
  )
}

type RowsProps = Pick<ReportTableProps, 'mode' | 'page' | 'onEntity'>

const entityOf = (row: ReportRow): number | undefined => (typeof row.entity_id === 'number' ? row.entity_id : undefined)

function Rows({ mode, page: { data, meta }, onEntity }: RowsProps) {
  const { t } = useTranslation('reports')
  const { columns, totals } = meta
  const most = mostOf(mode, data)
  const hasShares = mode === 'utilisation'
  return (
    <TableContainer tabIndex={0} role="group" aria-label={t(`modes.${mode}`)}>
      <Table size="small" aria-label={t(`modes.${mode}`)} sx={mode === 'activity' ? evenly(columns.length) : undefined}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column.key} align={isNumeric(column) ? 'right' : undefined}>
                {column.label}
              </TableCell>
            ))}
            {hasShares && <TableCell>{t('shares.title')}</TableCell>}
          </TableRow>
        </TableHead>
        <TableBody>
          {data.map((row, at) => (
            <ReportLine key={at} mode={mode} row={row} columns={columns} most={most} onEntity={onEntity} />
          ))}
        </TableBody>
        <TableFooter>
          <Totals>
            {columns.map((column, at) => (
              <TableCell key={column.key} align={isNumeric(column) ? 'right' : undefined}>
                {at === 0 ? t('totals.title') : <TotalValue column={column} value={totals[column.key]} />}
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
    </TableContainer>
  )
}

/** Hours by weekdays are compared by the eye, so each day is as wide as the others, whatever it is called. */
const evenly = (columns: number) => ({ tableLayout: 'fixed', minWidth: columns * 112 }) as const

/** No dash where there is nothing to add up. */
const TotalValue = ({ column, value }: { column: ReportColumn; value: Value }) =>
  value === undefined || value === null ? null : <ReportValue kind={column.kind} value={value} />

interface ReportLineProps {
  mode: ReportMode
  row: ReportRow
  columns: readonly ReportColumn[]
  most: number
  onEntity: (id: number) => void
}

function ReportLine({ mode, row, columns, most, onEntity }: ReportLineProps) {
  const id = entityOf(row)
  const open = id === undefined ? undefined : () => onEntity(id)
  return (
    <TableRow
      hover={open !== undefined}
      tabIndex={open && 0}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key === 'Enter') open?.()
      }}
      sx={{ cursor: open && 'pointer' }}
    >
      {columns.map(({ key, kind }, at) => (
        <TableCell
          key={key}
          component={at === 0 ? 'th' : 'td'}
          scope={at === 0 ? 'row' : undefined}
          align={isNumeric({ key, kind, label: '' }) ? 'right' : undefined}
          style={mode === 'activity' && kind === 'number' && key !== 'all_days' ? heatOf(row[key], most) : undefined}
          sx={{ fontWeight: at === 0 ? 600 : 400, ...(key.endsWith('address') && { minWidth: 180, whiteSpace: 'normal' }) }}
        >
          <Row justify={isNumeric({ key, kind, label: '' }) ? 'end' : undefined}>
            {mode === 'summary' && key === 'distance' && <DistanceBar value={row[key]} most={most} />}
            <span>
              <ReportValue kind={kind} value={row[key]} />
            </span>
          </Row>
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

/** What the longest bar and the strongest heat stand for. */
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
