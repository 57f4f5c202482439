import { zodResolver } from '@hookform/resolvers/zod'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { useColorScheme } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formTexts } from '../../components/form-texts.js'
import { FieldPair, Wrong, Stack, Text } from '../../components/layout/index.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { DrawerForm } from '../../components/side-drawer.js'
import { LIMITS } from '../../config/limits.js'
import { changeLanguage } from '../../i18n/index.js'
import { DEFAULT_LANGUAGE, isLanguageKey, LANGUAGES } from '../../i18n/languages.js'
import { browser } from '../../lib/browser.js'
import { browserTimeZone } from '../../lib/format/dates.js'
import { timeZoneNames } from '../../lib/format/time-zones.js'
import { accountFormSchema, toForm, toUpdate, type AccountForm } from './account-form.js'
import { AccountPush } from './account-push.js'
import { AccountSecurity } from './account-security.js'
import type { Account } from './queries/account-query.js'
import { useUpdateAccount } from './queries/update-account.js'

const LABELS = {
  first_name: 'firstName',
  last_name: 'lastName',
  email: 'email',
  phone: 'phone',
  address: 'address',
  postcode: 'postcode',
  city: 'city',
  locale: 'language',
  time_zone: 'timeZone',
} as const satisfies Record<keyof AccountForm, string>

/** Fields for contact data with a locked e-mail address, then language, time zone, theme and sign-in. */
export function AccountFormFields({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t, i18n } = useTranslation(['account', 'common'])
  const { save, isSaving } = useSaveAccount(onClose)
  const shown = [i18n.language, account.locale].find(isLanguageKey) ?? DEFAULT_LANGUAGE
  const form = useForm<AccountForm>({
    resolver: zodResolver(accountFormSchema),
    defaultValues: toForm(account, shown),
    mode: 'onTouched',
  })
  const { errors, isSubmitted } = form.formState
  const { text } = formTexts(form, {
    label: (name) => t(`fields.${LABELS[name]}`),
    message: (key) => t(key as 'errors.firstName'),
  })
  const field = (name: keyof AccountForm, autoComplete: string) => text(name, { id: `account-${name}`, autoComplete })
  return (
    <DrawerForm
      onSubmit={(event) => void form.handleSubmit(save)(event)}
      footer={
        <>
          {isSubmitted && Object.keys(errors).length > 0 && <Wrong grow>{t('fillAll')}</Wrong>}
          <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={isSaving}>
            {isSaving ? <CircularProgress color="inherit" aria-label={t('saving')} /> : t('save')}
          </Button>
        </>
      }
    >
      <FieldPair>
        {field('first_name', 'given-name')}
        {field('last_name', 'family-name')}
      </FieldPair>
      {text('email', { id: 'account-email', isReadOnly: true, helperText: t('emailHint') })}
      {field('phone', 'tel')}
      {field('address', 'street-address')}
      <FieldPair>
        {field('postcode', 'postal-code')}
        {field('city', 'address-level2')}
      </FieldPair>
      {text('locale', {
        id: 'account-locale',
        defaultValue: shown,
        options: LANGUAGES.map(({ key, name }) => ({ value: key, label: name, lang: key })),
      })}
      {text('time_zone', {
        id: 'account-time_zone',
        defaultValue: account.time_zone ?? '',
        slotProps: { select: { displayEmpty: true, MenuProps: { slotProps: { paper: { sx: { maxHeight: 320 } } } } } },
        options: [
          { value: '', label: t('timeZoneOfBrowser', { zone: browserTimeZone() }) },
          ...timeZoneNames().map((zone) => ({ value: zone, label: zone })),
        ],
      })}
      <ThemeChoice />
      <AccountPush />
      <AccountSecurity />
    </DrawerForm>
  )
}

/** Saves the account, shows a success message, then reloads the page. */
function useSaveAccount(onDone: () => void) {
  const { t, i18n } = useTranslation(['account', 'errors'])
  const notify = useNotify()
  const update = useUpdateAccount()
  const save = async (values: AccountForm) => {
    notify.info(t('saving'))
    try {
      await update.mutateAsync(toUpdate(values))
    } catch (error) {
      notify.failure(error)
      return
    }
    notify.success(t('errors:success', { subject: t('subject'), done: t('errors:done.updated') }))
    if (values.locale !== i18n.language) await changeLanguage(i18n, values.locale)
    onDone()
    setTimeout(() => browser.reload(), LIMITS.snackbarSuccessMs)
  }
  return { save, isSaving: update.isPending }
}

const MODES = ['system', 'light', 'dark'] as const
type Mode = (typeof MODES)[number]

/** Choice of system, light or dark theme. It takes effect immediately and is stored in this browser, not in the account. */
function ThemeChoice() {
  const { t } = useTranslation('shell')
  const { mode = 'system', setMode } = useColorScheme()
  return (
    <Stack gap={0.5}>
      <Text component="p" size="caption" weight="medium" id="theme-choice">
        {t('nightMode.title')}
      </Text>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={mode}
        aria-labelledby="theme-choice"
        onChange={(_event, next: Mode | null) => next && setMode(next)}
      >
        {MODES.map((choice) => (
          <ToggleButton key={choice} value={choice}>
            {t(`nightMode.${choice}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Stack>
  )
}
