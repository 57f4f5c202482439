import { zodResolver } from '@hookform/resolvers/zod'
import Alert from '@mui/material/Alert'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import InputAdornment from '@mui/material/InputAdornment'
import { useQuery } from '@tanstack/react-query'
import { Copy, Eye, EyeOff, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ActionButton } from '../../../components/action-button.js'
import { Field, type FieldProps } from '../../../components/field.js'
import type { InDrawer } from '../../../components/form-drawer.js'
import { formTexts } from '../../../components/form-texts.js'
import { FieldPair, Form, Wrong, Hint, Text } from '../../../components/layout/index.js'
import { useCopy } from '../../../components/notifications/use-copy.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { useRuntimeConfig } from '../../../config/runtime-config.js'
import { LANGUAGES, isLanguageKey } from '../../../i18n/languages.js'
import { rolesQuery, SUPER_ADMIN } from '../../../lib/roles/roles-query.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { useSession } from '../../../lib/session/session.js'
import { useLater } from '../../../lib/use-later.js'
import { namesakeQuery } from '../queries/user-queries.js'
import { generateTemporaryPassword } from '../temporary-password.js'
import { useSaveUser } from '../use-save-user.js'
import { emptyForm, toForm, userFormSchema, type UserForm } from '../user-form.js'
import type { User } from '../user.js'
import type { Secret } from './secret-dialog.js'

const LABELS = {
  first_name: 'firstName',
  last_name: 'lastName',
  email: 'email',
  phone: 'phone',
  telephone: 'telephone',
  address: 'address',
  postcode: 'postcode',
  city: 'city',
  locale: 'locale',
  role_name: 'role',
  parent: 'business',
  password: 'password',
  invite: 'email',
} as const satisfies Record<keyof UserForm, string>

interface UserFormFieldsProps extends InDrawer {
  /** Absent for a new user. */
  user?: User
  /** Business of a new user, if known. */
  businessId?: number
  onSecret: (secret: Secret) => void
  onRestore: (user: User) => void
  onDone: () => void
}

/** Fields for role and business, then the person, then sign-in. */
export function UserFormFields({ formId, during, user, businessId, onSecret, onRestore, onDone }: UserFormFieldsProps) {
  const { t, i18n } = useTranslation('users')
  const { user: self } = useSession()
  const { accounts } = useRuntimeConfig()
  const [values] = useState(() => {
    if (user) return toForm(user)
    const language = isLanguageKey(i18n.language) ? i18n.language : 'en'
    return emptyForm(businessId ?? self.business_id, language, accounts.are_made ? generateTemporaryPassword() : '')
  })
  const form = useForm<UserForm>({ resolver: zodResolver(userFormSchema), defaultValues: values, mode: 'onTouched' })
  const { errors, isSubmitted } = form.formState
  const saveUser = useSaveUser(form, user, onSecret)
  const email = useWatch({ control: form.control, name: 'email' })
  const save = form.handleSubmit(async (wanted) => {
    if (await during(saveUser(wanted))) onDone()
  })
  const { text, choice } = useUserTexts(form)
  return (
    <Form gap={2.5} id={formId} onSubmit={save}>
      {isSubmitted && Object.keys(errors).length > 0 && <Wrong>{t('form.fillAll')}</Wrong>}
      <PlaceFields form={form} user={user} />
      <FieldPair>
        {text('first_name')}
        {text('last_name')}
      </FieldPair>
      {text('email')}
      <NamesakeNotice email={email} ownId={user?.id} onRestore={onRestore} />
      {choice('locale', { options: LANGUAGES.map(({ key, name }) => ({ value: key, label: name, lang: key })) })}
      {!user && <WayInFields form={form} />}
      <Text component="h3" size="heading">
        {t('form.contact')}
      </Text>
      <FieldPair>
        {text('phone', { isOptional: true })}
        {text('telephone', { isOptional: true })}
      </FieldPair>
      {text('address', { isOptional: true })}
      <FieldPair uneven>
        {text('postcode', { isOptional: true })}
        {text('city', { isOptional: true })}
      </FieldPair>
    </Form>
  )
}

