import type { ComponentProps } from 'react'
import { Stack } from './layout.js'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit: () => unknown
  /** Between its fields, in steps of 8 px. */
  gap?: number
}

/** Fields below each other that are sent together; what is wrong in them is told by themselves, not by the browser. */
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
