import { FixValidity } from '@roadbook/contracts'
import type { Attributes, Report } from './position.js'

/**
 * Most bits form pairs. The first bit means "the device has this feature", and the second means "the feature is on". If the
 * first bit is not set, the second has no meaning.
 */
const FIXED = 0x0001
const FOR_CARS = 0x0002
const ENGINE = 0x0004
const HAS_SENSOR = 0x0008
const ARMED = 0x0010
const HAS_RELAY = 0x0020
const RELAY = 0x0040
const HAS_CHARGER = 0x0080
const CHARGING = 0x0100
const MOVING = 0x0200
const GPS_ON = 0x0400

export function setStatus({ fix, attributes }: Report, bits: number): void {
  attributes.statusWord = bits
  // If all bits of this word are 1, the tracker never set it, because no device has all features switched on.
  if (bits === 0xffff) return
  attributes.gpsTracking = (bits & GPS_ON) !== 0
  if (bits & FOR_CARS) fix.ignition = (bits & ENGINE) !== 0
  if (bits & HAS_SENSOR) {
    attributes.armed = (bits & ARMED) !== 0
    fix.movement = (bits & MOVING) !== 0
  }
  if (bits & HAS_RELAY) attributes.relay = (bits & RELAY) !== 0
  if (bits & HAS_CHARGER) attributes.charging = (bits & CHARGING) !== 0
}

/**
 * Sets the validity of a fix of the second edition. The position may be old, but a bit of the status shows if the receiver
 * has a fix now.
 */
export function judgeByStatus({ fix }: Report, bits: number): void {
  if ((bits & FIXED) === 0 && fix.latitude !== undefined) fix.validity = FixValidity.noFix
}

const WARNINGS: Readonly<Record<number, string>> = {
  0x01: 'powerCut',
  0x02: 'sos',
  0x03: 'lowBattery',
  0x04: 'vibration',
  0x05: 'movement',
  0x08: 'gpsAntennaCut',
  0x09: 'gpsAntennaCut',
  0x25: 'removing',
  0x81: 'lowSpeed',
  0x82: 'overspeed',
  0x83: 'geofenceEnter',
  0x84: 'geofenceExit',
  0x85: 'accident',
  0x86: 'fallDown',
}

export function setWarning(attributes: Attributes, code: number): void {
  attributes.alarmCode = code
  const alarm = WARNINGS[code]
  if (alarm !== undefined) attributes.alarm = alarm
}
