/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
export function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    hourCycle: 'h23',
  }).formatToParts(instant)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  const shown = `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`
  return Date.parse(shown) - Math.floor(instant / 1_000) * 1_000
}

const DAY_MS = 86_400_000

/**
 * The moment at which the clocks of a zone show a day `YYYY-MM-DD` and a time `HH:mm`. When they are put back they show an hour
 * twice: the first one is meant. When they are put forward they leave one out.
 * @returns undefined for a time that they never show
 */
export function momentOf(day: string, time: string, timeZone: string): Date | undefined {
  const shown = Date.parse(`${day}T${time}:00Z`)
  // No zone changes its clocks twice within two days.
  const offsets = [offsetAt(shown - DAY_MS, timeZone), offsetAt(shown + DAY_MS, timeZone)]
  const moments = offsets.map((offset) => shown - offset).filter((moment) => offsetAt(moment, timeZone) === shown - moment)
  return moments.length > 0 ? new Date(Math.min(...moments)) : undefined
}
