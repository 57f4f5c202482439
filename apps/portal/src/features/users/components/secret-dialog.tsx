import Alert from '@mui/material/Alert'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { Copy } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Row } from '../../../components/layout/index.js'
import { useCopy } from '../../../components/notifications/use-copy.js'
import { SecretField } from '../../../components/secret-field.js'
import { useFormat } from '../../../lib/format/use-format.js'

/** Sign-in data of a user that is shown only once. */
export interface Secret {
  kind: 'password' | 'link'
  name: string
  email: string
  /** Null if there is no password or link to show. */
  value: string | null
  expiresAt: string | null
  /** True if an invitation is sent by mail. */
  isMailed: boolean
}

/** Shows a temporary password or reset link once. The dialog is closed only by its own button. */
export function SecretDialog({ secret, onClose }: { secret: Secret; onClose: () => void }) {
  const { t } = useTranslation(['users', 'common'])
  const titleId = useId()
  const format = useFormat()
  const { kind, name, email, value, expiresAt, isMailed } = secret
  const copy = useCopy(t('done.copied'))
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {kind === 'password' ? t('secret.passwordTitle', { name }) : t('secret.linkTitle', { name })}
      </DialogTitle>
      <DialogContent>
        {isMailed && <Alert severity="success">{t('secret.mailed', { email })}</Alert>}
        {value === null ? (
          <Typography variant="body2">
            {kind === 'password' ? t('secret.existing', { name }) : t('secret.providerMailed')}
          </Typography>
        ) : (
          <>
            <Alert severity="warning">{t('secret.once')}</Alert>
            <Row align="end" wrap>
              <SecretField
                label={kind === 'password' ? t('fields.password') : t('actions.reset')}
                value={value}
                helperText={expiresAt ? t('secret.until', { at: format.dateTime(expiresAt) }) : undefined}
              />
              <ActionButton icon={Copy} label={t('secret.copy')} onClick={() => copy(value)} />
            </Row>
          </>
        )}
      </DialogContent>
      <DialogActions>
        <ActionButton autoFocus variant="contained" onClick={onClose}>
          {value === null ? t('common:actions.close') : t('secret.done')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}
