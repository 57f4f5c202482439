import Alert from '@mui/material/Alert'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { Copy, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Row } from '../../../components/layout/index.js'
import { useCopy } from '../../../components/notifications/use-copy.js'
import type { components } from '../../../lib/api/schema.js'
import { formatCount, formatImei, counted } from '../../../lib/format/numbers.js'
import { changes, type DeviceImport, useDeviceChange } from '../queries/device-changes.js'
import { WaitingNotice } from '../possession/waiting-notice.js'
import { SHEET_FIELDS, type SheetField } from './read-heads.js'

const isSheetField = (field: string): field is SheetField => SHEET_FIELDS.some((one) => one === field)

/** What an import would do, or did: how many rows are good, which are not and why; and the way back. */
export function ResultStep({ result }: { result: DeviceImport }) {
  const { t } = useTranslation('devices')
  const copy = useCopy(t('done.copied'))
  const [undone, setUndone] = useState<components['schemas']['DeviceImportRollback']>()
  const rollBack = useDeviceChange(changes.rollBack, { then: setUndone })
  const { created, waiting, failed, dry_run: isTrial, import_id: importId } = result
  const rows = failed.map(({ row, field, message }) => ({
    row,
    field: isSheetField(field) ? t(`columns.${field}`) : field,
    message,
  }))
  const text = rows.map(({ row, field, message }) => `${row}\t${field}\t${message}`).join('\n')
  return (
    <>
      {(created > 0 || waiting === 0) && (
        <Alert severity={created > 0 ? 'success' : 'warning'}>
          {t(isTrial ? 'import.wouldCreate' : 'import.created', counted(created))}
        </Alert>
      )}
      {!undone && <WaitingNotice count={waiting} isTrial={isTrial} />}
      {failed.length > 0 && (
        <>
          <Alert severity="warning">{t(isTrial ? 'import.wouldFail' : 'import.failed', counted(failed.length))}</Alert>
          <BadRows rows={rows} />
        </>
      )}
      {undone && (
        <Alert severity="info">
          {t('import.removed', counted(undone.removed))} {waiting > 0 && t('import.withdrawn', counted(waiting))}
          {undone.kept.map(({ id, imei, message }) => (
            <div key={id}>{`${formatImei(imei)} – ${message}`}</div>
          ))}
        </Alert>
      )}
      <Row align="stretch" wrap>
        {failed.length > 0 && <ActionButton icon={Copy} label={t('actions.copyList')} onClick={() => copy(text)} />}
        {importId !== null && !undone && (
          <ActionButton
            loading={rollBack.isPending}
            icon={RotateCcw}
            label={t('import.rollBack')}
            onClick={() => rollBack.mutate(importId)}
          />
        )}
      </Row>
    </>
  )
}

function BadRows({ rows }: { rows: DeviceImport['failed'] }) {
  const { t } = useTranslation('devices')
  return (
    <TableContainer sx={{ maxHeight: 280, border: 1, borderColor: 'divider', borderRadius: '10px' }}>
      <Table stickyHeader size="small" aria-label={t('import.badRows')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('import.row')}</TableCell>
            <TableCell>{t('import.field')}</TableCell>
            <TableCell>{t('import.message')}</TableCell>
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
    </TableContainer>
  )
}
