import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Text, SmallHint } from '../../../components/layout/index.js'
import { useSession } from '../../../lib/session/session.js'
import { SCOPES, type TokenScope } from '../token.js'

interface ScopePickerProps {
  value: TokenScope
  onChange: (scope: TokenScope) => void
  errorText?: string
}

/** What a token may do. A scope that the user's present rights leave nothing of cannot be chosen, and says which right it needs. */
export function ScopePicker({ value, onChange, errorText }: ScopePickerProps) {
  const { t } = useTranslation(['tokens', 'common'])
  const { permissions } = useSession().user
  const id = useId()
  return (
    <FormControl error={errorText !== undefined}>
      <Text id={id} component="span" size="caption" weight="medium">
        {t('create.scope')}
      </Text>
      <RadioGroup aria-labelledby={id} value={value} onChange={(_event, next) => onChange(next as TokenScope)} sx={{ gap: 1 }}>
        {SCOPES.map(({ scope, needs }) => {
          const missing = needs !== undefined && !permissions.includes(needs) ? needs : undefined
          const about = `${id}-${scope}`
          return (
            <div key={scope}>
              <FormControlLabel
                value={scope}
                disabled={missing !== undefined}
                control={<Radio size="small" slotProps={{ input: { 'aria-describedby': about } }} />}
                label={t(`scopes.${scope}.name`)}
                slotProps={{ typography: { variant: 'body2', sx: { fontWeight: 500 } } }}
              />
              <SmallHint id={about} sx={{ pl: '28px' }}>
                {missing === undefined ? t(`scopes.${scope}.text`) : t('common:missingRight', { permission: missing })}
              </SmallHint>
            </div>
          )
        })}
      </RadioGroup>
      {errorText && <FormHelperText>{errorText}</FormHelperText>}
    </FormControl>
  )
}
