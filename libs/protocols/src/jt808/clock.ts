import { utcOf } from '../common/utc.js'
import type { SessionState } from '../protocol.js'

/** The standard's time zone, GMT+8. */
export const STANDARD_OFFSET_MINUTES = 480
const bcd = (byte: number) => (byte >> 4) * 10 + (byte & 0x0f)

/**
 * Reads YYMMDDhhmmss in BCD. The time zone is the one configured for the device, and otherwise GMT+8. Undefined if the
 * digits are not a possible time.
 */
export function readTime(bytes: Buffer, at: number, session: SessionState): number | undefined {
  if (bytes.length < at + 6) return undefined
  const time = utcOf(
    bcd(bytes[at]!),
    bcd(bytes[at + 1]!),
    bcd(bytes[at + 2]!),
    bcd(bytes[at + 3]!),
    bcd(bytes[at + 4]!),
    bcd(bytes[at + 5]!),
  )
  return time === undefined ? undefined : time - (session.utcOffsetMinutes ?? STANDARD_OFFSET_MINUTES) * 60_000
}

/** Writes a time in the same form. */
export function writeTime(time: number, offsetMinutes = STANDARD_OFFSET_MINUTES): Buffer {
  const text = new Date(time + offsetMinutes * 60_000).toISOString().replace(/\D/g, '')
  return Buffer.from(text.slice(2, 14), 'hex')
}
