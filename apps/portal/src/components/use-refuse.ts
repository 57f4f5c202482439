import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isChangedSince, refusedFields } from '../lib/api/api-error.js'
import { useNotify } from './notifications/use-notify.js'

type FieldOf<Form> = (name: string) => Path<Form & FieldValues> | undefined

/**
 * Puts what the API refused at its fields of a form; `fieldOf` knows where a name of the API stands.
 * @returns those fields; none where the refusal is about something else
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
  // One focus: a field that loses it again is judged anew, and would forget what was refused.
  refused.forEach(({ field, message }, nth) => form.setError(field, { message }, { shouldFocus: nth === 0 }))
  return refused.map(({ field }) => field)
}

interface Refusals<Form extends FieldValues> {
  /** Fields of the form whose name on the wire is another one. */
  fields?: Readonly<Record<string, Path<Form>>>
  /** What is changed, read again, as the form shows it. Absent: nothing is changed, or whatever it was before does not matter. */
  reread?: () => Promise<Form>
  /** Says of any other failure what failed; absent: the generic sentence. */
  otherwise?: (error: unknown) => void
}

/**
 * What becomes of a form that could not be saved. A refusal stands at its field. Where somebody was quicker the newest state comes
 * into the form below what was typed, and the next saving is about that state (G-29).
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

/** Shows this state, except where somebody typed something else since the state before it. */
function bringIn<Form extends FieldValues>(form: UseFormReturn<Form>, newest: Form): void {
  const before: Readonly<Record<string, unknown>> = form.formState.defaultValues ?? {}
  const typed = Object.entries(form.getValues()).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
  form.reset(newest)
  for (const [name, value] of typed)
    form.setValue(name as Path<Form>, value as PathValue<Form, Path<Form>>, { shouldDirty: true })
}
