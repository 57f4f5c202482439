import { zodResolver } from '@hookform/resolvers/zod'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'
import { Span } from '../../../components/layout/text.js'
import { useRefuse } from '../../../components/use-refuse.js'
import type { components } from '../../../lib/api/schema.js'
import { useClock } from '../../../lib/clock.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useCreateToken } from '../queries/token-queries.js'
import { EMPTY, endAfter, PERIODS, tokenFormSchema, toNewToken, type Period, type TokenForm } from '../token-form.js'
import { ScopePicker } from './scope-picker.js'

interface CreateFormProps {
  titleId: string
  onCreated: (created: components['schemas']['CreatedToken']) => void
  onCancel: () => void
}

/** Name, scope and end of a new token. What the API refuses stands at its field. */
export function CreateForm({ titleId, onCreated, onCancel }: CreateFormProps) {
  const { t } = useTranslation(['tokens', 'common'])
  const clock = useClock()
  const format = useFormat()
  const [moment] = useState(() => ({ now: clock.now(), timeZone: format.timeZone }))
  const create = useCreateToken()
  const form = useForm<TokenForm>({ resolver: zodResolver(tokenFormSchema(moment)), defaultValues: EMPTY, mode: 'onTouched' })
  const { errors, isSubmitted } = form.formState
  const period = useWatch({ control: form.control, name: 'period' })
  const refuse = useRefuse(form, { fields: { expires_at: 'lastDay' } })
  const save = form.handleSubmit(async (values) => {
    try {
      onCreated(await create.mutateAsync(toNewToken(values, moment)))
    } catch (error) {
      await refuse(error)
    }
  })
  const textOf = (message: string | undefined) => (message?.startsWith('errors.') ? t(message as 'errors.fillAll') : message)
  const periodText = (one: Period) => {
    if (one === 'custom') return t('create.custom')
    if (one === 'never') return t('create.neverEnds')
    return t('create.days', { count: Number(one), day: format.date(endAfter(Number(one), moment)) })
  }
  return (
    <Box component="form" noValidate onSubmit={(event) => void save(event)} sx={{ display: 'contents' }}>
      <DialogTitle id={titleId} sx={{ pb: 0 }}>
        {t('create.title')}
      </DialogTitle>
      <DialogContent>
        <Typography variant="body2" color="textSecondary">
          {t('create.text')}
        </Typography>
        <Field
          autoFocus
          label={t('create.name')}
          helperText={t('create.nameHint')}
          errorText={textOf(errors.name?.message)}
          slotProps={{ htmlInput: { maxLength: 100, autoComplete: 'off' } }}
          {...form.register('name')}
        />
        <Controller
          control={form.control}
          name="scope"
          render={({ field }) => (
            <ScopePicker value={field.value} onChange={field.onChange} errorText={textOf(errors.scope?.message)} />
          )}
        />
        <Controller
          control={form.control}
          name="period"
          render={({ field }) => (
            <Field
              label={t('create.expiry')}
              helperText={period === 'never' ? t('create.neverHint') : undefined}
              {...field}
              options={PERIODS.map((one) => ({ value: one, label: periodText(one) }))}
            />
          )}
        />
        {period === 'custom' && (
          <Field
            type="date"
            label={t('create.lastDay')}
            errorText={textOf(errors.lastDay?.message)}
            {...form.register('lastDay')}
          />
        )}
      </DialogContent>
      <DialogActions>
        {isSubmitted && Object.keys(errors).length > 0 && (
          <Span size="caption" tone="missing" grow role="alert">
            {t('errors.fillAll')}
          </Span>
        )}
        <Button onClick={onCancel}>{t('common:actions.cancel')}</Button>
        <Button type="submit" variant="contained" loading={create.isPending}>
          {t('create.submit')}
        </Button>
      </DialogActions>
    </Box>
  )
}
