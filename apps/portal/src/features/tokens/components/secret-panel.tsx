import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
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
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Alert severity="warning">{secret === null ? t('secret.shownBefore') : t('secret.text')}</Alert>
        {secret !== null && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1 }}>
            <Field
              label={t('secret.label', { name })}
              value={secret}
              multiline
              onFocus={({ target }) => target.select()}
              slotProps={{ input: { readOnly: true }, htmlInput: { spellCheck: false, autoComplete: 'off' } }}
              sx={{ flex: '1 1 280px', '& textarea': { fontFamily: 'ui-monospace, monospace', wordBreak: 'break-all' } }}
            />
            <Button
              autoFocus
              variant={isCopied ? 'outlined' : 'contained'}
              startIcon={<Icon />}
              onClick={() => void copy(secret)}
            >
              {t('secret.copy')}
            </Button>
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant={isCopied || secret === null ? 'contained' : 'outlined'} onClick={onStored}>
          {t('secret.stored')}
        </Button>
      </DialogActions>
    </>
  )
}
