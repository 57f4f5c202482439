import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Copy, Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Stack, Hint, Text } from '../../../components/layout/index.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { useCopy } from '../../../components/notifications/use-copy.js'
import { PrintSheet } from '../../../components/print-sheet.js'
import { QrImage } from '../../../components/qr-image.js'
import { formatImei, counted } from '../../../lib/format/numbers.js'
import type { Entity } from '../entity.js'

/** Shows the IMEI of a vehicle as a large QR code, or the labels of many vehicles. Both can be printed. */
export function QrDialog({ entities, onClose }: { entities: readonly Entity[]; onClose: () => void }) {
  const { t } = useTranslation(['entities', 'common'])
  const labels: Label[] = entities.flatMap(({ id, name, imei }) => (imei === null ? [] : [{ id, name, imei }]))
  const left = entities.length - labels.length
  const only = entities.length === 1 ? labels[0] : undefined
  const copy = useCopy(t('imeiCopied'))
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

/** A printed label. */
interface Label {
  id: number
  name: string
  imei: string
}

const SHEET_ID = 'qr-sheet'
/** Number of labels per A4 page. */
const LABELS_A_PAGE = 24

/** Labels in three columns and eight rows per page. Visible only in print, where nothing else is visible. */
function QrSheet({ labels }: { labels: readonly Label[] }) {
  const pages = Array.from({ length: Math.ceil(labels.length / LABELS_A_PAGE) }, (_, page) =>
    labels.slice(page * LABELS_A_PAGE, (page + 1) * LABELS_A_PAGE),
  )
  return (
    <PrintSheet id={SHEET_ID} pageSize="A4">
      {pages.map((page, at) => (
        <Box
          key={page[0]?.id ?? at}
          sx={{
            display: 'grid',
            gridTemplateColumns: 'repeat(3, 70mm)',
            gridTemplateRows: 'repeat(8, 37mm)',
            width: '210mm',
            height: '296.9mm',
            breakAfter: 'page',
            '&:last-of-type': { breakAfter: 'auto' },
          }}
        >
          {page.map(({ id, name, imei }) => (
            <Box key={id} sx={{ display: 'flex', alignItems: 'center', gap: '3mm', p: '4mm', overflow: 'hidden' }}>
              <QrImage text={imei} size="28mm" />
              <Box sx={{ minWidth: 0, fontSize: '9pt', lineHeight: 1.3, fontVariantNumeric: 'tabular-nums' }}>
                <Text weight="strong" breaks>
                  {name}
                </Text>
                {formatImei(imei)}
              </Box>
            </Box>
          ))}
        </Box>
      ))}
    </PrintSheet>
  )
}
