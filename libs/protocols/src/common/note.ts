import type { AttributeValue, Fix } from '@roadbook/contracts'

/** Stores a value without a column as an attribute. Missing, empty and NaN values are not stored. */
export function note(fix: Fix, name: string, value: AttributeValue | undefined): void {
  if (value === undefined || value === '' || Number.isNaN(value)) return
  const attributes = (fix.attributes ??= {})
  attributes[name] = value
}
