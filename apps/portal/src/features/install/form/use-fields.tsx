import type { ReactNode } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field, type FieldOption, type FieldProps } from '../../../components/field.js'
import { Span } from '../../../components/layout/text.js'
import { type InstallField, type InstallForm, isOwnMessage } from './install-form.js'

export type InstallFormApi = UseFormReturn<InstallForm>

type TextField = Exclude<
  InstallField,
  'tags' | 'tag_groups' | 'business_id' | 'maintenance_plan_id' | 'subscription_id' | 'user_target'
>
interface TextOptions {
  isOptional?: boolean
  hint?: string
  /** Keyboard type on a phone. */
  mode?: 'numeric' | 'email' | 'tel'
  /** `words` for names, `characters` for plates and frame numbers. */
  capitals?: 'words' | 'characters'
  /** Element at the end of the field. */
  adornment?: ReactNode
}

/** Option for choosing nothing. */
export const NONE = ''
type ChoiceField = 'locale' | 'vehicle_type' | 'business_id' | 'maintenance_plan_id' | 'subscription_id'

/** Returns translated errors and renderers for the form's text fields and select fields. */
export function useFields(form: InstallFormApi) {
  const { t } = useTranslation('install')
  const unchosen = useUnchosen()
  const { errors } = form.formState
  const errorOf = (name: InstallField) => {
    const message = errors[name]?.message
    return message !== undefined && isOwnMessage(message) ? t(message) : message
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
  const choice = (name: ChoiceField, label: string, options: readonly FieldOption[], more?: FieldProps) => (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { ref, value, onChange, ...field } }) => (
        <Field
          label={label}
          errorText={errorOf(name)}
          inputRef={ref}
          options={options}
          value={options.some((option) => option.value === value) ? value : NONE}
          slotProps={options.some((option) => option.value === NONE) ? undefined : unchosen(options)}
          onChange={({ target }) => onChange(target.value === NONE ? null : target.value)}
          {...field}
          {...more}
        />
      )}
    />
  )
  return { errorOf, text, choice }
}

/** Returns properties for a select without an empty option. It shows a prompt until something is chosen. */
export function useUnchosen(): (options: readonly FieldOption[]) => NonNullable<FieldProps['slotProps']> {
  const { t } = useTranslation('install')
  return (options) => ({
    inputLabel: { shrink: true },
    select: {
      displayEmpty: true,
      renderValue: (shown) =>
        options.find((option) => option.value === shown)?.label ?? <Span tone="tertiary">{t('options.choose')}</Span>,
    },
  })
}

/** Returns the translated texts of the autocomplete lists. */
export function useListWords() {
  const { t } = useTranslation('install')
  return {
    loadingText: t('options.loading'),
    noOptionsText: t('options.none'),
    openText: t('options.open'),
    closeText: t('options.close'),
    clearText: t('options.clear'),
  }
}
