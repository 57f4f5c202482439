import Autocomplete from '@mui/material/Autocomplete'
import { useState } from 'react'
import { inReadersOrder } from '../lib/search-text.js'
import { Field } from './field.js'

interface WordFieldProps {
  label: string
  value: string
  options: readonly { name: string }[]
  onChange: (value: string) => void
  onBlur?: () => void
  /**
   * Conversion for words whose stored form differs from the displayed one. `shown` translates a stored word. `kept` returns
   * the stored form of a typed word.
   */
  words?: { shown: (kept: string) => string; kept: (typed: string) => string }
  inputRef?: React.Ref<HTMLInputElement>
  errorText?: string
  helperText?: string
  isOptional?: boolean
}

const asItIs = (word: string) => word
const AS_THEY_ARE = { shown: asItIs, kept: asItIs }

/**
 * Field that offers words that other users have used. It also accepts other words, so that values from before the catalogue
 * existed can stay.
 */
export function WordField({ label, value, options, onChange, onBlur, inputRef, words = AS_THEY_ARE, ...field }: WordFieldProps) {
  const [typed, setTyped] = useState(() => words.shown(value))
  // Shows the typed text as long as its stored form is the present value.
  const text = words.kept(typed) === value ? typed : words.shown(value)
  return (
    <Autocomplete
      freeSolo
      autoHighlight
      options={options.map(({ name }) => words.shown(name)).toSorted(inReadersOrder)}
      inputValue={text}
      value={text}
      onInputChange={(_event, next) => {
        setTyped(next)
        onChange(words.kept(next))
      }}
      onBlur={onBlur}
      renderInput={(params) => <Field {...params} {...field} label={label} inputRef={inputRef} />}
    />
  )
}
