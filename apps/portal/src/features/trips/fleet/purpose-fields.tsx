import type { ReactNode } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { FieldProps } from '../../../components/field.js'
import { formTexts } from '../../../components/form-texts.js'
import { PURPOSES } from './use-trip-changes.js'

const MAX_DRIVER = 100
const MAX_NOTE = 250

/** Schema of the fields about a trip's purpose. The inputs have the API's length limits. */
export const purposeShape = {
  purpose: z.enum([...PURPOSES, 'unsaid']),
  driver: z.string().trim(),
  note: z.string().trim(),
}
type Purpose = z.infer<z.ZodObject<typeof purposeShape>>

interface PurposeFieldsProps<Values extends Purpose> {
  form: UseFormReturn<Values>
  /** True if a purpose is required. */
  isSaid?: boolean
  /** Renders further fields, in the same way as these. */
  more?: (text: (name: FieldPath<Values>, field?: FieldProps) => ReactNode) => ReactNode
}

/** Fields for purpose, driver and note. */
export function PurposeFields<Values extends Purpose>({ form, isSaid = false, more }: PurposeFieldsProps<Values>) {
  const { t } = useTranslation('trips')
  const options = [...PURPOSES, ...(isSaid ? [] : ['unsaid' as const])]
  const { text, choice } = formTexts<Values>(form, {
    label: (name) => t(`purpose.${name}`),
    message: () => t('purpose.required'),
  })
  const name = (one: keyof Purpose) => one as FieldPath<Values>
  return (
    <>
      {choice(name('purpose'), {
        autoFocus: true,
        options: options.map((value) => ({ value, label: t(`purposes.${value}`) })),
      })}
      {text(name('driver'), { isOptional: true, slotProps: { htmlInput: { maxLength: MAX_DRIVER } } })}
      {text(name('note'), { isOptional: true, slotProps: { htmlInput: { maxLength: MAX_NOTE } } })}
      {more?.(text)}
    </>
  )
}
