/** Returns a function that writes ISO instants as DD-MM-YYYY HH:mm in a time zone, like every screen of the portal (G-61). */
export function localTimeIn(timeZone: string): (instant: string | null) => string | null {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (instant) => {
    if (instant === null) return null
    const part = Object.fromEntries(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
    return `${part.day}-${part.month}-${part.year} ${part.hour}:${part.minute}`
  }
}

/** Returns the calendar day (YYYY-MM-DD) of a moment in a time zone. */
export function localDayAt(moment: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  return `${part.year}-${part.month}-${part.day}`
}
