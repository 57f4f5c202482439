import Autocomplete from '@mui/material/Autocomplete'
import { Controller, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '../../components/field.js'
import type { RuleForm } from './alert-rule-form-values.js'

interface NamesFieldProps {
  control: Control<RuleForm>
  name: 'geofences' | 'tags' | 'users'
  label: string
  hint?: string
  errorText?: string
  options: readonly { id: number; name: string }[] | undefined
  isReadOnly?: boolean
}

/**
 * Field for any number of named items. Items that were chosen earlier stay visible even if they are no longer among the
 * options.
 */
export function NamesField({ control, name, label, hint, errorText, options, isReadOnly }: NamesFieldProps) {
  const { t } = useTranslation('alertRules')
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => {
        const unlisted = field.value.filter(({ id }) => !options?.some((one) => one.id === id))
        return (
          <Autocomplete
            multiple
            disableCloseOnSelect
            readOnly={isReadOnly}
            loading={options === undefined}
            options={[...unlisted, ...(options ?? [])]}
            value={field.value}
            getOptionLabel={(option) => option.name}
            getOptionKey={({ id }) => id}
            isOptionEqualToValue={(option, one) => option.id === one.id}
            onChange={(_event, next) => field.onChange(next.map(({ id, name: chosen }) => ({ id, name: chosen })))}
            onBlur={field.onBlur}
            openText={t('list.open')}
            closeText={t('list.close')}
            clearText={t('list.clear')}
            noOptionsText={t('list.none')}
            loadingText={t('list.loading')}
            renderInput={(params) => (
              <Field {...params} isOptional label={label} inputRef={field.ref} helperText={hint} errorText={errorText} />
            )}
          />
        )
      }}
    />
  )
}
