/** Voltages of an empty and a full battery, in millivolts, by the kind of vehicle battery that they tell. */
const BATTERIES = [
  { kind: '6 V lead', empty: 5_800, full: 6_400, charging: 7_500 },
  { kind: '12 V lead', empty: 11_600, full: 12_700, charging: 15_500 },
  { kind: '24 V lead', empty: 23_200, full: 25_400, charging: 29_500 },
  { kind: '36 V lithium', empty: 30_000, full: 42_000, charging: 42_400 },
  { kind: '48 V lithium', empty: 42_400, full: 54_600, charging: 55_500 },
] as const
/** At this charge, in percent, somebody has to do something. */
const LOW_PERCENT = 20
/** How far below empty a battery still counts as one of its kind. */
const FLAT = 0.85

/**
 * How full a vehicle's battery is, in whole percent, estimated from its voltage between empty and full of the nominal voltage
 * that is nearest; null where the voltage is of no usual battery.
 */
export function externalBatteryPercent(millivolts: number | null): number | null {
  if (millivolts === null) return null
  const battery = BATTERIES.find(({ empty, charging }) => millivolts >= empty * FLAT && millivolts <= charging)
  if (!battery) return null
  const share = (millivolts - battery.empty) / (battery.full - battery.empty)
  return Math.round(Math.min(1, Math.max(0, share)) * 100)
}

/** Where batteries of each kind are low, in millivolts, both included: the readings of which {@link isLowBattery} is true. */
export const LOW_BATTERY_MV: readonly (readonly [from: number, till: number])[] = BATTERIES.map(({ empty, full }, at) => {
  // Of kinds whose voltages overlap, a reading is the first one's.
  const from = Math.max(Math.ceil(empty * FLAT), (BATTERIES[at - 1]?.charging ?? 0) + 1)
  // Percents are rounded: the last reading is just below half a percent more.
  return [from, Math.ceil(empty + ((LOW_PERCENT + 0.5) / 100) * (full - empty)) - 1]
})

export const isLowBattery = (percent: number | null): boolean => percent !== null && percent <= LOW_PERCENT
