/** Writes ISO instants as DD-MM-YYYY HH:mm of a zone, as every screen of the portal does (G-61). */
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

/** Returns the day that the clocks of a zone show at a moment: YYYY-MM-DD. */
export function localDayAt(moment: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  return `${part.year}-${part.month}-${part.day}`
}
