import { minorDigits } from './numbers.js'

/** Of the countries that bikes are sold in. One that something has besides stays to be chosen. */
export const CURRENCIES = ['EUR', 'CHF', 'CZK', 'DKK', 'GBP', 'NOK', 'PLN', 'SEK', 'USD']

/** An amount as people type it: with a comma or a point before its last two digits at most. */
export const AMOUNT = /^\d{1,6}([.,]\d{1,2})?$/
/** Whether what is typed is an amount of a currency, with as many digits behind the point as it has at most. */
export function isAmount(text: string, currency: string): boolean {
  const digits = minorDigits(currency)
  return (digits === 0 ? /^\d{1,9}$/ : new RegExp(`^\\d{1,6}([.,]\\d{1,${digits}})?$`)).test(text)
}
export const amountOf = (text: string) => Number(text.replace(',', '.'))

/** What is typed, in the smallest unit of the currency. */
export const toMinor = (text: string, currency: string): number => Math.round(amountOf(text) * 10 ** minorDigits(currency))
export const fromMinor = (minor: number | null, currency: string): string =>
  minor === null ? '' : (minor / 10 ** minorDigits(currency)).toFixed(minorDigits(currency))
