import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../../../components/layout/layout.js'
import { AskDialog } from '../../../../components/ask-dialog.js'
import { OutboxRow } from './outbox-row.js'
import type { OutboxItem } from '../outbox-item.js'

interface OutboxDialogProps {
  items: readonly OutboxItem[]
  onClose: () => void
  /** Absent if nothing can be sent now. */
  onSendNow?: () => void
  onMend: (item: OutboxItem) => void
}

/** Lists the unsent work on this device. */
export function OutboxDialog({ items, onClose, onSendNow, onMend }: OutboxDialogProps) {
  const { t } = useTranslation(['outbox', 'common'])
  const isEmpty = items.length === 0
  useEffect(() => {
    if (isEmpty) onClose()
  }, [isEmpty, onClose])
  return (
    <AskDialog
      isSheet
      title={t('title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:actions.close')}</Button>
          {onSendNow && (
            <Button variant="contained" onClick={onSendNow}>
              {t('sendNow')}
            </Button>
          )}
        </>
      }
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {t('text')}
      </Typography>
      <Stack component="ul" gap={1}>
        {items.map((item) => (
          <OutboxRow key={item.key} item={item} onMend={() => onMend(item)} />
        ))}
      </Stack>
    </AskDialog>
  )
}
