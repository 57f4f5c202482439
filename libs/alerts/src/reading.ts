import type { Position } from '@roadbook/geo'

/** Reading: the values of a fix that alerts use. Unknown values are absent. */
export interface Reading {
  /** The fix's own time, milliseconds since 1970 UTC. */
  at: number
  /**
   * Time of reception, which may be much later than `at`. It determines the order of readings with the same `at`. If
   * absent, the time of reception is the same as `at`.
   */
  receivedAt?: number
  /** Absent if the fix's position is not credible. */
  place?: Position
  speedKph?: number
  /** Charge of the tracker's own battery. */
  batteryPercent?: number
  externalBatteryMv?: number
  /** Name of the alarm, as the decoders set it. Several alarms of one message are separated by commas. */
  alarm?: string
  unplugged?: boolean
}

/**
 * Compares two readings in the order of evaluation. This order does not depend on the order of arrival: it is by time, then
 * by time of reception, then by content. The time of reception is needed because a parked tracker repeats the time of its
 * last fix for hours.
 */
export function inOrder(left: Reading, right: Reading): number {
  if (left.at !== right.at) return left.at - right.at
  const { receivedAt = 0 } = left
  const { receivedAt: other = 0 } = right
  return receivedAt === other ? compare(describe(left), describe(right)) : receivedAt - other
}

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)
const describe = ({ place, speedKph, batteryPercent, externalBatteryMv, alarm, unplugged }: Reading): string =>
  JSON.stringify([place?.latitude, place?.longitude, speedKph, batteryPercent, externalBatteryMv, alarm, unplugged])

/** Names of alarms in the decoders that mean a power cut. */
const POWER_CUT = new Set(['powerCut', 'mainPowerOff'])
const POWER_RESTORED = new Set(['powerRestored'])
const TAMPER = new Set(['tamper', 'tampering', 'removing', 'coverOpen', 'lightSensor'])
/**
 * Voltage in millivolts below which the tracker counts as cut off from the vehicle's battery. A vehicle's battery has a
 * higher voltage, and a disconnected tracker measures almost none.
 */
const CUT_BELOW_MV = 1_000
const POWERED_FROM_MV = 5_000

/**
 * Returns true if the reading shows that the tracker is cut off from the vehicle's battery, and false if it shows that the
 * tracker is connected. Undefined if the reading shows neither.
 */
export function showsPowerCut({ alarm, unplugged, externalBatteryMv }: Reading): boolean | undefined {
  if (unplugged === true || names(alarm, POWER_CUT)) return true
  if (unplugged === false || names(alarm, POWER_RESTORED)) return false
  if (externalBatteryMv === undefined) return undefined
  if (externalBatteryMv < CUT_BELOW_MV) return true
  return externalBatteryMv >= POWERED_FROM_MV ? false : undefined
}

export const showsTamper = ({ alarm }: Reading): boolean => names(alarm, TAMPER)

/** Returns true if one of the alarms in a message is in the set. */
function names(alarm: string | undefined, these: ReadonlySet<string>): boolean {
  if (alarm === undefined) return false
  return these.has(alarm) || (alarm.includes(',') && alarm.split(',').some((one) => these.has(one.trim())))
}
