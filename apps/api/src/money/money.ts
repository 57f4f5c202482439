/** Returns the number of decimals of a currency: two for the euro, none for the yen. */
export const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Converts 123450 EUR to `1234.50`: a plain number for other programs. */
export function inMajorUnits(minor: number, currency: string): string {
  const digits = digitsOf(currency)
  return (minor / 10 ** digits).toFixed(digits)
}
