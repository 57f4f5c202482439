import type { ByteReader } from '@roadbook/bytes'
import type { AttributeValue, Fix } from '@roadbook/contracts'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { fill, reading8 } from '../common/readings.js'
import type { DeviceClock } from './device-clock.js'

/** Coordinates are sent in 1/30 000 of a minute. */
const DEGREES = 1_800_000
const POSITIONED = 0x1000
const WEST = 0x0800
const NORTH = 0x0400
const COURSE = 0x03ff
/**
 * Bits 15 and 14. One of them means that the state of ACC is known, and the other is this state. The order of the two bits
 * depends on the vendor.
 */
const ACC = 0xc000

/**
 * Reads fields with their length in bytes: time 6 · satellites 1 (low nibble) · latitude 4 · longitude 4 · speed 1 · course
 * and status 2.
 */
export function readGpsBlock(reader: ByteReader, clock: DeviceClock, isStored = false): Fix {
  return readPlace(reader, clock.readLive(reader, isStored), clock.now)
}

/** Reads the GPS block after its time. */
export function readPlace(reader: ByteReader, deviceTime: number | undefined, now: number): Fix {
  const satellites = reader.u8() & 0x0f
  const latitude = reader.u32()
  const longitude = reader.u32()
  const speedKph = reader.u8()
  const fix = placeOf(latitude, longitude, reader.u16(), deviceTime, now)
  fix.satellites = satellites
  fill(fix, 'speedKph', reading8(speedKph))
  return fix
}

/** Converts the magnitudes of the coordinates, and the status word with the hemispheres, to a fix. */
export function placeOf(latitude: number, longitude: number, status: number, deviceTime: number | undefined, now: number): Fix {
  const fix = judgeFix(
    {
      deviceTime,
      hasFix: (status & POSITIONED) !== 0,
      latitude: signed(latitude / DEGREES, (status & NORTH) === 0),
      longitude: signed(longitude / DEGREES, (status & WEST) !== 0),
    },
    now,
  )
  const heading = headingOf(status & COURSE)
  if (heading !== undefined) fix.heading = heading
  if ((status & ACC) !== 0) fix.ignition = (status & ACC) === ACC
  return fix
}

const signed = (value: number, isNegative: boolean) => (isNegative && value !== 0 ? -value : value)

/** Stores a value without a column as an attribute. NaN means no value. */
export function note(fix: Fix, name: string, value: AttributeValue): void {
  if (Number.isNaN(value)) return
  if (fix.attributes === undefined) fix.attributes = { [name]: value }
  else fix.attributes[name] = value
}
