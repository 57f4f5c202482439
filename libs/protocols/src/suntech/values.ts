import type { AttributeValue, Fix } from '@roadbook/contracts'
import { decimalOf } from '../common/plain-number.js'
import { utcOf } from '../common/utc.js'
import { within } from '../common/readings.js'

/** Converts `YYYYMMDD` and `HH:MM:SS` in UTC to milliseconds since 1970. */
export function timeOf(date: string, time: string): number | undefined {
  if (!isDate(date) || !isTime(time)) return undefined
  const of = (text: string, from: number, to: number) => Number(text.slice(from, to))
  return utcOf(of(date, 0, 4), of(date, 4, 6), of(date, 6, 8), of(time, 0, 2), of(time, 3, 5), of(time, 6, 8))
}

export const isDate = (text: string): boolean => text.length === 8 && decimalOf(text) !== undefined && !text.includes('.')
export const isTime = (text: string): boolean => text.length === 8 && text[2] === ':' && text[5] === ':'

export function note(fix: Fix, name: string, value: AttributeValue | undefined): void {
  if (value === undefined || value === '' || Number.isNaN(value)) return
  fix.attributes ??= {}
  fix.attributes[name] = value
}

/** Reads a counted or measured amount of 0 or more. */
export const amountOf = (text: string | undefined): number | undefined => within(decimalOf(text), 0, LARGEST_AMOUNT)

/** Maximum amount. It is one less than a counter of 32 bits with all bits set, which has no value. */
const LARGEST_AMOUNT = 0xffff_fffe

/** Converts printed volts to millivolts. */
export const millivolts = (text: string | undefined): number | undefined => {
  const volts = amountOf(text)
  return volts === undefined ? undefined : Math.round(volts * 1000)
}

/** Returns true for a tracker's identifier, which is the vendor's number. */
export const isIdentity = (text: string | undefined): text is string => text !== undefined && /^[0-9A-Za-z]{1,20}$/.test(text)
