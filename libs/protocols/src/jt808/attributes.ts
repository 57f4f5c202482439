import type { AttributeValue } from '@roadbook/contracts'
import { isNoKey } from '../common/readings.js'
import type { DeviceInformation } from '../protocol.js'

export type Attributes = Record<string, AttributeValue>

/** Adds an alarm. Several alarms of one fix are separated by commas. */
export function addAlarm(attributes: Attributes, name: string): void {
  const before = attributes.alarm
  attributes.alarm = typeof before === 'string' && before !== '' ? `${before},${name}` : name
}

/** Stores a reading under its name. NaN means no reading. */
export function keep(attributes: Attributes, name: string, reading: number): void {
  if (!Number.isNaN(reading)) attributes[name] = reading
}

/** Stores the number of a SIM card. Zeros mean no card. */
export function setCard(iccid: string, information: DeviceInformation): void {
  if (!isNoKey(iccid)) information.iccid = iccid
}

/** Converts Latin-1 to text without its padding. */
export const textOf = (bytes: Buffer): string => bytes.toString('latin1').replace(/^[\0\s]+|[\0\s]+$/g, '')
