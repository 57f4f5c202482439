/** "-07:00", "+05:30": minutes east of UTC as people write them, and as the form reads them. */
export function formatUtcOffset(minutes: number): string {
  const size = Math.abs(minutes)
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}
