/**
 * Converts a calendar date and time to milliseconds since 1970 UTC. Undefined if that day or minute does not exist. A year
 * below 100 is in this century. A leap second counts as the second before it.
 */
export function utcOf(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number | undefined {
  const isTime = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 61
  if (!isTime || !(month >= 1 && month <= 12 && day >= 1 && day <= daysIn(month, year))) return undefined
  return Date.UTC(year < 100 ? 2000 + year : year, month - 1, day, hour, minute, Math.min(second, 59))
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

function daysIn(month: number, year: number): number {
  const isLeapFebruary = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0 || year < 100)
  return isLeapFebruary ? 29 : DAYS[month - 1]!
}
