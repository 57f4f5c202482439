/**
 * Enter on a phone's keys leads to the next empty field of the step, and from the last one on to the next step: no tap between
 * two words. Lists keep their Enter, which chooses. Answers whether there was a field to go to.
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
