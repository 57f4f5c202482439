import { utcOf } from './utc.js'

/** Converts `DDMMYY` and `HHMMSS` to milliseconds since 1970 UTC. Undefined if one of them has another form. */
export function utcOfDayFirst(date: string, time: string): number | undefined {
  if (date.length !== 6) return undefined
  return utcOfTwoDigits(pair(date, 4), pair(date, 2), pair(date, 0), time)
}

/** Converts `YYMMDD` and `HHMMSS` to milliseconds since 1970 UTC. Undefined if one of them has another form. */
export function utcOfYearFirst(date: string, time: string): number | undefined {
  if (date.length !== 6) return undefined
  return utcOfTwoDigits(pair(date, 0), pair(date, 2), pair(date, 4), time)
}

function utcOfTwoDigits(year: number, month: number, day: number, time: string): number | undefined {
  if (year < 0 || time.length !== 6) return undefined
  return utcOf(year, month, day, pair(time, 0), pair(time, 2), pair(time, 4))
}

/** Returns the value of the two digits at an index, or -1 if they are not digits. */
export function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30
  const ones = text.charCodeAt(at + 1) - 0x30
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1
}

/** Returns true when the text is not empty and has only decimal digits. */
export function isDigits(text: string, from = 0, to = text.length): boolean {
  if (to > text.length || from >= to) return false
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x30 || code > 0x39) return false
  }
  return true
}
