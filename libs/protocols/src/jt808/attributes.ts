import type { AttributeValue } from '@roadbook/contracts'
import { isNoKey } from '../common/readings.js'
import type { DeviceInformation } from '../protocol.js'

export type Attributes = Record<string, AttributeValue>

/** Several alarms of one fix are listed with commas. */
export function addAlarm(attributes: Attributes, name: string): void {
  const before = attributes.alarm
  attributes.alarm = typeof before === 'string' && before !== '' ? `${before},${name}` : name
}

/** Keeps a reading under its name; NaN is none. */
export function keep(attributes: Attributes, name: string, reading: number): void {
  if (!Number.isNaN(reading)) attributes[name] = reading
}

/** The number of a SIM card; of a slot without one it is zeros. */
export function setCard(iccid: string, information: DeviceInformation): void {
  if (!isNoKey(iccid)) information.iccid = iccid
}

/** Latin-1 without padding. */
export const textOf = (bytes: Buffer): string => bytes.toString('latin1').replace(/^[\0\s]+|[\0\s]+$/g, '')
