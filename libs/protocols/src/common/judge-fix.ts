import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import { isLatitude, isLongitude, isPosition } from '@roadbook/geo'
import { note } from './note.js'

/**
 * The earliest accepted date. No device with one of these protocols is older. An earlier date comes from a clock that was
 * never set, or from a week roll-over.
 */
const EARLIEST_TIME = Date.UTC(2000, 0, 2)
const LARGEST_LEAD_MS = 24 * 3_600_000

/** Time and position as reported by a device. */
export interface Reading {
  /** The device's time, milliseconds since 1970 UTC. Undefined if the device sent no time or an impossible one. */
  deviceTime: number | undefined
  /**
   * True if the receiver itself reports a fix: by a validity bit, by `A` instead of `V`, or by a number of satellites above
   * 0.
   */
  hasFix: boolean
  /** Degrees. Undefined if the frame contains no position. */
  latitude: number | undefined
  longitude: number | undefined
}

/**
 * Creates a fix with time, validity and position from the device's own report. An impossible time is replaced by the time of
 * reception and kept as the attribute `deviceTime`. A position that is not on Earth is removed and kept as the attribute
 * `devicePosition`.
 */
export function judgeFix({ deviceTime, hasFix, latitude, longitude }: Reading, now: number): Fix {
  const isTimeKnown = deviceTime !== undefined && deviceTime >= EARLIEST_TIME && deviceTime <= now + LARGEST_LEAD_MS
  const isPlace = latitude !== undefined && longitude !== undefined
  const validity =
    !hasFix || !isPlace
      ? FixValidity.noFix
      : !isTimeKnown
        ? FixValidity.unknownTime
        : isPosition(latitude, longitude)
          ? FixValidity.valid
          : FixValidity.invalidCoordinates
  const fix: Fix = { positionedAt: isTimeKnown ? deviceTime : now, validity }
  const isOnEarth = isPlace && isLatitude(latitude) && isLongitude(longitude)
  if (isOnEarth) {
    fix.latitude = latitude
    fix.longitude = longitude
  }
  if (deviceTime !== undefined && !isTimeKnown) fix.attributes = { deviceTime }
  if (isPlace && !isOnEarth) note(fix, 'devicePosition', positionText(latitude, longitude))
  return fix
}

/** Formats a position that is not on Earth. The text is stored with the fix. */
export const positionText = (latitude: number, longitude: number): string => `${printed(latitude)}, ${printed(longitude)}`

const printed = (degrees: number): number => Math.round(degrees * 1e7) / 1e7

/** Keeps unreadable coordinates as text with the fix. Otherwise they would be lost, because the frame is acknowledged. */
export function keepUnreadPlace(fix: Fix, ...texts: readonly (string | undefined)[]): void {
  if (fix.attributes?.devicePosition === undefined && texts.some(Boolean)) note(fix, 'devicePosition', texts.join(', '))
}

/** Creates a fix for telemetry without a position and without a time of its own. */
export function telemetryAt(now: number): Fix {
  return { positionedAt: now, validity: FixValidity.noFix }
}

/**
 * Converts degrees to the stored heading of 0…359 degrees clockwise from north. Undefined if the device sent anything else.
 */
export function headingOf(degrees: number): number | undefined {
  if (!(degrees >= 0 && degrees <= 360)) return undefined
  const rounded = Math.round(degrees)
  return rounded === 360 ? 0 : rounded
}
