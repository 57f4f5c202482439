import Autocomplete from '@mui/material/Autocomplete'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../../components/field.js'
import type { InstallForm } from '../../form/install-form.js'
import { type InstallFormApi, useFields, useListWords } from '../../form/use-fields.js'

interface OptionFieldProps {
  form: InstallFormApi
  name: 'brand' | 'model' | 'color' | 'engine_brand' | 'engine_model' | 'power_unit'
  label: string
  options: readonly { name: string }[] | undefined
  isOptional?: boolean
  /** Explains why there is nothing to choose from yet. */
  disabledText?: string
  /** Returns an option's translation. By default options are shown unchanged. */
  wordOf?: (name: string) => string
  onChosen?: () => void
}

/** Field for an option of the catalogue, chosen or searched. Duplicate names are shown once. */
export function OptionField({ form, name, label, options, isOptional, disabledText, wordOf, onChosen }: OptionFieldProps) {
  const { t } = useTranslation('install')
  const words = useListWords()
  const { errorOf } = useFields(form)
  const names = [...new Set(options?.map((option) => option.name))]
  return (
    <Controller<InstallForm, typeof name>
      control={form.control}
      name={name}
      render={({ field }) => (
        <Autocomplete
          options={field.value === '' || names.includes(field.value) ? names : [field.value, ...names]}
          value={field.value || null}
          getOptionLabel={wordOf}
          disabled={disabledText !== undefined}
          loading={options === undefined}
          autoHighlight
          onChange={(_event, next) => {
            field.onChange(next ?? '')
            onChosen?.()
          }}
          onBlur={field.onBlur}
          {...words}
          renderInput={(params) => (
            <Field
              {...params}
              label={label}
              isOptional={isOptional}
              inputRef={field.ref}
              placeholder={disabledText ?? t('options.choose')}
              errorText={errorOf(name)}
            />
          )}
        />
      )}
    />
  )
}
