import { pair } from '../common/compact-time.js'
import { decimalOf } from '../common/plain-number.js'

/** From here on a number is in milliseconds. */
const FIRST_MILLISECONDS = 2 ** 31
/** The latest that a date can hold. */
const LAST_MILLISECONDS = 8.64e15

/**
 * Seconds or milliseconds since 1970, or ISO 8601, with a blank in place of the T and without a zone (UTC) as well. A fraction may have a
 * comma: ISO 8601 has it so, and phones whose language writes numbers so.
 */
export function readTimestamp(sent: string): number | undefined {
  const text = sent.replace(',', '.')
  const number = decimalOf(text)
  if (number !== undefined) {
    const time = Math.round(number < FIRST_MILLISECONDS ? number * 1000 : number)
    return time >= 0 && time <= LAST_MILLISECONDS ? time : undefined
  }
  if (text.length < 10 || text.length > 40 || text[4] !== '-' || pair(text, 5) < 0) return undefined
  // What is neither Z nor an offset of hours is UTC, though ECMAScript reads a time without a zone as local.
  const iso = toIso(text)
  const time = Date.parse(hasZone(iso) ? iso : iso.length === 10 ? iso : `${iso}Z`)
  return Number.isNaN(time) ? undefined : time
}

/** A blank in place of the T; or in place of the plus of an offset, which a client that escapes nothing loses on the way. */
const toIso = (text: string): string => (text[10] === 'T' ? text.replace(' ', '+') : text.replace(' ', 'T'))

function hasZone(iso: string): boolean {
  const clock = iso.slice(11)
  return clock.endsWith('Z') || clock.endsWith('z') || clock.includes('+') || clock.includes('-')
}
