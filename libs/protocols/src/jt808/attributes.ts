import type { AttributeValue } from '@roadbook/contracts'

export type Attributes = Record<string, AttributeValue>

/** Several alarms of one fix are listed with commas. */
export function addAlarm(attributes: Attributes, name: string): void {
  const before = attributes.alarm
  attributes.alarm = typeof before === 'string' && before !== '' ? `${before},${name}` : name
}

/** Latin-1 without padding. */
export const textOf = (bytes: Buffer): string => bytes.toString('latin1').replace(/^[\0\s]+|[\0\s]+$/g, '')
