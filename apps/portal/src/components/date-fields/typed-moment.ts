import { formatDay, isDay } from '../../lib/day-range.js'

/** Puts the signs between the digits while somebody types at the end of a field: "27" is "27-", "271" is "27-1". */
export function withSigns(before: string, typed: string, lengths: readonly number[], sign: string): string {
  // What was taken away or pasted stays as it is.
  if (typed.length - before.length !== 1) return typed
  // Behind one digit and a sign of their own the digit is a whole part.
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

/** Returns the day that a text says, YYYY-MM-DD, in the order of a paper or of a file; undefined where it says none. */
export function dayTyped(text: string): string | undefined {
  const [, day = '', month = '', year = ''] = DAY.exec(text.trim()) ?? []
  const found = day ? `${year}-${two(month)}-${two(day)}` : text.trim()
  return isDay(found) ? found : undefined
}

/** Returns the time that a text says, HH:mm of 24 hours; undefined where it says none. */
export function timeTyped(text: string): string | undefined {
  const [, hours = '', minutes = ''] = TIME.exec(text.trim()) ?? []
  return hours && Number(hours) < 24 && Number(minutes) < 60 ? `${two(hours)}:${minutes}` : undefined
}

/** A day as the field shows it; what is none yet as it was typed. */
export const shownDay = (value: string): string => (isDay(value) ? formatDay(value) : value)
