import type { AttributeValue, Fix } from '@roadbook/contracts'

/** Stores a value without a column as an attribute, unless it is missing, empty or NaN. */
export function note(fix: Fix, name: string, value: AttributeValue | undefined): void {
  if (value === undefined || value === '' || Number.isNaN(value)) return
  const attributes = (fix.attributes ??= {})
  attributes[name] = value
}
