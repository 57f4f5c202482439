import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import type { ComponentType } from 'react'
import { Controller, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { BusinessPicker, type BusinessPickerProps } from './businesses/business-picker.js'
import { DateField } from './date-fields/date-field.js'
import type { MomentFieldProps } from './date-fields/moment-field.js'
import { TimeField } from './date-fields/time-field.js'
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
  const { control } = form
  const errorOf = (name: FieldPath<Values>): string | undefined => {
    const said = form.getFieldState(name, form.formState).error?.message
    return said !== undefined && isKey(said) ? message(said) : said
  }
  const text = (name: FieldPath<Values>, more?: FieldProps) => (
    <Field label={label(name)} errorText={errorOf(name)} {...more} {...form.register(name)} />
  )
  /** One of some `options`. */
  const choice = (name: FieldPath<Values>, more: FieldProps) => (
    <Controller
      control={control}
      name={name}
      render={({ field: { ref, ...field } }) => (
        <Field label={label(name)} errorText={errorOf(name)} inputRef={ref} {...more} {...field} />
      )}
    />
  )
  /** A day, or a time of the day. */
  const moment =
    <More extends MomentFieldProps>(Kind: ComponentType<More>) =>
    (name: FieldPath<Values>, more?: Partial<More>) => (
      <Controller
        control={control}
        name={name}
        render={({ field: { ref, ...field } }) => (
          <Kind {...({ label: label(name), errorText: errorOf(name), inputRef: ref, ...more, ...field } as unknown as More)} />
        )}
      />
    )
  const day = moment(DateField)
  const time = moment(TimeField)
  /** One of the businesses that this user sees. */
  const business = (name: FieldPath<Values>, more?: Partial<BusinessPickerProps>) => (
    <Controller
      control={control}
      name={name}
      render={({ field: { ref, value, onChange, onBlur } }) => (
        <BusinessPicker
          label={label(name)}
          error={errorOf(name)}
          inputRef={ref}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          {...more}
        />
      )}
    />
  )
  const tick = (name: FieldPath<Values>, labelOfTick: string) => (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, ref } }) => (
        <FormControlLabel
          control={<Checkbox checked={value === true} onChange={onChange} slotProps={{ input: { ref } }} />}
          label={labelOfTick}
        />
      )}
    />
  )
  return { text, choice, day, time, business, tick, errorOf }
}
