import type { AttributeValue, Fix } from '@roadbook/contracts'

/** Keeps a value that has no column under its name, if there is one. */
export function note(fix: Fix, name: string, value: AttributeValue | undefined): void {
  if (value === undefined || value === '' || Number.isNaN(value)) return
  const attributes = (fix.attributes ??= {})
  attributes[name] = value
}
