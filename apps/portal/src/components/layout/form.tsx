import type { ComponentProps } from 'react'
import { Stack } from './layout.js'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit: () => unknown
  /** Gap between the fields, in steps of 8 px. */
  gap?: number
}

/** Form with its fields below each other. Each field shows its own errors. The browser's validation is off. */
export const Form = ({ onSubmit, ...form }: FormProps) => (
  <Stack
    component="form"
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
    {...form}
  />
)
