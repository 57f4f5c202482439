import type { AttributeValue } from '@roadbook/contracts'
import type { IoElement } from './io-elements.js'
import type { RawIo } from './read-records.js'

/**
 * Returns the scaled value of a known element. `undefined` if the device could not measure, or if the value is outside the
 * element's range.
 */
export function readIoValue(element: IoElement, raw: RawIo): AttributeValue | undefined {
  switch (element.reader) {
    case 'flag':
      return raw === 1 ? true : raw === 0 ? false : undefined
    case 'unsigned':
      return typeof raw === 'number' ? scaled(element, raw) : raw
    case 'signed':
      return typeof raw === 'number' ? scaled(element, toSigned(raw, element.width)) : raw
    case 'text':
      return printable(Buffer.from(String(raw), 'hex'))
    case 'hex':
      return element.width === 0 ? raw : toHex(raw, element.width)
    case 'reversedHex':
      return raw === 0 ? undefined : reverseHex(toHex(raw, element.width))
  }
}

/**
 * Returns the raw bits that {@link readIoValue} would read as `value`. `undefined` if the value does not fit into the
 * element.
 */
export function writeIoValue(element: IoElement, value: AttributeValue): RawIo | undefined {
  switch (element.reader) {
    case 'flag':
      return typeof value === 'boolean' ? Number(value) : undefined
    case 'unsigned':
    case 'signed':
      if (typeof value === 'bigint') return value
      return typeof value === 'number' ? fitting(element, Math.round(value * (element.divisor ?? 1))) : undefined
    case 'text':
      return typeof value === 'string' ? Buffer.from(value, 'latin1').toString('hex') : undefined
    case 'hex':
      return isHex(value) ? (element.width === 0 ? value : fromHex(value)) : undefined
    case 'reversedHex':
      return isHex(value) ? fromHex(reverseHex(value)) : undefined
  }
}

function scaled(element: IoElement, value: number): number | undefined {
  if (value < element.lowest || value > element.highest || element.errors?.includes(value)) return undefined
  return element.divisor === undefined ? value : value / element.divisor
}

function fitting(element: IoElement, value: number): number | undefined {
  const span = 2 ** (8 * element.width)
  const isInside = element.reader === 'signed' ? value >= -span / 2 && value < span / 2 : value >= 0 && value < span
  return isInside ? value : undefined
}

function toSigned(value: number, width: number): number {
  const unused = 32 - 8 * width
  return (value << unused) >> unused
}

/** Drops padding and control characters, because device texts are untrusted. */
const printable = (bytes: Buffer) => bytes.toString('latin1').replace(/\p{Cc}/gu, '')
const toHex = (raw: RawIo, width: number) => raw.toString(16).padStart(width * 2, '0')
const reverseHex = (digits: string) => Buffer.from(digits, 'hex').reverse().toString('hex')
const isHex = (value: AttributeValue): value is string => typeof value === 'string' && /^([0-9a-f]{2})*$/.test(value)
const fromHex = (digits: string) => BigInt(`0x${digits || '0'}`)
