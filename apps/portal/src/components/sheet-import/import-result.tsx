import Alert from '@mui/material/Alert'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { Copy, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { counted, formatCount } from '../../lib/format/numbers.js'
import { ActionButton } from '../action-button.js'
import { Row } from '../layout/index.js'
import { useCopy } from '../notifications/use-copy.js'
import { WideTable } from '../wide-table/wide-table.js'
import type { SheetAnswer } from './use-sheet-import.js'

interface ImportResultProps {
  result: SheetAnswer
  /** Returns the label of a field of the API. */
  labelOf: (field: string) => string
  /** Summary of the good rows. */
  children: ReactNode
  /** Summary of an undone import: rows that were removed and rows that stayed. Omitted unless the import was undone. */
  undone?: ReactNode
  rollBack: { isPending: boolean; mutate: (importId: number) => void }
}

/** Result of a trial or an import: the number of good rows, the bad rows with reasons, and the undo button. */
export function ImportResult({ result, labelOf, children, undone, rollBack }: ImportResultProps) {
  const { t } = useTranslation('sheets')
  const copy = useCopy(t('copied'))
  const { failed, dry_run: isTrial, import_id: importId } = result
  const rows = failed.map(({ row, field, message }) => ({ row, field: labelOf(field), message: begun(message) }))
  const errors = t('errors', counted(failed.length))
  const badRows = new Set(failed.map(({ row }) => row)).size
  const text = rows.map(({ row, field, message }) => `${row}\t${field}\t${message}`).join('\n')
  return (
    <>
      {children}
      {failed.length > 0 && (
        <>
          <Alert severity="warning">{t(isTrial ? 'wouldFail' : 'failed', { errors, ...counted(badRows) })}</Alert>
          <BadRows rows={rows} />
        </>
      )}
      {undone && <Alert severity="info">{undone}</Alert>}
      <Row align="stretch" wrap>
        {failed.length > 0 && <ActionButton icon={Copy} label={t('copyList')} onClick={() => copy(text)} />}
        {importId !== null && !undone && (
          <ActionButton
            loading={rollBack.isPending}
            icon={RotateCcw}
            label={t('rollBack')}
            onClick={() => rollBack.mutate(importId)}
          />
        )}
      </Row>
    </>
  )
}

/** Capitalises a message, because some API messages continue after a field name and begin in lower case. */
const begun = (message: string) => message.charAt(0).toLocaleUpperCase() + message.slice(1)

function BadRows({ rows }: { rows: SheetAnswer['failed'] }) {
  const { t } = useTranslation('sheets')
  return (
    <WideTable label={t('badRows')} sx={{ maxHeight: 280, border: 1, borderColor: 'divider', borderRadius: '10px' }}>
      <Table stickyHeader size="small" aria-label={t('badRows')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('row')}</TableCell>
            <TableCell>{t('field')}</TableCell>
            <TableCell>{t('message')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ row, field, message }, at) => (
            <TableRow key={at}>
              <TableCell>{formatCount(row)}</TableCell>
              <TableCell>{field}</TableCell>
              <TableCell sx={{ whiteSpace: 'normal' }}>{message}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </WideTable>
  )
}
