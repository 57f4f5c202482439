/** Returns the number of decimals of a currency. Examples: two for the euro, none for the yen. */
export const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Converts an amount to a plain number for other programs, for example 123450 EUR to `1234.50`. */
export function inMajorUnits(minor: number, currency: string): string {
  const digits = digitsOf(currency)
  return (minor / 10 ** digits).toFixed(digits)
}
