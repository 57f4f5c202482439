import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '../../components/field.js'
import type { InstallField, InstallForm } from './install-form.js'

export type InstallFormApi = UseFormReturn<InstallForm>

type TextField = Exclude<InstallField, 'tags' | 'tag_groups' | 'business_id' | 'maintenance_plan_id' | 'user_target'>
interface TextOptions {
  isOptional?: boolean
  hint?: string
  /** Which keys a phone shows. */
  mode?: 'numeric' | 'email' | 'tel'
  /** Names with a capital each, numbers of vehicles in capitals throughout. */
  capitals?: 'words' | 'characters'
  /** At the end of the field. */
  adornment?: ReactNode
}

/** Errors in the reader's language, and plain text fields of the form. */
export function useFields(form: InstallFormApi) {
  const { t } = useTranslation('install')
  const { errors } = form.formState
  const errorOf = (name: InstallField) => {
    const message = errors[name]?.message
    return message?.startsWith('errors.') ? t(message as 'errors.name') : message
  }
  const text = (name: TextField, label: string, { isOptional, hint, mode, capitals, adornment }: TextOptions = {}) => (
    <Field
      label={label}
      isOptional={isOptional}
      helperText={hint}
      errorText={errorOf(name)}
      slotProps={{
        input: { endAdornment: adornment },
        htmlInput: {
          autoComplete: 'off',
          inputMode: mode,
          enterKeyHint: 'next',
          autoCapitalize: capitals ?? (mode ? 'none' : undefined),
          ...(capitals === 'characters' && { autoCorrect: 'off', spellCheck: false }),
        },
      }}
      {...form.register(name)}
    />
  )
  return { errorOf, text }
}
