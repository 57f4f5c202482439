import { formatDay, isDay } from '../../lib/day-range.js'

/**
 * Inserts the separators between the digits while the user types at the end of a field: "27" becomes "27-", "271" becomes "27-1".
 */
export function withSigns(before: string, typed: string, lengths: readonly number[], sign: string): string {
  // Leaves deleted and pasted text as it is.
  if (typed.length - before.length !== 1) return typed
  // Pads a single digit with a zero when the user types a separator after it.
  const padded = typed.replace(/(^|\D)(\d)[-./: h]$/, '$10$2')
  let rest = padded.replace(/\D/g, '')
  const parts: string[] = []
  for (const length of lengths) {
    parts.push(rest.slice(0, length))
    rest = rest.slice(length)
    if (parts.at(-1)!.length < length) break
  }
  return parts.join(sign) + rest
}

const DAY = /^(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4})$/
const TIME = /^(\d{1,2})[:.h ](\d{2})$/
const two = (digits: string) => digits.padStart(2, '0')

/**
 * Parses a typed day, with the day first (DD-MM-YYYY) or with the year first, as in the API (YYYY-MM-DD). Returns YYYY-MM-DD,
 * or undefined if the text is not a day.
 */
export function dayTyped(text: string): string | undefined {
  const [, day = '', month = '', year = ''] = DAY.exec(text.trim()) ?? []
  const found = day ? `${year}-${two(month)}-${two(day)}` : text.trim()
  return isDay(found) ? found : undefined
}

/** Parses a typed time. Returns HH:mm (24 hours), or undefined if the text is not a time. */
export function timeTyped(text: string): string | undefined {
  const [, hours = '', minutes = ''] = TIME.exec(text.trim()) ?? []
  return hours && Number(hours) < 24 && Number(minutes) < 60 ? `${two(hours)}:${minutes}` : undefined
}

/** Formats a day for the field. Returns text that is not a day unchanged. */
export const shownDay = (value: string): string => (isDay(value) ? formatDay(value) : value)