interface PartProps {
  form: UseFormReturn<UserForm>
}

function useUserTexts(form: UseFormReturn<UserForm>) {
  const { t } = useTranslation('users')
  const fields = formTexts(form, {
    label: (name) => t(`fields.${LABELS[name]}`),
    message: (key) => t(key as 'form.errors.email'),
  })
  const text = (name: keyof UserForm, more?: FieldProps) =>
    fields.text(name, { slotProps: { htmlInput: { autoComplete: 'off' } }, ...more })
  return { ...fields, text }
}

/** Fields for role and business. Users cannot change their own role and business. */
function PlaceFields({ form, user }: PartProps & { user?: User }) {
  const { t } = useTranslation(['users', 'common'])
  const { user: self } = useSession()
  const { data: roles = [] } = useQuery(rolesQuery)
  const { choice, business } = useUserTexts(form)
  const role = useWatch({ control: form.control, name: 'role_name' })
  const isOwn = user?.id === self.id
  return (
    <>
      {choice('role_name', {
        disabled: isOwn,
        helperText: isOwn ? t('form.ownRole') : undefined,
        options: roles.map(({ key, name, missing_permission: permission }) => ({
          value: key,
          label: name,
          disabledBecause: permission === null ? undefined : t('common:missingRight', { permission }),
        })),
      })}
      {role === SUPER_ADMIN ? <Hint>{t('form.noBusiness')}</Hint> : business('parent', { isDisabled: isOwn })}
    </>
  )
}

/**
 * Fields for a new user's sign-in: a password to hand over, an invitation by mail, or both, depending on the installation's
 * accounts.
 */
function WayInFields({ form }: PartProps) {
  const { t } = useTranslation('users')
  const { accounts } = useRuntimeConfig()
  const { errorOf } = useUserTexts(form)
  return (
    <>
      {accounts.are_made && (
        <Controller
          control={form.control}
          name="password"
          render={({ field }) => <PasswordField value={field.value} onChange={field.onChange} errorText={errorOf('password')} />}
        />
      )}
      {accounts.are_mailed && (
        <FormControlLabel
          control={<Checkbox defaultChecked={form.formState.defaultValues?.invite} {...form.register('invite')} />}
          label={t('form.invite')}
          slotProps={{ typography: { variant: 'body2' } }}
        />
      )}
    </>
  )
}

interface NamesakeNoticeProps {
  email: string
  /** ID of the edited user. This user's own e-mail address is not reported as taken. */
  ownId?: number
  onRestore: (user: User) => void
}

/** Shows while typing which user already has this e-mail address. A deleted user can be restored instead. */
function NamesakeNotice({ email, ownId, onRestore }: NamesakeNoticeProps) {
  const { t } = useTranslation('users')
  const asked = useLater(email)
  const missingRight = useMissingRight('delete:user')
  const isAddress = z.email().safeParse(asked).success && !/[;,]/.test(asked)
  const { data: user } = useQuery({ ...namesakeQuery(asked), enabled: isAddress })
  if (!isAddress || !user || user.id === ownId) return null
  if (user.deleted_at === null) return <Alert severity="error">{t('form.taken', { name: user.name })}</Alert>
  return (
    <Alert
      severity="warning"
      action={
        <ActionButton size="small" disabledBecause={missingRight} label={t('actions.restore')} onClick={() => onRestore(user)} />
      }
    >
      {t('form.takenDeleted', { name: user.name })}
    </Alert>
  )
}

interface PasswordFieldProps {
  value: string
  onChange: (password: string) => void
  errorText?: string
}

/** Generated password of a new user: hidden until shown, with buttons to copy it or generate another. */
function PasswordField({ value, onChange, errorText }: PasswordFieldProps) {
  const { t } = useTranslation('users')
  const copy = useCopy(t('done.copied'))
  const [isShown, setIsShown] = useState(false)
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
              <TooltipIconButton label={t('form.copy')} icon={Copy} onClick={() => copy(value)} />
              <TooltipIconButton label={t('form.again')} icon={RefreshCw} onClick={() => onChange(generateTemporaryPassword())} />
            </InputAdornment>
          ),
        },
      }}
    />
  )
}
