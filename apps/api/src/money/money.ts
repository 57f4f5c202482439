/** How many digits a currency has behind the point: two of the euro, none of the yen. */
export const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** 123450 EUR → `1234.50`: a plain number for other programs. */
export function inMajorUnits(minor: number, currency: string): string {
  const digits = digitsOf(currency)
  return (minor / 10 ** digits).toFixed(digits)
}
