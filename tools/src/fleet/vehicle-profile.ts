import type { VehicleType } from '@roadbook/contracts'
import { type TravelMode, travelModeOf } from './travel-mode.js'

/** Vehicle of the fleet. The IMEI determines the vehicle's behaviour: the same IMEI is at home in the same place every day. */
export interface FleetVehicle {
  imei: string
  vehicleType: VehicleType
}

/** Driving behaviour of a type of vehicle, and its battery voltages. */
export interface VehicleProfile {
  mode: TravelMode
  topSpeedKph: number
  accelerationMps2: number
  brakingMps2: number
  /** Voltage of the full battery at rest, in millivolts. `emptyMv` is its voltage after a day's use. */
  fullMv: number
  emptyMv: number
  /** Distance that a full battery lasts, in metres. In a car, the engine charges the battery. */
  rangeM: number
  /** Millivolts that a running engine adds to the battery's voltage. */
  chargingMv: number
}

const ELECTRIC_BIKE = { accelerationMps2: 0.9, brakingMps2: 1.6, fullMv: 41_600, emptyMv: 33_000, chargingMv: 0 }
const ELECTRIC_MOPED = { accelerationMps2: 1.6, brakingMps2: 2.2, fullMv: 53_800, emptyMv: 44_000, chargingMv: 0 }
const COMBUSTION = { accelerationMps2: 1.8, brakingMps2: 2.4, fullMv: 12_700, emptyMv: 12_300, chargingMv: 1_500 }

export function profileOf(vehicleType: VehicleType): VehicleProfile {
  const mode = travelModeOf(vehicleType)
  switch (vehicleType) {
    case 'eBike':
      return { mode, topSpeedKph: 24, rangeM: 70_000, ...ELECTRIC_BIKE }
    case 'eCargoBike':
      return { mode, topSpeedKph: 20, rangeM: 50_000, ...ELECTRIC_BIKE }
    case 'speedPedelec':
      return { mode, topSpeedKph: 38, rangeM: 60_000, ...ELECTRIC_BIKE, fullMv: 54_200, emptyMv: 43_000 }
    case 'eMoped':
      return { mode, topSpeedKph: 45, rangeM: 60_000, ...ELECTRIC_MOPED }
    case 'moped':
      return { mode, topSpeedKph: 45, rangeM: 150_000, ...COMBUSTION }
    default:
      return { mode, topSpeedKph: 110, rangeM: 500_000, ...COMBUSTION, accelerationMps2: 2.2 }
  }
}

/** Returns the voltage of the external battery in millivolts, `drivenM` metres after it was charged. */
export function batteryMv(profile: VehicleProfile, drivenM: number, isRunning: boolean): number {
  const used = Math.min(1, drivenM / profile.rangeM)
  return Math.round(profile.fullMv - (profile.fullMv - profile.emptyMv) * used + (isRunning ? profile.chargingMv : 0))
}
