import { minorDigits } from './numbers.js'

/**
 * Currencies that forms offer: those of the countries where the bikes are sold. Another currency that is already set is
 * offered, too.
 */
export const CURRENCIES = ['EUR', 'CHF', 'CZK', 'DKK', 'GBP', 'NOK', 'PLN', 'SEK', 'USD']

/** Amount as people type it: with a comma or point before at most two decimals. */
export const AMOUNT = /^\d{1,6}([.,]\d{1,2})?$/
/** Returns whether the text is an amount in a currency, without more decimals than the currency has. */
export function isAmount(text: string, currency: string): boolean {
  const digits = minorDigits(currency)
  return (digits === 0 ? /^\d{1,9}$/ : new RegExp(`^\\d{1,6}([.,]\\d{1,${digits}})?$`)).test(text)
}
export const amountOf = (text: string) => Number(text.replace(',', '.'))

/** Converts a typed amount to the currency's smallest unit. */
export const toMinor = (text: string, currency: string): number => Math.round(amountOf(text) * 10 ** minorDigits(currency))
export const fromMinor = (minor: number | null, currency: string): string =>
  minor === null ? '' : (minor / 10 ** minorDigits(currency)).toFixed(minorDigits(currency))
