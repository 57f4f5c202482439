import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import type { Position } from '@roadbook/geo'
import { type VehicleProfile, batteryMv } from './vehicle-profile.js'

/** State of a tracker when it writes a record. */
export interface Reading {
  /** Milliseconds since 1970 UTC. */
  at: number
  position: Position
  speedMps: number
  /** Degrees clockwise from north. */
  heading: number
  odometerM: number
  /** Metres driven since the battery was charged. */
  drivenM: number
  isRunning: boolean
  hasFix: boolean
  /** Id of the IO element that caused the record; absent when none did. */
  event?: number
}

const METRES_PER_DEGREE = 111_195
/**
 * Typical error of a receiver under open sky, in metres. The error is a sum of three uniform random numbers, which is close
 * to a normal distribution.
 */
const MOVING_ERROR_M = 2.2
const IGNITION_IO_ID = 239

export const IGNITION_EVENT = IGNITION_IO_ID

/**
 * Returns the record that the tracker writes. A parked tracker repeats its position (static navigation). The position of a
 * moving tracker is off by metres.
 */
export function toFix(profile: VehicleProfile, reading: Reading, random: () => number): Fix {
  const { position, speedMps, hasFix, isRunning } = reading
  const errorM = isRunning && hasFix && speedMps > 0 ? MOVING_ERROR_M : 0
  const eastScale = METRES_PER_DEGREE * Math.cos((position.latitude * Math.PI) / 180)
  return {
    positionedAt: reading.at,
    validity: hasFix ? FixValidity.valid : FixValidity.noFix,
    latitude: toE7(position.latitude + (errorM * spread(random)) / METRES_PER_DEGREE),
    longitude: toE7(position.longitude + (errorM * spread(random)) / eastScale),
    altitudeM: 112,
    speedKph: hasFix ? Math.round(speedMps * 3.6) : 0,
    heading: hasFix ? Math.round(reading.heading) % 360 : 0,
    satellites: hasFix ? 8 + Math.floor(random() * 7) : 0,
    hdop: hasFix ? Math.round(7 + random() * 6) / 10 : undefined,
    ignition: isRunning,
    movement: speedMps > 0,
    odometerM: Math.round(reading.odometerM),
    externalBatteryMv: batteryMv(profile, reading.drivenM, isRunning),
    batteryMv: 4_050,
    batteryPercent: 96,
    gsmSignal: 3 + Math.floor(random() * 3),
    event: reading.event,
  }
}

const spread = (random: () => number) => (random() + random() + random()) * 2 - 3
const toE7 = (degrees: number) => Math.round(degrees * 1e7) / 1e7
