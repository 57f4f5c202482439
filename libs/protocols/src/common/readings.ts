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
 * Fills a column with a reading. NaN is none: it survives every change of unit, so that only the raw number has to be judged.
 * Spelled out, because storing under a computed name costs a quarter of what decoding a whole frame does.
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

/** Bits that are all set are memory that nobody wrote: no reading of a quantity that cannot be so large. */
export const reading8 = (raw: number): number => (raw === 0xff ? NaN : raw)
export const reading16 = (raw: number): number => (raw === 0xffff ? NaN : raw)
export const reading32 = (raw: number): number => (raw === 0xffff_ffff ? NaN : raw)

/** The same of all bytes of a field, up to four of them. */
export const readingOf = (field: Buffer): number => {
  const raw = field.readUIntBE(0, field.length)
  return raw === 2 ** (8 * field.length) - 1 ? NaN : raw
}

/** The ends of a signed word are what stands for "no sensor", in two's complement (7FFF, 8000) and with a sign bit (7FFF, FFFF). */
export const signedReading = (raw: number): number => (Math.abs(raw) >= 0x7fff ? NaN : raw)

/** No battery, tank or air holds less than nothing or more than all. */
export const percentOf = (reading: number): number => (reading >= 0 && reading <= 100 ? reading : NaN)

/** A card or key of zeros is what a reader sends that was shown none. */
export function isNoKey(digits: string): boolean {
  for (let at = 0; at < digits.length; at++) if (digits.charCodeAt(at) !== ZERO) return false
  return true
}

const ZERO = 0x30

/** A value in its range; undefined for one outside it, and for none. */
export const within = (value: number | undefined, lowest: number, highest: number): number | undefined =>
  value !== undefined && value >= lowest && value <= highest ? value : undefined

/** A thousand knots: export rules stop civil receivers there. */
const FASTEST_KPH = 1852

/** A speed of a protocol whose document gives no range. */
export const receiverSpeedOf = (kph: number | undefined): number | undefined => within(kph, 0, FASTEST_KPH)

/** Receivers print 99.9 or 99.99 where they have no fix, and nothing that they can do is worse. */
const WORST_HDOP = 99.9

/** An HDOP of a protocol whose document gives no range; 0 and less is none. */
export const receiverHdopOf = (hdop: number | undefined): number | undefined =>
  hdop !== undefined && hdop > 0 && hdop < WORST_HDOP ? hdop : undefined

/** More satellites than all systems together have above a horizon. */
const MOST_SATELLITES = 99

/** Whether it is a number of satellites. */
export const isSatellites = (value: number | undefined): value is number => isCount(value) && value <= MOST_SATELLITES

/** Whether a reading is a percentage, 0 to 100. */
export const isPercent = (value: number | undefined): value is number => value !== undefined && value >= 0 && value <= 100

/** Whether it is what counting gives: a whole number from 0 on. */
export const isCount = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 0
