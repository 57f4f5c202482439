import Alert from '@mui/material/Alert'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Row } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { SecretField } from '../../../components/secret-field.js'
import type { components } from '../../../lib/api/schema.js'

interface SecretPanelProps {
  titleId: string
  created: components['schemas']['CreatedToken']
  onStored: () => void
}

/** The secret, this once. */
export function SecretPanel({ titleId, created: { name, secret }, onStored }: SecretPanelProps) {
  const { t } = useTranslation('tokens')
  const notify = useNotify()
  const [isCopied, setIsCopied] = useState(false)
  const Icon = isCopied ? Check : Copy
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
    <>
      <DialogTitle id={titleId}>{t('secret.title')}</DialogTitle>
      <DialogContent>
        <Alert severity="warning">{secret === null ? t('secret.shownBefore') : t('secret.text')}</Alert>
        {secret !== null && (
          <Row align="end" wrap>
            <SecretField label={t('secret.label', { name })} value={secret} />
            <ActionButton autoFocus variant={isCopied ? 'outlined' : 'contained'} icon={Icon} onClick={() => void copy(secret)}>
              {t('secret.copy')}
            </ActionButton>
          </Row>
        )}
      </DialogContent>
      <DialogActions>
        <ActionButton variant={isCopied || secret === null ? 'contained' : 'outlined'} onClick={onStored}>
          {t('secret.stored')}
        </ActionButton>
      </DialogActions>
    </>
  )
}
