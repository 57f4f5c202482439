/**
 * How long a server asks to be left alone, in seconds: a number of them, or the date from which on it may be asked (RFC 9110, 10.2.3).
 * @returns undefined where it does not say, or says what is over
 */
export function retryAfterS(header: string | null | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1_000
  return seconds > 0 ? Math.ceil(seconds) : undefined
}
