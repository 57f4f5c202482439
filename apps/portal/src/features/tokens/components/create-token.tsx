import Alert from '@mui/material/Alert'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { Plus, Check, Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Row } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { SecretField } from '../../../components/secret-field.js'
import type { components } from '../../../lib/api/schema.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { CreateForm } from './create-form.js'

interface CreateTokenProps {
  /** True if the URL says that the form is open. */
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
}

/** The page's main button and its dialog. */
export function CreateToken({ isOpen, onOpen, onClose }: CreateTokenProps) {
  const { t } = useTranslation('tokens')
  const missingRight = useMissingRight('manage:tokens')
  return (
    <>
      <ActionButton variant="contained" disabledBecause={missingRight} icon={Plus} label={t('new')} onClick={onOpen} />
      {isOpen && missingRight === undefined && <CreateDialog onClose={onClose} />}
    </>
  )
}

type Created = components['schemas']['CreatedToken']

/** Asks for a new token's data, then shows its secret once. The dialog with the secret is closed only by its own button. */
function CreateDialog({ onClose }: { onClose: () => void }) {
  const title = useId()
  const [created, setCreated] = useState<Created>()
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={title} onClose={created ? undefined : onClose}>
      {created ? (
        <SecretPanel titleId={title} created={created} onStored={onClose} />
      ) : (
        <CreateForm titleId={title} onCreated={setCreated} onCancel={onClose} />
      )}
    </Dialog>
  )
}

interface SecretPanelProps {
  titleId: string
  created: components['schemas']['CreatedToken']
  onStored: () => void
}

/** Shows the secret once. */
function SecretPanel({ titleId, created: { name, secret }, onStored }: SecretPanelProps) {
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
