import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import type { ComponentType } from 'react'
import { Controller, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { BusinessPicker, type BusinessPickerProps } from './businesses/business-picker.js'
import { DateField } from './date-fields/date-field.js'
import type { MomentFieldProps } from './date-fields/moment-field.js'
import { TimeField } from './date-fields/time-field.js'
import { Field, type FieldProps } from './field.js'

/** Texts of a form: a field's label by its name, and a schema message by its key. */
interface FormWords<Values extends FieldValues> {
  label: (name: FieldPath<Values>) => string
  message: (key: string) => string
}

/** Distinguishes the schema's messages (text keys) from the API's (whole sentences). */
const isKey = (message: string) => /^(form|errors)\.[\w.]+$/.test(message)

/** Builds the fields of a form: `text('city')` returns the whole field, `errorOf('city')` its error. */
export function formTexts<Values extends FieldValues>(form: UseFormReturn<Values>, { label, message }: FormWords<Values>) {
  const { control } = form
  const errorOf = (name: FieldPath<Values>): string | undefined => {
    const said = form.getFieldState(name, form.formState).error?.message
    return said !== undefined && isKey(said) ? message(said) : said
  }
  const text = (name: FieldPath<Values>, more?: FieldProps) => (
    <Field label={label(name)} errorText={errorOf(name)} {...more} {...form.register(name)} />
  )
  /** Field to choose one of `options`. */
  const choice = (name: FieldPath<Values>, more: FieldProps) => (
    <Controller
      control={control}
      name={name}
      render={({ field: { ref, ...field } }) => (
        <Field label={label(name)} errorText={errorOf(name)} inputRef={ref} {...more} {...field} />
      )}
    />
  )
  /** Field for a day or a time of day. */
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
  /** Field to choose a business that the user can see. */
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
