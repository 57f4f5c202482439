import { momentOf, offsetAt } from '@roadbook/platform'
import { LONGEST_VALUE } from './history-file.js'

/**
 * Result of reading a text: the time in milliseconds since 1970 UTC and whether the text names its zone, or the reason why
 * it was not read.
 */
export type ReadTime = { at: number; hasZone: boolean } | 'not-a-time' | 'ambiguous-date'

/** Order of day and month in dates with slashes: `14/05/2026` or `05/14/2026`. */
export type DateOrder = 'day-first' | 'month-first'

const ISO =
  /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:[T\s,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i
const DAY_FIRST =
  /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:[T\s,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(AM|PM)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i

/** First and last year that a position may have. Programs write an empty date as year 1 or 9999. */
const FIRST_YEAR = 1970
const LAST_YEAR = 2100
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/**
 * Reads times of one file. Caches the offsets of the file's time zone, because a look-up for each position would be slow.
 */
export class TimeReader {
  /** Offsets of the zone from UTC, by the moment at which they were looked up. */
  readonly #offsets = new Map<number, number>()
  /** Time when each hour begins, for the few days around a change of the clocks. */
  readonly #hours = new Map<string, number | undefined>()

  /**
   * @param timeZone zone for times without a zone
   * @param order order of day and month in dates with slashes; absent if the file does not show it
   * @param look returns the offset of a zone at a moment, in milliseconds
   */
  constructor(
    private readonly timeZone: string,
    private readonly order?: DateOrder,
    private readonly look: typeof offsetAt = offsetAt,
  ) {}

  /** Reads ISO 8601, dates as people write them, and seconds or milliseconds since 1970. */
  read(text: string): ReadTime {
    const written = text.trim()
    // A long text is refused first, because the patterns below are slow on many blanks in a row.
    if (written.length > LONGEST_VALUE) return 'not-a-time'
    if (/^\d{10}(\.\d+)?$/.test(written)) return { at: Math.round(Number(written) * 1_000), hasZone: true }
    if (/^\d{13}$/.test(written)) return { at: Number(written), hasZone: true }
    const iso = ISO.exec(written)
    if (iso) {
      const [, year, month, day, hour = '0', minute = '00', second = '00', fraction, zone] = iso
      return this.#at([year!, month!, day!], [hour, minute, second], fraction, zone)
    }
    const other = DAY_FIRST.exec(written)
    if (!other) return 'not-a-time'
    const [, first, separator, second, year, hour = '0', minute = '00', seconds = '00', fraction, half, zone] = other
    const order = separator === '/' ? (orderIn(first!, second!) ?? this.order) : 'day-first'
    if (!order) return 'ambiguous-date'
    const [day, month] = order === 'day-first' ? [first!, second!] : [second!, first!]
    return this.#at([year!, month, day], [hourOf(hour, half), minute, seconds], fraction, zone)
  }

  #at(
    date: [string, string, string],
    time: [string, string, string],
    fraction: string | undefined,
    zone: string | undefined,
  ): ReadTime {
    const [year, month, day] = date.map(Number) as [number, number, number]
    const [hour, minute, second] = time.map(Number) as [number, number, number]
    if (year < FIRST_YEAR || year > LAST_YEAR) return 'not-a-time'
    const utc = Date.UTC(year, month - 1, day, hour, minute, second)
    const back = new Date(utc)
    const isReal = back.getUTCMonth() === month - 1 && back.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
    if (!isReal) return 'not-a-time'
    const ms = fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}`) * 1_000)
    if (zone) return { at: utc + ms - offsetOf(zone), hasZone: true }
    const begin = this.#hour(year, month, day, hour)
    return begin === undefined ? 'not-a-time' : { at: begin + (minute * 60 + second) * 1_000 + ms, hasZone: false }
  }

  /**
   * Returns the moment when an hour begins by the zone's clocks. Returns undefined for an hour that the clocks skip in
   * spring.
   */
  #hour(year: number, month: number, day: number, hour: number): number | undefined {
    const midnight = Date.UTC(year, month - 1, day)
    const offset = this.#offset(midnight - DAY_MS)
    // If the offset is the same before and after this day, the clocks did not change on this day.
    if (offset === this.#offset(midnight + 2 * DAY_MS)) return midnight + hour * HOUR_MS - offset
    const date = new Date(midnight).toISOString().slice(0, 10)
    const time = `${String(hour).padStart(2, '0')}:00`
    const key = `${date} ${time}`
    if (!this.#hours.has(key)) this.#hours.set(key, momentOf(date, time, this.timeZone)?.getTime())
    return this.#hours.get(key)
  }

  #offset(moment: number): number {
    const known = this.#offsets.get(moment)
    if (known !== undefined) return known
    const offset = this.look(moment, this.timeZone)
    this.#offsets.set(moment, offset)
    return offset
  }
}

function offsetOf(zone: string): number {
  const parts = /^([+-])(\d{2}):?(\d{2})$/.exec(zone)
  if (!parts) return 0
  return (parts[1] === '-' ? -1 : 1) * (Number(parts[2]) * 60 + Number(parts[3])) * 60_000
}

function hourOf(hour: string, half: string | undefined): string {
  if (!half) return hour
  const twelve = Number(hour) % 12
  return String(half.toUpperCase() === 'PM' ? twelve + 12 : twelve)
}

/** Returns the order of day and month if one of the two numbers is greater than 12, because such a number is not a month. */
function orderIn(first: string, second: string): DateOrder | undefined {
  if (Number(first) > 12) return 'day-first'
  return Number(second) > 12 ? 'month-first' : undefined
}

/**
 * Returns the order of day and month that a date with slashes shows. Undefined for other texts, and if both numbers are at
 * most 12.
 */
export function dateOrderOf(text: string): DateOrder | undefined {
  const [, first, second] = /^(\d{1,2})\/(\d{1,2})\/\d{4}/.exec(text) ?? []
  return first !== undefined && second !== undefined ? orderIn(first, second) : undefined
}
