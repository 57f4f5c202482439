/** Formats minutes east of UTC as "-07:00" or "+05:30". The form accepts the same format. */
export function formatUtcOffset(minutes: number): string {
  const size = Math.abs(minutes)
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}
