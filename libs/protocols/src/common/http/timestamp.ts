import { pair } from '../compact-time.js'
import { decimalOf } from '../plain-number.js'

/** A number of this or more counts as milliseconds, and a smaller number as seconds. */
const FIRST_MILLISECONDS = 2 ** 31
/** The latest time that a JavaScript Date can represent. */
const LAST_MILLISECONDS = 8.64e15

/**
 * Reads seconds or milliseconds since 1970, or ISO 8601. ISO 8601 may have a blank instead of the T, and a time without a
 * zone is UTC. The decimals of a second may follow a comma, which ISO 8601 allows and phones in some languages write.
 */
export function readTimestamp(sent: string): number | undefined {
  const text = sent.replace(',', '.')
  const number = decimalOf(text)
  if (number !== undefined) {
    const time = Math.round(number < FIRST_MILLISECONDS ? number * 1000 : number)
    return time >= 0 && time <= LAST_MILLISECONDS ? time : undefined
  }
  if (text.length < 10 || text.length > 40 || text[4] !== '-' || pair(text, 5) < 0) return undefined
  // A time without Z and without an offset is UTC here, although ECMAScript reads it as local time.
  const iso = toIso(text)
  const time = Date.parse(hasZone(iso) ? iso : iso.length === 10 ? iso : `${iso}Z`)
  return Number.isNaN(time) ? undefined : time
}

/** Replaces the blank by a T, or by the plus sign of an offset. (In a query, a plus that is not escaped becomes a blank.) */
const toIso = (text: string): string => (text[10] === 'T' ? text.replace(' ', '+') : text.replace(' ', 'T'))

function hasZone(iso: string): boolean {
  const clock = iso.slice(11)
  return clock.endsWith('Z') || clock.endsWith('z') || clock.includes('+') || clock.includes('-')
}
