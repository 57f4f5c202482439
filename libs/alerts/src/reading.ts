import type { Position } from '@roadbook/geo'

/** What alerts read of a fix: unknown is absent. */
export interface Reading {
  /** The fix's own time, milliseconds since 1970 UTC. */
  at: number
  /** When it was received, which may be long after, and is the order of those of one instant; absent: at its own time. */
  receivedAt?: number
  /** Absent where the fix is not to be believed. */
  place?: Position
  speedKph?: number
  /** The tracker's own battery. */
  batteryPercent?: number
  externalBatteryMv?: number
  /** By the names of the decoders: `alarm`, several of one message separated by commas; `unplugged`. */
  alarm?: string
  unplugged?: boolean
}

/**
 * The order in which readings are judged, whatever order they come in: by their times; those of one instant by when they were received, as a
 * parked tracker repeats the time of its last fix for hours; else by what they say.
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

/** Alarms of trackers, by the names that the decoders give them. */
const POWER_CUT = new Set(['powerCut', 'mainPowerOff'])
const POWER_RESTORED = new Set(['powerRestored'])
const TAMPER = new Set(['tamper', 'tampering', 'removing', 'coverOpen', 'lightSensor'])
/** A vehicle's battery has more; what hangs on none reads next to nothing. */
const CUT_BELOW_MV = 1_000
const POWERED_FROM_MV = 5_000

/** Whether the tracker is cut off from the vehicle's battery; undefined where this reading does not say. */
export function tellsPowerCut({ alarm, unplugged, externalBatteryMv }: Reading): boolean | undefined {
  if (unplugged === true || names(alarm, POWER_CUT)) return true
  if (unplugged === false || names(alarm, POWER_RESTORED)) return false
  if (externalBatteryMv === undefined) return undefined
  if (externalBatteryMv < CUT_BELOW_MV) return true
  return externalBatteryMv >= POWERED_FROM_MV ? false : undefined
}

export const tellsTamper = ({ alarm }: Reading): boolean => names(alarm, TAMPER)

/** Whether one of the alarms of a message is among these. */
function names(alarm: string | undefined, these: ReadonlySet<string>): boolean {
  if (alarm === undefined) return false
  return these.has(alarm) || (alarm.includes(',') && alarm.split(',').some((one) => these.has(one.trim())))
}
