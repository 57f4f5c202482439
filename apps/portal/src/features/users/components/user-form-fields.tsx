import { zodResolver } from '@hookform/resolvers/zod'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { BusinessPicker } from '../../../components/businesses/business-picker.js'
import { Field } from '../../../components/field.js'
import { useRuntimeConfig } from '../../../config/runtime-config.js'
import { LANGUAGES } from '../../../i18n/languages.js'
import { rolesQuery, SUPER_ADMIN } from '../../../lib/roles/roles-query.js'
import { useSession } from '../../../lib/session/session.js'
import { useSaveUser } from '../use-save-user.js'
import { userFormSchema, type UserForm } from '../user-form.js'
import type { User } from '../user.js'
import { NamesakeNotice } from './namesake-notice.js'
import { PasswordField } from './password-field.js'
import type { Secret } from './secret-dialog.js'

interface UserFormFieldsProps {
  /** Of the form, for the button outside of it. */
  formId: string
  /** Absent: a new one. */
  user?: User
  values: UserForm
  onSaving: (isSaving: boolean) => void
  onSecret: (secret: Secret) => void
  onRestore: (user: User) => void
  onDone: () => void
}

/** Role and business, then the person, then the way in. */
export function UserFormFields({ formId, user, values, onSaving, onSecret, onRestore, onDone }: UserFormFieldsProps) {
  const { t } = useTranslation(['users', 'common'])
  const { accounts } = useRuntimeConfig()
  const { user: self } = useSession()
  const { data: roles = [] } = useQuery(rolesQuery)
  const form = useForm<UserForm>({ resolver: zodResolver(userFormSchema), defaultValues: values, mode: 'onTouched' })
  const { errors, isSubmitted } = form.formState
  const saveUser = useSaveUser(form, user, onSecret)
  const isOwn = user?.id === self.id
  const [role, email] = useWatch({ control: form.control, name: ['role_name', 'email'] })
  const isAdmin = role === SUPER_ADMIN
  const save = form.handleSubmit(async (wanted) => {
    onSaving(true)
    const isSaved = await saveUser(wanted)
    onSaving(false)
    if (isSaved) onDone()
  })
  const errorOf = (name: keyof UserForm) => {
    const message = errors[name]?.message
    return message?.startsWith('form.errors.') ? t(message as 'form.errors.email') : message
  }
  const text = (name: Exclude<keyof UserForm, 'parent' | 'invite'>, label: string, isOptional = false) => (
    <Field
      label={label}
      isOptional={isOptional}
      errorText={errorOf(name)}
      slotProps={{ htmlInput: { autoComplete: 'off' } }}
      {...form.register(name)}
    />
  )
  return (
    <Box component="form" id={formId} noValidate onSubmit={(event) => void save(event)} sx={{ display: 'grid', gap: 2.5 }}>
      {isSubmitted && Object.keys(errors).length > 0 && (
        <Typography variant="caption" color="error" role="alert">
          {t('form.fillAll')}
        </Typography>
      )}
      <Controller
        control={form.control}
        name="role_name"
        render={({ field: { ref, ...field } }) => (
          <Field
            select
            label={t('fields.role')}
            disabled={isOwn}
            helperText={isOwn ? t('form.ownRole') : undefined}
            errorText={errorOf('role_name')}
            inputRef={ref}
            slotProps={{ select: { renderValue: (key) => roles.find((role) => role.key === key)?.name ?? String(key) } }}
            {...field}
          >
            {roles.map(({ key, name, missing_permission: permission }) => (
              <MenuItem key={key} value={key} disabled={permission !== null}>
                <ListItemText
                  primary={name}
                  secondary={permission === null ? undefined : t('common:missingRight', { permission })}
                  sx={{ m: 0 }}
                />
              </MenuItem>
            ))}
          </Field>
        )}
      />
      {isAdmin ? (
        <Typography variant="body2" color="textSecondary">
          {t('form.noBusiness')}
        </Typography>
      ) : (
        <Controller
          control={form.control}
          name="parent"
          render={({ field }) => (
            <BusinessPicker
              label={t('fields.business')}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              inputRef={field.ref}
              isDisabled={isOwn}
              error={errorOf('parent')}
            />
          )}
        />
      )}
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 2, alignItems: 'start' }}>
        {text('first_name', t('fields.firstName'))}
        {text('last_name', t('fields.lastName'))}
      </Box>
      {text('email', t('fields.email'))}
      <NamesakeNotice email={email} ownId={user?.id} onRestore={onRestore} />
      <Controller
        control={form.control}
        name="locale"
        render={({ field: { ref, ...field } }) => (
          <Field select label={t('fields.locale')} inputRef={ref} {...field}>
            {LANGUAGES.map(({ key, name }) => (
              <MenuItem key={key} value={key} lang={key}>
                {name}
              </MenuItem>
            ))}
          </Field>
        )}
      />
      {!user && accounts.are_made && (
        <Controller
          control={form.control}
          name="password"
          render={({ field }) => <PasswordField value={field.value} onChange={field.onChange} errorText={errorOf('password')} />}
        />
      )}
      {!user && accounts.are_mailed && (
        <FormControlLabel
          control={<Checkbox defaultChecked={values.invite} {...form.register('invite')} />}
          label={t('form.invite')}
          slotProps={{ typography: { variant: 'body2' } }}
          sx={{ m: 0, ml: -1 }}
        />
      )}
      <Typography variant="h2" component="h3" sx={{ mt: 1 }}>
        {t('form.contact')}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 2, alignItems: 'start' }}>
        {text('phone', t('fields.phone'), true)}
        {text('telephone', t('fields.telephone'), true)}
      </Box>
      {text('address', t('fields.address'), true)}
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '2fr 3fr' }, gap: 2, alignItems: 'start' }}>
        {text('postcode', t('fields.postcode'), true)}
        {text('city', t('fields.city'), true)}
      </Box>
    </Box>
  )
}
