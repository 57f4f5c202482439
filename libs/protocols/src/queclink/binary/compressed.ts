import type { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { headingOf, judgeFix } from '../../common/judge-fix.js'

const LARGEST_COUNT = 2000
const ABSOLUTE = 1
const DELTA = 2
const SECOND_MS = 1000
/** All twelve bits set: no speed. */
const NO_SPEED = 0xfff

/**
 * Reads a batch of positions one second apart. The first two bits of each position are its form. Fields with their length in
 * bits:
 * - Complete position: fix 1 · speed 12 (0.1 km/h) · heading 9 · longitude 32 · latitude 32 (both in millionths of a degree).
 *   In the first position the time follows, in seconds since 1970.
 * - Signed differences from the previous position: fix 1 · speed 7 · heading 7 · longitude 12 · latitude 11.
 * - Any other form: one byte, which means a second without a position.
 */
export function readCompressed(reader: ByteReader, now: number): Fix[] | string {
  const count = reader.u16()
  if (count > LARGEST_COUNT) return `${count} positions`
  const fixes: Fix[] = []
  const last = { speed: 0, heading: 0, longitude: 0, latitude: 0 }
  let time: number | undefined
  for (let nth = 0; nth < count && reader.remaining > 0 && !reader.overrun; nth++) {
    const first = reader.u8()
    const form = first >> 6
    if (time !== undefined) time += SECOND_MS
    if (form !== ABSOLUTE && (form !== DELTA || time === undefined)) continue
    const isFix = ((first >> 5) & 1) === 1
    if (form === ABSOLUTE) {
      const bits = (first << 16) | reader.u16()
      last.speed = (bits >> 9) & 0xfff
      last.heading = bits & 0x1ff
      last.longitude = reader.i32()
      last.latitude = reader.i32()
      time ??= reader.u32() * SECOND_MS
    } else {
      const bits = reader.u32()
      last.speed += signed(((first & 0x1f) << 2) | (bits >>> 30), 7)
      last.heading += signed((bits >>> 23) & 0x7f, 7)
      last.longitude += signed((bits >>> 11) & 0xfff, 12)
      last.latitude += signed(bits & 0x7ff, 11)
    }
    if (reader.overrun) break
    fixes.push(fixOf(last, time!, isFix, now))
  }
  return reader.overrun ? 'positions beyond the end of the frame' : fixes
}

function fixOf(
  { speed, heading, longitude, latitude }: { speed: number; heading: number; longitude: number; latitude: number },
  time: number,
  hasFix: boolean,
  now: number,
): Fix {
  const fix = judgeFix({ deviceTime: time, hasFix, latitude: latitude / 1e6, longitude: longitude / 1e6 }, now)
  if (speed >= 0 && speed < NO_SPEED) fix.speedKph = speed / 10
  const degrees = headingOf(((heading % 360) + 360) % 360)
  if (degrees !== undefined) fix.heading = degrees
  return fix
}

const signed = (value: number, bits: number): number => (value << (32 - bits)) >> (32 - bits)
