import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isChangedSince, refusedFields } from '../lib/api/api-error.js'
import { useNotify } from './notifications/use-notify.js'

type FieldOf<Form> = (name: string) => Path<Form & FieldValues> | undefined

/**
 * Shows the API's errors at the fields of a form. `fieldOf` maps an API name to a field.
 * @returns the fields with an error, or an empty list if the API rejected something else
 */
export function refuseInto<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  error: unknown,
  fieldOf: FieldOf<Form> = (name) => (name in form.getValues() ? (name as Path<Form>) : undefined),
): Path<Form>[] {
  const refused = Object.entries(refusedFields(error)).flatMap(([name, message]) => {
    const field = fieldOf(name)
    return field === undefined ? [] : { field, message }
  })
  // Focuses only the first of these fields. If several were focused one after the other, each field that loses the focus
  // would be validated again and lose its error.
  refused.forEach(({ field, message }, nth) => form.setError(field, { message }, { shouldFocus: nth === 0 }))
  return refused.map(({ field }) => field)
}

interface Refusals<Form extends FieldValues> {
  /** Form fields whose API name differs. */
  fields?: Readonly<Record<string, Path<Form>>>
  /** Fetches the edited row again, as form values. Omitted for new rows, or if concurrent changes do not matter. */
  reread?: () => Promise<Form>
  /** Reports any other failure. By default the generic message is shown. */
  otherwise?: (error: unknown) => void
}

/**
 * Handles a form that could not be saved. A rejection is shown at its field. If another user saved first, the newest values are
 * loaded into the form, typed input is kept, and the next save is based on the newest version (G-29).
 */
export function useRefuse<Form extends FieldValues>(form: UseFormReturn<Form>, refusals: Refusals<Form> = {}) {
  const { t } = useTranslation()
  const notify = useNotify()
  const { fields = {}, reread, otherwise = notify.failure } = refusals
  return async (error: unknown): Promise<void> => {
    const known = refuseInto(form, error, (name) => fields[name] ?? (name in form.getValues() ? (name as Path<Form>) : undefined))
    if (known.length > 0) return
    if (!isChangedSince(error) || !reread) return otherwise(error)
    try {
      bringIn(form, await reread())
      notify.warning(t('changedSince'))
    } catch (cause) {
      otherwise(cause)
    }
  }
}

/** Shows the newest values, except in fields that the user has changed. */
function bringIn<Form extends FieldValues>(form: UseFormReturn<Form>, newest: Form): void {
  const before: Readonly<Record<string, unknown>> = form.formState.defaultValues ?? {}
  const typed = Object.entries(form.getValues()).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
  form.reset(newest)
  for (const [name, value] of typed)
    form.setValue(name as Path<Form>, value as PathValue<Form, Path<Form>>, { shouldDirty: true })
}
