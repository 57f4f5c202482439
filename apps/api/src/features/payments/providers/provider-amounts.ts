import { digitsOf } from '../../../money/index.js'

/**
 * Number of decimals of currencies at each provider. Currencies that are not listed have two decimals at the provider, even
 * if they are usually written without decimals. Stripe, for example, requires two for the króna and the Ugandan shilling,
 * although neither has hundredths today.
 * @source https://docs.stripe.com/currencies#zero-decimal, #three-decimal, #special-cases;
 * https://docs.mollie.com/docs/multicurrency
 */
const DIGITS = {
  stripe: {
    0: 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
    3: 'BHD JOD KWD OMR TND'.split(' '),
  },
  mollie: { 0: ['ISK', 'JPY'], 3: [] as string[] },
}
const digitsAt = (at: keyof typeof DIGITS, currency: string) =>
  DIGITS[at][0].includes(currency) ? 0 : DIGITS[at][3].includes(currency) ? 3 : 2

/** Error for an amount that is invalid or that a provider does not accept. */
export class UnspeakableAmount extends RangeError {
  override name = 'UnspeakableAmount'
}

/** Converts an amount to the smallest unit of a provider. Throws instead of rounding. */
function inUnits(amount: number, moreDigits: number, currency: string): number {
  const shifted = moreDigits < 0 ? amount / 10 ** -moreDigits : amount * 10 ** moreDigits
  if (!Number.isSafeInteger(shifted) || shifted < 0) throw new UnspeakableAmount(`${amount} of ${currency}`)
  return shifted
}

/** @throws UnspeakableAmount for an amount that Stripe refuses. In a currency with three decimals, the last must be 0. */
export function toStripe(minor: number, currency: string): number {
  const digits = digitsAt('stripe', currency)
  const amount = inUnits(minor, digits - digitsOf(currency), currency)
  if (digits === 3 && amount % 10 !== 0) throw new UnspeakableAmount(`${minor} of ${currency}`)
  return amount
}

/** @throws UnspeakableAmount when the amount is not a whole number of our smallest unit */
export const fromStripe = (amount: number, currency: string): number =>
  inUnits(amount, digitsOf(currency) - digitsAt('stripe', currency), currency)

/**
 * Formats an amount with exactly the decimals that Mollie requires. Examples: 123450 EUR → `1234.50`, 500 JPY → `500`.
 * @throws UnspeakableAmount when the amount is not a whole number of Mollie's smallest unit
 * @source https://docs.mollie.com/reference/common-data-types#amount-object
 */
export function toMollie(minor: number, currency: string): string {
  const digits = digitsAt('mollie', currency)
  const text = String(inUnits(minor, digits - digitsOf(currency), currency)).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** @throws UnspeakableAmount when the value does not have Mollie's format */
export function fromMollie(value: string, currency: string): number {
  const digits = digitsAt('mollie', currency)
  const matches = (digits === 0 ? /^\d{1,12}$/ : /^\d{1,12}\.\d\d$/).test(value)
  if (!matches) throw new UnspeakableAmount(`${value} of ${currency}`)
  return inUnits(Number(value.replace('.', '')), digitsOf(currency) - digits, currency)
}
