import Autocomplete from '@mui/material/Autocomplete'
import { Controller } from 'react-hook-form'
import { Field } from '../../../../components/field.js'
import type { InstallForm } from '../../form/install-form.js'
import { type InstallFormApi, useFields, useListWords } from '../../form/use-fields.js'

interface ChipsFieldProps {
  form: InstallFormApi
  name: 'tags' | 'tag_groups'
  label: string
  hint?: string
  options: readonly { id: number; name: string }[] | undefined
}

/** Field for any number of tags or tag groups. */
export function ChipsField({ form, name, label, hint, options = [] }: ChipsFieldProps) {
  const words = useListWords()
  const { errorOf } = useFields(form)
  return (
    <Controller<InstallForm, typeof name>
      control={form.control}
      name={name}
      render={({ field }) => (
        <Autocomplete
          multiple
          disableCloseOnSelect
          options={options}
          value={options.filter(({ id }) => field.value.includes(id))}
          getOptionLabel={(option) => option.name}
          getOptionKey={({ id }) => id}
          isOptionEqualToValue={(option, one) => option.id === one.id}
          onChange={(_event, next) => field.onChange(next.map(({ id }) => id))}
          onBlur={field.onBlur}
          {...words}
          renderInput={(params) => (
            <Field {...params} isOptional label={label} inputRef={field.ref} helperText={hint} errorText={errorOf(name)} />
          )}
        />
      )}
    />
  )
}
