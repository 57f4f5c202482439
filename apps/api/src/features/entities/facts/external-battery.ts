/** Kinds of vehicle batteries with their voltages in millivolts: empty, full, and the maximum while charging. */
const BATTERIES = [
  { kind: '6 V lead', empty: 5_800, full: 6_400, charging: 7_500 },
  { kind: '12 V lead', empty: 11_600, full: 12_700, charging: 15_500 },
  { kind: '24 V lead', empty: 23_200, full: 25_400, charging: 29_500 },
  { kind: '36 V lithium', empty: 30_000, full: 42_000, charging: 42_400 },
  { kind: '48 V lithium', empty: 42_400, full: 54_600, charging: 55_500 },
] as const
/** A battery with this charge in percent or less needs attention. */
const LOW_PERCENT = 20
/** Lowest voltage of each kind of battery, as a fraction of its empty voltage. A lower reading does not belong to that kind. */
const FLAT = 0.85

/**
 * Returns the charge of a vehicle's battery in whole percent; null when the voltage is outside the ranges of all these kinds.
 * The charge is estimated from the voltage. The first kind of battery whose range contains the voltage decides.
 */
export function externalBatteryPercent(millivolts: number | null): number | null {
  if (millivolts === null) return null
  const battery = BATTERIES.find(({ empty, charging }) => millivolts >= empty * FLAT && millivolts <= charging)
  if (!battery) return null
  const share = (millivolts - battery.empty) / (battery.full - battery.empty)
  return Math.round(Math.min(1, Math.max(0, share)) * 100)
}

/**
 * Ranges of voltage in which {@link isLowBattery} is true, one for each kind of battery, in millivolts. Both limits are
 * included.
 */
export const LOW_BATTERY_MV: readonly (readonly [from: number, till: number])[] = BATTERIES.map(({ empty, full }, at) => {
  // If the voltages of two kinds overlap, the first kind applies.
  const from = Math.max(Math.ceil(empty * FLAT), (BATTERIES[at - 1]?.charging ?? 0) + 1)
  // Percentages are rounded, so the last low reading is just below LOW_PERCENT + 0.5.
  return [from, Math.ceil(empty + ((LOW_PERCENT + 0.5) / 100) * (full - empty)) - 1]
})

export const isLowBattery = (percent: number | null): boolean => percent !== null && percent <= LOW_PERCENT
