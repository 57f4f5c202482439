/**
 * Returns the requested pause in seconds. The header contains a number of seconds, or a date (RFC 9110, 10.2.3).
 * @returns undefined when the header is absent, invalid or in the past
 */
export function retryAfterS(header: string | null | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1_000
  return seconds > 0 ? Math.ceil(seconds) : undefined
}
