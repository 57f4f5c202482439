/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
export function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instant)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  const shown = `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`
  return Date.parse(shown) - Math.floor(instant / 1_000) * 1_000
}

const DAY_MS = 86_400_000

/** The moments at which clocks show a day and a time: one, two where they are put back, none where they are put forward. */
function momentsOf(day: string, time: string, timeZone: string): { moments: number[]; byClocksBefore: number } {
  const shown = Date.parse(`${day}T${time}:00Z`)
  // No zone changes its clocks twice within two days.
  const offsets = [offsetAt(shown - DAY_MS, timeZone), offsetAt(shown + DAY_MS, timeZone)]
  const moments = offsets.map((offset) => shown - offset).filter((moment) => offsetAt(moment, timeZone) === shown - moment)
  return { moments: moments.sort((one, other) => one - other), byClocksBefore: shown - Math.min(...offsets) }
}

/**
 * The moment at which the clocks of a zone show a day `YYYY-MM-DD` and a time `HH:mm`. When they are put back they show an hour
 * twice: the first one is meant. When they are put forward they leave one out.
 * @returns undefined for a time that they never show
 */
export function momentOf(day: string, time: string, timeZone: string): Date | undefined {
  const [moment] = momentsOf(day, time, timeZone).moments
  return moment === undefined ? undefined : new Date(moment)
}

/** The same, but not before a moment where there are two, and by the clocks from before where they leave it out. */
export function momentNotBefore(from: Date, day: string, time: string, timeZone: string): Date {
  const { moments, byClocksBefore } = momentsOf(day, time, timeZone)
  return new Date(moments.find((moment) => moment >= from.getTime()) ?? byClocksBefore)
}

/** The first moment of a day in a zone, as `start_of_day` of the database has it. */
export function startOfDay(day: string, timeZone: string): Date {
  const { moments, byClocksBefore } = momentsOf(day, '00:00', timeZone)
  return new Date(moments[0] ?? byClocksBefore)
}
