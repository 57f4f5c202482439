/** Formats of the zones that were used last. Making one takes much longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()
const MOST_FORMATS = 100

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
    if (formats.size >= MOST_FORMATS) formats.clear()
    formats.set(timeZone, format)
  }
  return format
}

/** Returns the offset of a zone's clocks from UTC at a moment, in milliseconds. It is positive if the clocks are ahead. */
export function offsetAt(instant: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(instant)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  const shown = `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`
  return Date.parse(shown) - Math.floor(instant / 1_000) * 1_000
}

const DAY_MS = 86_400_000

/**
 * Returns the moments at which a zone's clocks show a day and a time. There is normally one moment. In the hour that is
 * repeated when clocks are put back, there are two. In the hour that is skipped when clocks are put forward, there is none.
 */
function momentsOf(day: string, time: string, timeZone: string): { moments: number[]; byClocksBefore: number } {
  const shown = Date.parse(`${day}T${time}:00Z`)
  // Zones never change their clocks twice within two days.
  const offsets = [offsetAt(shown - DAY_MS, timeZone), offsetAt(shown + DAY_MS, timeZone)]
  const moments = offsets.map((offset) => shown - offset).filter((moment) => offsetAt(moment, timeZone) === shown - moment)
  return { moments: moments.sort((one, other) => one - other), byClocksBefore: shown - Math.min(...offsets) }
}

/**
 * Returns the moment at which the clocks of a zone show a day `YYYY-MM-DD` and a time `HH:mm`. When clocks are put back, an
 * hour occurs twice, and its first occurrence is used. When they are put forward, an hour is skipped.
 * @returns undefined for a skipped time
 */
export function momentOf(day: string, time: string, timeZone: string): Date | undefined {
  const [moment] = momentsOf(day, time, timeZone).moments
  return moment === undefined ? undefined : new Date(moment)
}

/**
 * Does the same as {@link momentOf}, with two differences. If the time occurs twice, it returns a moment at or after `from`
 * if possible. A skipped time is read with the offset before the change.
 */
export function momentNotBefore(from: Date, day: string, time: string, timeZone: string): Date {
  const { moments, byClocksBefore } = momentsOf(day, time, timeZone)
  return new Date(moments.find((moment) => moment >= from.getTime()) ?? byClocksBefore)
}

/** Returns the first moment of a day in a zone, like `start_of_day` in the database. */
export function startOfDay(day: string, timeZone: string): Date {
  const { moments, byClocksBefore } = momentsOf(day, '00:00', timeZone)
  return new Date(moments[0] ?? byClocksBefore)
}
