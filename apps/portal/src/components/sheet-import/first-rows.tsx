import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../lib/format/numbers.js'
import { NONE } from '../../lib/format/none.js'
import { Hint, Span, Stack } from '../layout/index.js'
import { WideTable } from '../wide-table/wide-table.js'
import type { FirstRow } from './use-sheet-import.js'

interface FirstRowsProps {
  rows: readonly FirstRow[]
  /** Fields in the order of the sheet's columns. */
  fields: readonly string[]
  labelOf: (field: string) => string
  show?: (field: string, value: string) => string
}

/** First rows as they were read, so that the user can check the reading. Wide tables scroll sideways. */
export function FirstRows({ rows, fields, labelOf, show = (_, value) => value }: FirstRowsProps) {
  const { t } = useTranslation('sheets')
  const columns = fields.filter((field) => rows.some(({ values }) => field in values))
  if (columns.length === 0) return null
  return (
    <Stack gap={0.75}>
      <Hint>{t('firstRows')}</Hint>
      <WideTable label={t('firstRows')} sx={{ border: 1, borderColor: 'divider', borderRadius: '10px' }}>
        <Table size="small" aria-label={t('firstRows')} sx={{ '& td, & th': { whiteSpace: 'nowrap' } }}>
          <TableHead>
            <TableRow>
              <TableCell>{t('row')}</TableCell>
              {columns.map((field) => (
                <TableCell key={field}>{labelOf(field)}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(({ row, values }) => (
              <TableRow key={row}>
                <TableCell>{formatCount(row)}</TableCell>
                {columns.map((field) => (
                  <TableCell key={field} sx={{ fontVariantNumeric: 'tabular-nums' }}>
                    <Value value={values[field]} show={(value) => show(field, value)} />
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </WideTable>
    </Stack>
  )
}

function Value({ value, show }: { value: string | null | undefined; show: (value: string) => string }) {
  const { t } = useTranslation('sheets')
  if (value === null) return <Span tone="warning">{t('unread')}</Span>
  return <bdi>{value ? show(value) : NONE}</bdi>
}
