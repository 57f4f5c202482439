import { digitsOf } from '../../../money/index.js'

/**
 * How many digits each counts behind the point: two of every currency that is not here, whatever is customary where it is used. The
 * króna and the Ugandan shilling lost their hundredths and keep them at Stripe.
 * @source https://docs.stripe.com/currencies#zero-decimal, #three-decimal, #special-cases; https://docs.mollie.com/docs/multicurrency
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

/** An amount that a provider cannot be asked for, or that is none. */
export class UnspeakableAmount extends RangeError {
  override name = 'UnspeakableAmount'
}

/** In another smallest unit; nothing is rounded. */
function inUnits(amount: number, moreDigits: number, currency: string): number {
  const shifted = moreDigits < 0 ? amount / 10 ** -moreDigits : amount * 10 ** moreDigits
  if (!Number.isSafeInteger(shifted) || shifted < 0) throw new UnspeakableAmount(`${amount} of ${currency}`)
  return shifted
}

/** @throws UnspeakableAmount for what Stripe does not take: of three digits the last is always 0 */
export function toStripe(minor: number, currency: string): number {
  const digits = digitsAt('stripe', currency)
  const amount = inUnits(minor, digits - digitsOf(currency), currency)
  if (digits === 3 && amount % 10 !== 0) throw new UnspeakableAmount(`${minor} of ${currency}`)
  return amount
}

/** @throws UnspeakableAmount for what is no whole number of our smallest unit */
export const fromStripe = (amount: number, currency: string): number =>
  inUnits(amount, digitsOf(currency) - digitsAt('stripe', currency), currency)

/**
 * 123450 EUR → `1234.50`, 500 JPY → `500`: exactly the digits that Mollie wants.
 * @throws UnspeakableAmount for what is no whole number of its smallest unit
 * @source https://docs.mollie.com/reference/common-data-types#amount-object
 */
export function toMollie(minor: number, currency: string): string {
  const digits = digitsAt('mollie', currency)
  const text = String(inUnits(minor, digits - digitsOf(currency), currency)).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** @throws UnspeakableAmount for what is no amount as Mollie writes it */
export function fromMollie(value: string, currency: string): number {
  const digits = digitsAt('mollie', currency)
  const matches = (digits === 0 ? /^\d{1,12}$/ : /^\d{1,12}\.\d\d$/).test(value)
  if (!matches) throw new UnspeakableAmount(`${value} of ${currency}`)
  return inUnits(Number(value.replace('.', '')), digitsOf(currency) - digits, currency)
}
