import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '../../components/field.js'
import type { InstallField, InstallForm } from './install-form.js'

export type InstallFormApi = UseFormReturn<InstallForm>

/** Errors in the reader's language, and plain text fields of the form. */
export function useFields(form: InstallFormApi) {
  const { t } = useTranslation('install')
  const { errors } = form.formState
  const errorOf = (name: InstallField) => {
    const message = errors[name]?.message
    return message?.startsWith('errors.') ? t(message as 'errors.name') : message
  }
  type TextField = Exclude<InstallField, 'tags' | 'tag_groups' | 'business_id' | 'user_target'>
  const text = (
    name: TextField,
    label: string,
    more: { isOptional?: boolean; hint?: string; mode?: 'numeric' | 'email' } = {},
  ) => (
    <Field
      label={label}
      isOptional={more.isOptional}
      helperText={more.hint}
      errorText={errorOf(name)}
      slotProps={{ htmlInput: { autoComplete: 'off', inputMode: more.mode } }}
      {...form.register(name)}
    />
  )
  return { errorOf, text }
}
