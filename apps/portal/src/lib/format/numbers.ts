/** Non-breaking space between a number and its unit. */
export const NBSP = '\u00a0'

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Formats a whole number with comma thousands, rounded half up. */
export const formatCount = (value: number): string => whole.format(Math.floor(value + 0.5))

/** Returns the count for texts with a plural: the number, and its formatted form. */
export const counted = (count: number) => ({ count, shown: formatCount(count) })

/** Formats metres as whole kilometres without the unit: 12482300 → "12,482". */
export const formatKilometres = (metres: number): string => formatCount(metres / 1000)

/** Formats metres as kilometres with 0 decimals: "12,482 km". */
export const formatDistance = (metres: number): string => `${formatKilometres(metres)}${NBSP}km`

/** Formats metres, for the tooltip of a distance under one kilometre (G-98): "640 m". */
export const formatMetres = (metres: number): string => `${formatCount(metres)}${NBSP}m`

/** Groups digits in threes with spaces: "12 345". No language uses a space as a decimal separator. */
export const groupDigits = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, NBSP)

/** Formats metres exactly, in a form that means the same in every language: "12 345 km", "12 km 345 m". */
export function formatExactDistance(metres: number): string {
  const [kilometres, rest] = [Math.floor(metres / 1_000), metres % 1_000]
  const parts = [
    ...(kilometres > 0 || rest === 0 ? [`${groupDigits(String(kilometres))}${NBSP}km`] : []),
    ...(rest > 0 ? [`${rest}${NBSP}m`] : []),
  ]
  return parts.join(NBSP)
}

/** Formats a speed with 0 decimals: "18 km/h". */
export const formatSpeed = (kph: number): string => `${formatCount(kph)}${NBSP}km/h`

/** Formats a file size: "640 B", "48 kB", "3.2 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes}${NBSP}B`
  return bytes < 1_000_000 ? `${formatCount(bytes / 1_000)}${NBSP}kB` : `${(bytes / 1_000_000).toFixed(1)}${NBSP}MB`
}

/** Formats millivolts: "12.6 V". */
export const formatVolts = (millivolts: number): string => `${(millivolts / 1_000).toFixed(1)}${NBSP}V`

/** Formats a direction in whole degrees: "270°". */
export const formatHeading = (degrees: number): string => `${formatCount(degrees)}°`

const SYMBOLS: Record<string, string> = { EUR: '€', USD: '$', GBP: '£' }

/**
 * Formats money with 2 decimals, dot decimal, comma thousands, currency before: "€ 1,249.00". Also accepts the API's
 * decimal string.
 */
export const formatMoney = (amount: number | string, currency = 'EUR'): string =>
  `${SYMBOLS[currency] ?? currency}${NBSP}${cents.format(Number(amount))}`

/** Formats degrees with 6 decimals: "52.090700, 5.121400". */
export const formatCoordinates = (latitude: number, longitude: number): string =>
  `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`

/** Formats an IMEI in groups of three for reading. A copied IMEI has plain digits instead. */
export const formatImei = (imei: string): string => imei.replace(/(\d{3})(?=\d)/g, `$1${NBSP}`)

/** Returns the number of decimals of a currency: two for the euro, none for the yen. */
export const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Formats a price in the currency's smallest unit, ISO code in front (G-75): 123450 EUR → "EUR 1,234.50". */
export function formatPrice(minor: number, currency: string): string {
  const digits = minorDigits(currency)
  const amount = new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${currency}${NBSP}${amount.format(minor / 10 ** digits)}`
}
