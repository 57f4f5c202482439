import { zodResolver } from '@hookform/resolvers/zod'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '../../components/field.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { LIMITS } from '../../config/limits.js'
import { changeLanguage } from '../../i18n/index.js'
import { DEFAULT_LANGUAGE, isLanguageKey, LANGUAGES } from '../../i18n/languages.js'
import { browser } from '../../lib/browser.js'
import { browserTimeZone } from '../../lib/format/dates.js'
import { accountFormSchema, toForm, toUpdate, type AccountForm } from './account-form.js'
import { AccountSecurity } from './account-security.js'
import type { Account } from './queries/account-query.js'
import { useUpdateAccount } from './queries/update-account.js'
import { ThemeChoice } from './theme-choice.js'

interface AccountFormFieldsProps {
  account: Account
  onClose: () => void
}

/** Contact data with the e-mail locked; below it language, time zone, theme and how they sign in. Saving shows a success message, then reloads the page. */
export function AccountFormFields({ account, onClose }: AccountFormFieldsProps) {
  const { t, i18n } = useTranslation(['account', 'common', 'errors'])
  const notify = useNotify()
  const update = useUpdateAccount()
  const shown = [i18n.language, account.locale].find(isLanguageKey) ?? DEFAULT_LANGUAGE
  const form = useForm<AccountForm>({
    resolver: zodResolver(accountFormSchema),
    defaultValues: toForm(account, shown),
    mode: 'onTouched',
  })
  const { errors } = form.formState
  const wrongFields = Object.keys(errors).length

  const save = form.handleSubmit(async (values) => {
    notify.info(t('saving'))
    try {
      await update.mutateAsync(toUpdate(values))
    } catch (error) {
      notify.failure(error)
      return
    }
    notify.success(t('errors:success', { subject: t('subject'), done: t('errors:done.updated') }))
    if (values.locale !== i18n.language) await changeLanguage(i18n, values.locale)
    onClose()
    setTimeout(() => browser.reload(), LIMITS.snackbarSuccessMs)
  })

  const text = (name: keyof AccountForm, label: string, autoComplete: string) => (
    <Field
      id={`account-${name}`}
      label={label}
      autoComplete={autoComplete}
      errorText={errors[name]?.message && t(errors[name].message as 'errors.firstName')}
      {...form.register(name)}
    />
  )

  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void save(event)}
      sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
    >
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: 3, pt: 2.5, display: 'flex', flexDirection: 'column', gap: 2.5 }}>
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2, alignItems: 'start' }}>
          {text('first_name', t('fields.firstName'), 'given-name')}
          {text('last_name', t('fields.lastName'), 'family-name')}
        </Box>
        <Field id="account-email" label={t('fields.email')} isReadOnly helperText={t('emailHint')} {...form.register('email')} />
        {text('phone', t('fields.phone'), 'tel')}
        {text('address', t('fields.address'), 'street-address')}
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2, alignItems: 'start' }}>
          {text('postcode', t('fields.postcode'), 'postal-code')}
          {text('city', t('fields.city'), 'address-level2')}
        </Box>
        <Field id="account-locale" select label={t('fields.language')} defaultValue={shown} {...form.register('locale')}>
          {LANGUAGES.map(({ key, name }) => (
            <MenuItem key={key} value={key} lang={key}>
              {name}
            </MenuItem>
          ))}
        </Field>
        <Field
          id="account-time_zone"
          select
          label={t('fields.timeZone')}
          defaultValue={account.time_zone ?? ''}
          slotProps={{ select: { displayEmpty: true, MenuProps: { slotProps: { paper: { sx: { maxHeight: 320 } } } } } }}
          {...form.register('time_zone')}
        >
          <MenuItem value="">{t('timeZoneOfBrowser', { zone: browserTimeZone() })}</MenuItem>
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <MenuItem key={zone} value={zone}>
              {zone}
            </MenuItem>
          ))}
        </Field>
        <ThemeChoice />
        <AccountSecurity />
      </Box>
      <Box
        sx={{
          display: 'flex',
          flex: 'none',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'flex-end',
          gap: 1,
          px: 3,
          py: 1.75,
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        {form.formState.isSubmitted && wrongFields > 0 && (
          <Typography variant="caption" color="error" role="alert" sx={{ flex: 1 }}>
            {t('fillAll')}
          </Typography>
        )}
        <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
        <Button type="submit" variant="contained" disabled={update.isPending}>
          {update.isPending ? <CircularProgress color="inherit" aria-label={t('saving')} /> : t('save')}
        </Button>
      </Box>
    </Box>
  )
}
