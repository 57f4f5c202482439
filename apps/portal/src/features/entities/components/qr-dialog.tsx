import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Copy, Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Stack, Hint } from '../../../components/layout/index.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { QrImage } from '../../../components/qr-image.js'
import { formatImei, counted } from '../../../lib/format/numbers.js'
import type { Entity } from '../entity.js'
import { type Label, QrSheet } from './qr-sheet.js'

/** the IMEI of a vehicle as a large QR code, or the labels of many; both to print. */
export function QrDialog({ entities, onClose }: { entities: readonly Entity[]; onClose: () => void }) {
  const { t } = useTranslation(['entities', 'common'])
  const notify = useNotify()
  const labels: Label[] = entities.flatMap(({ id, name, imei }) => (imei === null ? [] : [{ id, name, imei }]))
  const left = entities.length - labels.length
  const only = entities.length === 1 ? labels[0] : undefined
  const copy = (imei: string) =>
    void navigator.clipboard.writeText(imei).then(() => notify.success(t('imeiCopied')), notify.failure)
  return (
    <AskDialog
      title={only ? t('qr.title', { name: only.name }) : t('qr.sheetTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:actions.close')}</Button>
          {only && <ActionButton icon={Copy} label={t('qr.copy')} onClick={() => copy(only.imei)} />}
          <ActionButton variant="contained" disabled={labels.length === 0} icon={Printer} onClick={() => window.print()}>
            {t('qr.print')}
          </ActionButton>
        </>
      }
    >
      {only ? (
        <Stack gap={1.5} align="center">
          <QrImage text={only.imei} size={288} />
          <Typography sx={{ fontSize: 18, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            {formatImei(only.imei)}
          </Typography>
        </Stack>
      ) : (
        <Stack gap={1}>
          <Typography variant="body2">{t('qr.sheet', counted(labels.length))}</Typography>
          {left > 0 && <Hint>{t('qr.left', counted(left))}</Hint>}
        </Stack>
      )}
      <QrSheet labels={labels} />
    </AskDialog>
  )
}
