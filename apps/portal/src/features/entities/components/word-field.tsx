import Autocomplete from '@mui/material/Autocomplete'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../components/field.js'

interface WordFieldProps {
  label: string
  value: string
  options: readonly { name: string }[]
  onChange: (value: string) => void
  onBlur?: () => void
  inputRef?: React.Ref<HTMLInputElement>
  errorText?: string
  helperText?: string
  isOptional?: boolean
}

/** A word of the catalogue, to choose or to write: what stood on a vehicle before the catalogue may stay. */
export function WordField({ label, value, options, onChange, onBlur, inputRef, ...field }: WordFieldProps) {
  const { t } = useTranslation('entities')
  return (
    <Autocomplete
      freeSolo
      autoHighlight
      options={options.map(({ name }) => name)}
      inputValue={value}
      value={value}
      onInputChange={(_event, next) => onChange(next)}
      onBlur={onBlur}
      noOptionsText={t('form.noOptions')}
      renderInput={(params) => <Field {...params} {...field} label={label} inputRef={inputRef} />}
    />
  )
}
