import type { AttributeValue, Fix } from '@roadbook/contracts'

/** Number of different digests, which is the number of microseconds in a millisecond. */
const DIGESTS = 1_000
const PRIME = 0x01000193
const NOTHING = 0x5bd1e995

/**
 * Returns a small digest of a fix's values, which is stored as the microseconds of `received_at`. If a stored row of the
 * same instant has the same millisecond of reception and the same digest, it is the same reading, and its message is being
 * read again. Other rows of the instant must be compared field by field. The digest includes the attributes in the order of
 * the message. The code for each field is written out, because this function runs for every fix.
 */
export function digestOf(fix: Fix): number {
  let hash = 0x811c9dc5
  hash = number(hash, fix.latitude, 1e7)
  hash = number(hash, fix.longitude, 1e7)
  hash = number(hash, fix.odometerM, 1)
  hash = number(hash, fix.externalBatteryMv, 1)
  hash = number(hash, fix.altitudeM, 1)
  hash = number(hash, fix.speedKph, 10)
  hash = number(hash, fix.heading, 1)
  hash = number(hash, fix.satellites, 1)
  hash = number(hash, fix.hdop, 100)
  hash = number(hash, fix.batteryMv, 1)
  hash = number(hash, fix.batteryPercent, 1)
  hash = number(hash, fix.gsmSignal, 1)
  hash = mix(hash, fix.validity)
  hash = flag(hash, fix.ignition)
  hash = flag(hash, fix.movement)
  hash = number(hash, fix.event, 1)
  const { attributes } = fix
  for (const name in attributes) hash = value(text(hash, name), attributes[name]!)
  return ((hash ^ (hash >>> 15)) >>> 0) % DIGESTS
}

/**
 * Adds a whole number to a hash with the step of FNV-1a. FNV-1a itself is defined only for bytes.
 * http://www.isthe.com/chongo/tech/comp/fnv
 */
const mix = (hash: number, part: number): number => Math.imul(hash ^ part, PRIME)
const number = (hash: number, of: number | undefined, scale: number): number =>
  mix(hash, of === undefined ? NOTHING : Math.round(of * scale) | 0)
const flag = (hash: number, of: boolean | undefined): number => mix(hash, of === undefined ? NOTHING : of ? 1 : 2)

function text(hash: number, of: string): number {
  for (let at = 0; at < of.length; at++) hash = mix(hash, of.charCodeAt(at))
  return mix(hash, of.length)
}

function value(hash: number, of: AttributeValue): number {
  if (typeof of === 'string') return text(hash, of)
  if (typeof of === 'boolean') return flag(hash, of)
  const whole = Number(of)
  return mix(mix(hash, whole | 0), Math.round((whole % 1) * 1e6) | 0)
}
