import InputAdornment from '@mui/material/InputAdornment'
import { Copy, Eye, EyeOff, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { generateTemporaryPassword } from '../temporary-password.js'

interface PasswordFieldProps {
  value: string
  onChange: (password: string) => void
  errorText?: string
}

/** The generated password of a new user: covered until somebody looks, copied or drawn anew by a button. */
export function PasswordField({ value, onChange, errorText }: PasswordFieldProps) {
  const { t } = useTranslation('users')
  const notify = useNotify()
  const [isShown, setIsShown] = useState(false)
  const copy = () => void navigator.clipboard.writeText(value).then(() => notify.success(t('done.copied')), notify.failure)
  return (
    <Field
      label={t('fields.password')}
      type={isShown ? 'text' : 'password'}
      value={value}
      helperText={t('form.passwordHint')}
      errorText={errorText}
      slotProps={{
        htmlInput: { autoComplete: 'new-password', spellCheck: false, readOnly: true },
        input: {
          sx: { bgcolor: 'surface.subtle', pr: 0.5, '& input': { fontFamily: isShown ? 'ui-monospace, monospace' : undefined } },
          endAdornment: (
            <InputAdornment position="end">
              <TooltipIconButton
                label={isShown ? t('form.hide') : t('form.reveal')}
                icon={isShown ? EyeOff : Eye}
                onClick={() => setIsShown(!isShown)}
              />
              <TooltipIconButton label={t('form.copy')} icon={Copy} onClick={copy} />
              <TooltipIconButton label={t('form.again')} icon={RefreshCw} onClick={() => onChange(generateTemporaryPassword())} />
            </InputAdornment>
          ),
        },
      }}
    />
  )
}
