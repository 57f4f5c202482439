import type { ByteReader } from '@roadbook/bytes'
import { utcOf } from '../../common/utc.js'

/**
 * Reads an identity of eight bytes. It is an IMEI (seven numbers of two digits and one number of one digit) or a name padded
 * with zeros.
 */
export function identityOf(bytes: Buffer): string | undefined {
  if (bytes.length < 8) return undefined
  const isNumber = bytes[7]! < 10 && bytes.subarray(0, 7).every((byte) => byte < 100)
  if (isNumber) return [...bytes.subarray(0, 7)].map((byte) => String(byte).padStart(2, '0')).join('') + String(bytes[7])
  const name = bytes.toString('latin1').replace(/\0+$/, '')
  return /^[0-9A-Za-z]{1,8}$/.test(name) ? name : undefined
}

/** Reads a year of two bytes, then month, day, hour, minute and second. */
export function readTime(reader: ByteReader): number | undefined {
  return utcOf(reader.u16(), reader.u8(), reader.u8(), reader.u8(), reader.u8(), reader.u8())
}

/** Reads two decimal digits from each byte. Undefined if a half byte is not a digit. */
export function bcdOf(value: number): number | undefined {
  const text = value.toString(16)
  return /^\d+$/.test(text) ? Number(text) : undefined
}
