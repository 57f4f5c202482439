import Alert from '@mui/material/Alert'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../components/action-button.js'
import { AskDialog } from '../../components/ask-dialog.js'
import { Row, Stack } from '../../components/layout/index.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { SecretField } from '../../components/secret-field.js'

export interface NewSecret {
  name: string
  /** Null if the secret was already shown once. */
  secret: string | null
}

/**
 * Shows the secret with which receivers verify signatures. It is shown only once, and only the dialog's own button closes it.
 */
export function SecretDialog({ name, secret, onClose }: NewSecret & { onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const notify = useNotify()
  const [isCopied, setIsCopied] = useState(false)
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
    } catch (error) {
      notify.failure(error)
      return
    }
    setIsCopied(true)
    notify.success(t('secret.copied'))
  }
  return (
    <AskDialog
      title={t('secret.title')}
      isHeld
      onClose={onClose}
      actions={
        <ActionButton variant={isCopied || secret === null ? 'contained' : 'outlined'} onClick={onClose}>
          {t('secret.stored')}
        </ActionButton>
      }
    >
      <Stack gap={2}>
        <Alert severity="warning">{t(secret === null ? 'secret.shownBefore' : 'secret.text')}</Alert>
        {secret !== null && (
          <Row align="end" wrap>
            <SecretField label={t('secret.label', { name })} value={secret} />
            <ActionButton
              autoFocus
              variant={isCopied ? 'outlined' : 'contained'}
              icon={isCopied ? Check : Copy}
              onClick={() => void copy(secret)}
            >
              {t('secret.copy')}
            </ActionButton>
          </Row>
        )}
      </Stack>
    </AskDialog>
  )
}
