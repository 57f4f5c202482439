import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { Field, type FieldProps } from './field.js'

/** A form's own words: the label of a field by its name, and a message of its schema by its key. */
interface FormWords<Values extends FieldValues> {
  label: (name: FieldPath<Values>) => string
  message: (key: string) => string
}

/** The schema answers with keys of the texts, the API with whole sentences. */
const isKey = (message: string) => /^(form|errors)\.[\w.]+$/.test(message)

/** What the fields of one form have in common: `text('city')` is the whole field, `errorOf('city')` what is wrong with it. */
export function formTexts<Values extends FieldValues>(form: UseFormReturn<Values>, { label, message }: FormWords<Values>) {
  const errorOf = (name: FieldPath<Values>): string | undefined => {
    const said = form.getFieldState(name, form.formState).error?.message
    return said !== undefined && isKey(said) ? message(said) : said
  }
  const text = (name: FieldPath<Values>, more?: FieldProps) => (
    <Field label={label(name)} errorText={errorOf(name)} {...more} {...form.register(name)} />
  )
  return { text, errorOf }
}
