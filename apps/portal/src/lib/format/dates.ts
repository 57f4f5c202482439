/** Instant: milliseconds since 1970 UTC, ISO 8601, or a Date. */
export type Instant = number | string | Date

/** Calendar day without a zone: YYYY-MM-DD. */
export type Day = string

const formatters = new Map<string, Intl.DateTimeFormat>()

function partsOf(instant: Instant, timeZone: string): Record<string, string> {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
    formatters.set(timeZone, formatter)
  }
  return Object.fromEntries(formatter.formatToParts(new Date(instant)).map((part) => [part.type, part.value]))
}

/** Returns how far the clocks of a zone are ahead of UTC at an instant, in milliseconds, exact to the second. */
export function offsetAt(instant: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = partsOf(instant, timeZone)
  const shown = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  return shown - Math.floor(instant / 1_000) * 1_000
}

/** Formats as DD-MM-YYYY in the given zone, in every language. */
export function formatDate(instant: Instant, timeZone: string): string {
  const { day, month, year } = partsOf(instant, timeZone)
  return `${day}-${month}-${year}`
}

/** Returns the day that the clocks of a zone show at an instant. */
export const dayOf = (instant: Instant, timeZone: string): Day => {
  const { day, month, year } = partsOf(instant, timeZone)
  return `${year}-${month}-${day}`
}

/** Formats as 24-hour HH:mm in the given zone. */
export function formatTime(instant: Instant, timeZone: string): string {
  const { hour, minute } = partsOf(instant, timeZone)
  return `${hour}:${minute}`
}

/** Formats as 24-hour HH:mm:ss in the given zone. */
export function formatClock(instant: Instant, timeZone: string): string {
  const { hour, minute, second } = partsOf(instant, timeZone)
  return `${hour}:${minute}:${second}`
}

/** Formats as DD-MM-YYYY HH:mm in the given zone. */
export const formatDateTime = (instant: Instant, timeZone: string): string =>
  `${formatDate(instant, timeZone)} ${formatTime(instant, timeZone)}`

/** Formats two instants with an en dash and spaces: "02-11-2025 07:00 – 03-11-2025 21:00". */
export const formatDateTimeRange = (from: Instant, till: Instant, timeZone: string): string =>
  `${formatDateTime(from, timeZone)} – ${formatDateTime(till, timeZone)}`

/** Returns the name of a day in a language: "Thursday" or "Thu". */
export const weekdayOf = (day: Day, language: string, length: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(language, { weekday: length, timeZone: 'UTC' }).format(new Date(day))

/** Returns the hour of the day, 0–23, in the given zone. */
export const hourOfDay = (instant: Instant, timeZone: string): number => Number(partsOf(instant, timeZone).hour)

/** ICU's name for the zone of a machine that it cannot determine. It is not a valid zone. */
const UNKNOWN = 'Etc/Unknown'

/**
 * Returns the browser's zone as the API accepts it: a name with a slash, or UTC. Returns UTC instead of a name without a
 * slash (as on a machine in "GMT"), an offset, and an unknown or missing zone.
 */
export function browserTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string }
  return timeZone?.includes('/') && timeZone !== UNKNOWN ? timeZone : 'UTC'
}

const DATE = /\d\d-\d\d-\d{4}/

/** Returns whether a text contains a date in the portal's format. */
export const isDated = (text: string): boolean => DATE.test(text)
