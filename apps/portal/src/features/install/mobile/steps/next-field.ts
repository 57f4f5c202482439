/**
 * Moves the focus to the next empty field of the step, so that Enter on a phone's keyboard works like a tap on that field.
 * Leaves out comboboxes, because in them Enter chooses an option. Returns false if there is no such field.
 */
export function focusNextField(from: HTMLElement, container: HTMLElement): boolean {
  const fields = [
    ...container.querySelectorAll<HTMLInputElement>('input:not([type=radio], [type=checkbox], [role=combobox], [aria-hidden])'),
  ]
  const next = fields
    .slice(fields.findIndex((field) => field === from) + 1)
    .find((field) => field.value === '' && !field.disabled)
  next?.focus()
  return next !== undefined
}
