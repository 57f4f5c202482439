import { zodResolver } from '@hookform/resolvers/zod'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useState, useId } from 'react'
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Field } from '../../../components/field.js'
import { formTexts } from '../../../components/form-texts.js'
import { Hint, Wrong, Text, SmallHint } from '../../../components/layout/index.js'
import { useRefuse } from '../../../components/use-refuse.js'
import type { components } from '../../../lib/api/schema.js'
import { useClock } from '../../../lib/clock.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useSession } from '../../../lib/session/session.js'
import { useCreateToken } from '../queries/token-queries.js'
import { EMPTY, endAfter, PERIODS, tokenFormSchema, toNewToken, type Period, type TokenForm } from '../token-form.js'
import { SCOPES, type TokenScope } from '../token.js'

interface CreateFormProps {
  titleId: string
  onCreated: (created: components['schemas']['CreatedToken']) => void
  onCancel: () => void
}

/** Form for the name, scope and expiry of a new token. Validation errors are shown at their fields. */
export function CreateForm({ titleId, onCreated, onCancel }: CreateFormProps) {
  const { t } = useTranslation(['tokens', 'common'])
  const clock = useClock()
  const format = useFormat()
  const [moment] = useState(() => ({ now: clock.now(), timeZone: format.timeZone }))
  const create = useCreateToken()
  const form = useForm<TokenForm>({ resolver: zodResolver(tokenFormSchema(moment)), defaultValues: EMPTY, mode: 'onTouched' })
  const { errors, isSubmitted } = form.formState
  const refuse = useRefuse(form, { fields: { expires_at: 'lastDay' } })
  const save = form.handleSubmit(async (values) => {
    try {
      onCreated(await create.mutateAsync(toNewToken(values, moment)))
    } catch (error) {
      await refuse(error)
    }
  })
  const { text, errorOf } = useTokenTexts(form)
  return (
    <Box component="form" noValidate onSubmit={(event) => void save(event)} sx={{ display: 'contents' }}>
      <DialogTitle id={titleId} sx={{ pb: 0 }}>
        {t('create.title')}
      </DialogTitle>
      <DialogContent>
        <Hint>{t('create.text')}</Hint>
        {text('name', {
          autoFocus: true,
          helperText: t('create.nameHint'),
          slotProps: { htmlInput: { maxLength: 100, autoComplete: 'off' } },
        })}
        <Controller
          control={form.control}
          name="scope"
          render={({ field }) => <ScopePicker value={field.value} onChange={field.onChange} errorText={errorOf('scope')} />}
        />
        <PeriodFields form={form} moment={moment} />
      </DialogContent>
      <DialogActions>
        {isSubmitted && Object.keys(errors).length > 0 && <Wrong grow>{t('errors.fillAll')}</Wrong>}
        <Button onClick={onCancel}>{t('common:actions.cancel')}</Button>
        <ActionButton type="submit" variant="contained" loading={create.isPending} label={t('create.submit')} />
      </DialogActions>
    </Box>
  )
}

function useTokenTexts(form: UseFormReturn<TokenForm>) {
  const { t } = useTranslation('tokens')
  return formTexts(form, {
    label: (name) => t(`create.${name as 'name' | 'lastDay'}`),
    message: (key) => t(key as 'errors.fillAll'),
  })
}

/** Fields for the period of validity: a number of days, until a chosen day, or unlimited. */
function PeriodFields({ form, moment }: { form: UseFormReturn<TokenForm>; moment: Parameters<typeof endAfter>[1] }) {
  const { t } = useTranslation('tokens')
  const format = useFormat()
  const { day } = useTokenTexts(form)
  const period = useWatch({ control: form.control, name: 'period' })
  const label = (one: Period) => {
    if (one === 'custom') return t('create.custom')
    if (one === 'never') return t('create.neverEnds')
    return t('create.days', { count: Number(one), day: format.date(endAfter(Number(one), moment)) })
  }
  return (
    <>
      <Controller
        control={form.control}
        name="period"
        render={({ field }) => (
          <Field
            label={t('create.expiry')}
            helperText={period === 'never' ? t('create.neverHint') : undefined}
            {...field}
            options={PERIODS.map((one) => ({ value: one, label: label(one) }))}
          />
        )}
      />
      {period === 'custom' && day('lastDay', { min: format.day(moment.now) })}
    </>
  )
}

interface ScopePickerProps {
  value: TokenScope
  onChange: (scope: TokenScope) => void
  errorText?: string
}

/**
 * Field for the scope of a token. A scope that has no use with the user's present rights is disabled and shows the missing
 * right.
 */
function ScopePicker({ value, onChange, errorText }: ScopePickerProps) {
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
