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
  /** Where words are shown otherwise than they are kept: what one is called in the reader's language, and what a typed one is kept as. */
  words?: { shown: (kept: string) => string; kept: (typed: string) => string }
  inputRef?: React.Ref<HTMLInputElement>
  errorText?: string
  helperText?: string
  isOptional?: boolean
}

const asItIs = (word: string) => word
const AS_THEY_ARE = { shown: asItIs, kept: asItIs }

/** A word that others have used, to choose, or a new one to write: what stood there before a catalogue may stay. */
export function WordField({ label, value, options, onChange, onBlur, inputRef, words = AS_THEY_ARE, ...field }: WordFieldProps) {
  const [typed, setTyped] = useState(() => words.shown(value))
  // What somebody types stays as typed while it means what is kept.
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
