import type { Fix } from '@roadbook/contracts'

export type Column =
  | 'altitudeM'
  | 'speedKph'
  | 'satellites'
  | 'hdop'
  | 'odometerM'
  | 'externalBatteryMv'
  | 'batteryMv'
  | 'batteryPercent'

/**
 * Fills a column with a reading. NaN means no reading. A unit conversion of NaN gives NaN again, so callers check only the raw
 * number. Each column has its own assignment, because a single assignment to a computed property name is slow: it would take a
 * quarter of the time in which a whole frame is decoded.
 */
export function fill(fix: Fix, column: Column, reading: number | undefined): void {
  if (reading === undefined || Number.isNaN(reading)) return
  switch (column) {
    case 'altitudeM':
      fix.altitudeM = reading
      break
    case 'speedKph':
      fix.speedKph = reading
      break
    case 'satellites':
      fix.satellites = reading
      break
    case 'hdop':
      fix.hdop = reading
      break
    case 'odometerM':
      fix.odometerM = reading
      break
    case 'externalBatteryMv':
      fix.externalBatteryMv = reading
      break
    case 'batteryMv':
      fix.batteryMv = reading
      break
    case 'batteryPercent':
      fix.batteryPercent = reading
      break
  }
}

/** Returns NaN if all bits are set, because no quantity in a byte is so large. Such a byte was never written by the device. */
export const reading8 = (raw: number): number => (raw === 0xff ? NaN : raw)
export const reading16 = (raw: number): number => (raw === 0xffff ? NaN : raw)
export const reading32 = (raw: number): number => (raw === 0xffff_ffff ? NaN : raw)

/** Returns NaN if all bits of a field of up to four bytes are set, and otherwise its number. */
export const readingOf = (field: Buffer): number => {
  const raw = field.readUIntBE(0, field.length)
  return raw === 2 ** (8 * field.length) - 1 ? NaN : raw
}

/**
 * Returns NaN for the extreme values of a signed word, which mean "no sensor": 7FFF and 8000 in two's complement, 7FFF and
 * FFFF with a sign bit.
 */
export const signedReading = (raw: number): number => (Math.abs(raw) >= 0x7fff ? NaN : raw)

/** Returns NaN outside 0 to 100 per cent. */
export const percentOf = (reading: number): number => (reading >= 0 && reading <= 100 ? reading : NaN)

/** Returns true for a card or key number of zeros. Readers send it when no card or key was presented. */
export function isNoKey(digits: string): boolean {
  for (let at = 0; at < digits.length; at++) if (digits.charCodeAt(at) !== ZERO) return false
  return true
}

const ZERO = 0x30

/** Returns the value if it is in the range, and otherwise undefined. */
export const within = (value: number | undefined, lowest: number, highest: number): number | undefined =>
  value !== undefined && value >= lowest && value <= highest ? value : undefined

/** Maximum speed in km/h. It is a thousand knots, the limit of export rules for civil receivers. */
const FASTEST_KPH = 1852

/** Returns the speed if it is plausible. For protocols whose documents give no range. */
export const receiverSpeedOf = (kph: number | undefined): number | undefined => within(kph, 0, FASTEST_KPH)

/** An HDOP of this or more is not a reading, because receivers without a fix print 99.9 or 99.99. */
const WORST_HDOP = 99.9

/** Returns the HDOP if it is plausible. For protocols whose documents give no range. 0 and less mean no HDOP. */
export const receiverHdopOf = (hdop: number | undefined): number | undefined =>
  hdop !== undefined && hdop > 0 && hdop < WORST_HDOP ? hdop : undefined

/** A larger number of satellites is not plausible. All systems together never have so many above the horizon. */
const MOST_SATELLITES = 99

/** Returns true for a plausible number of satellites. */
export const isSatellites = (value: number | undefined): value is number => isCount(value) && value <= MOST_SATELLITES

/** Returns true for a percentage, 0 to 100. */
export const isPercent = (value: number | undefined): value is number => value !== undefined && value >= 0 && value <= 100

/** Returns true for an integer of 0 or more. */
export const isCount = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 0
