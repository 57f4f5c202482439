import { pair } from '../compact-time.js'
import { decimalOf } from '../plain-number.js'

/** Numbers from here on are milliseconds. */
const FIRST_MILLISECONDS = 2 ** 31
/** The latest time that a Date can hold. */
const LAST_MILLISECONDS = 8.64e15

/**
 * Reads seconds or milliseconds since 1970, or ISO 8601, also with a blank instead of the T and without a zone (UTC). A fraction
 * may have a comma: ISO 8601 allows it, and phones in some languages write it.
 */
export function readTimestamp(sent: string): number | undefined {
  const text = sent.replace(',', '.')
  const number = decimalOf(text)
  if (number !== undefined) {
    const time = Math.round(number < FIRST_MILLISECONDS ? number * 1000 : number)
    return time >= 0 && time <= LAST_MILLISECONDS ? time : undefined
  }
  if (text.length < 10 || text.length > 40 || text[4] !== '-' || pair(text, 5) < 0) return undefined
  // Without Z or an offset the time is UTC, though ECMAScript reads a time without a zone as local.
  const iso = toIso(text)
  const time = Date.parse(hasZone(iso) ? iso : iso.length === 10 ? iso : `${iso}Z`)
  return Number.isNaN(time) ? undefined : time
}

/** Restores the T from a blank, or the plus of an offset, which an unescaped query turns into a blank. */
const toIso = (text: string): string => (text[10] === 'T' ? text.replace(' ', '+') : text.replace(' ', 'T'))

function hasZone(iso: string): boolean {
  const clock = iso.slice(11)
  return clock.endsWith('Z') || clock.endsWith('z') || clock.includes('+') || clock.includes('-')
}
