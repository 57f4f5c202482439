/** Markers, lengths and limits of text and binary frames. */
export const STAR = 0x2a
export const HASH = 0x23
export const DOLLAR = 0x24
export const MILEAGE = 0x58

/** Maximum size of a frame in bytes. It is enough for a blind-area batch of 100 points. All other frames are below 1 KiB. */
export const MAX_FRAME_BYTES = 8192
export const LONGEST_ID = 20

export const BINARY_SHORT = 32
/** Lengths in bytes of a report with the long id: without and with the vendor's additional bytes. */
export const BINARY_LONG_ID = 42
export const BINARY_EXTENDED = 45

export const SHORT_ID_BYTES = 5
export const LONG_ID_BYTES = 8

/** Vendor letters for replies to a tracker that has not sent any letters. */
export const USUAL_MAKER = 'HQ'
export const ANY_ID = '0000000000'

/**
 * Returns the length in bytes of the id in a binary report that begins at `at`. Each of the two binary layouts has its own
 * length. The layout is recognised by the decimal digits of id, time and date. The result is 0 if the bytes have neither
 * layout.
 */
export function idBytesOf(buffer: Buffer, at = 0): 0 | 5 | 8 {
  if (fits(buffer, at + 1, SHORT_ID_BYTES, 10)) return SHORT_ID_BYTES
  return fits(buffer, at + 1, LONG_ID_BYTES, 15) ? LONG_ID_BYTES : 0
}

function fits(buffer: Buffer, at: number, idBytes: number, idDigits: number): boolean {
  const time = at + idBytes
  if (buffer.length < time + 6) return false
  for (let digit = 0; digit < idDigits; digit++) {
    const byte = buffer[at + (digit >> 1)]!
    if ((digit % 2 === 0 ? byte >> 4 : byte & 0x0f) > 9) return false
  }
  return (
    below(buffer[time]!, 24) &&
    below(buffer[time + 1]!, 60) &&
    below(buffer[time + 2]!, 61) &&
    below(buffer[time + 3]!, 32) &&
    below(buffer[time + 4]!, 13) &&
    below(buffer[time + 5]!, 100)
  )
}

const below = (byte: number, limit: number): boolean => {
  const value = bcd(byte)
  return value >= 0 && value < limit
}

/** Returns the value of a byte of two decimal digits, or -1. */
export function bcd(byte: number): number {
  const tens = byte >> 4
  const ones = byte & 0x0f
  return tens <= 9 && ones <= 9 ? tens * 10 + ones : -1
}
