import Autocomplete from '@mui/material/Autocomplete'
import { Field } from './field.js'

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

/** A word that others have used, to choose, or a new one to write: what stood there before a catalogue may stay. */
export function WordField({ label, value, options, onChange, onBlur, inputRef, ...field }: WordFieldProps) {
  return (
    <Autocomplete
      freeSolo
      autoHighlight
      options={options.map(({ name }) => name)}
      inputValue={value}
      value={value}
      onInputChange={(_event, next) => onChange(next)}
      onBlur={onBlur}
      renderInput={(params) => <Field {...params} {...field} label={label} inputRef={inputRef} />}
    />
  )
}
