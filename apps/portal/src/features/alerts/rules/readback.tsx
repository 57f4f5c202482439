import { styled } from '@mui/material/styles'
import { type Control, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { SmallHint, Text } from '../../../components/layout/index.js'
import { vars } from '../../../theme/components/vars.js'
import { type RuleForm, toSpokenRule } from '../alert-rule-form-values.js'
import type { AlertRule } from '../alert.js'
import { RulePreview } from './rule-preview.js'
import { useRuleSentence } from './rule-sentence.js'

/** Area below the fields that is always in view. */
const Ground = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: theme.spacing(-2.5),
  zIndex: 1,
  margin: theme.spacing(0, -3, -2.5),
  padding: theme.spacing(1.5, 3),
  borderTop: `1px solid ${vars(theme).divider}`,
  backgroundColor: vars(theme).surface.subtle,
}))

interface ReadbackProps {
  control: Control<RuleForm>
  /** Undefined for a new rule. */
  rule: AlertRule | undefined
}

/** Shows the rule as one sentence while the form is filled in. */
export function Readback({ control, rule }: ReadbackProps) {
  const { t } = useTranslation('alertRules')
  const form = useWatch({ control }) as RuleForm
  return (
    <Ground>
      <SmallHint>{t('form.readback')}</SmallHint>
      <Text component="p" size="dense" weight="medium" aria-live="polite">
        {useRuleSentence()(toSpokenRule(form, rule))}
      </Text>
      <RulePreview control={control} rule={rule} />
    </Ground>
  )
}
