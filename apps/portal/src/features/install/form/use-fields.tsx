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
  /** Which keys a phone shows. */
  mode?: 'numeric' | 'email' | 'tel'
  /** Names with a capital each, numbers of vehicles in capitals throughout. */
  capitals?: 'words' | 'characters'
  /** At the end of the field. */
  adornment?: ReactNode
}

/** The choice of nothing, where there is one. */
export const NONE = ''
type ChoiceField = 'locale' | 'vehicle_type' | 'business_id' | 'maintenance_plan_id' | 'subscription_id'

/** Errors in the reader's language, and the fields of the form: words to write, and one of a few to choose. */
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

/** Of a list without a choice of nothing: what to do stands in it until something is chosen. */
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

/** What the lists to choose from say in the reader's language. */
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
