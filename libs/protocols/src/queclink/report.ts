import type { AttributeValue, Fix } from '@roadbook/contracts'
import { utcOf } from '../common/utc.js'
import { type Family, modelOf } from './models.js'

/** A text report, split at its commas. */
export interface Report {
  /** One of `RESP`, `BUFF`, `ACK`, `NACK`. */
  head: string
  /** For example `GTFRI`. */
  type: string
  version: string
  identity: string
  family: Family | undefined
  fields: string[]
  /** Index of the first field after the device name. Some models send the vehicle's number before the device name. */
  start: number
  /** Index of the send time. The fields between `start` and this index depend on the report type. */
  end: number
  vin?: string
  deviceName?: string
}

const VIN = /^[A-HJ-NPR-Z0-9]{17}$/
const IDENTITY = /^[0-9A-Za-z]{1,20}$/

/**
 * Splits a report into the parts that all reports have, or returns the reason if it cannot be split. `text` does not contain
 * the final `$`.
 */
export function readReport(text: string): Report | string {
  const fields = text.split(',')
  const first = fields[0]!
  const colon = first.indexOf(':')
  // The oldest models (GL100, GT300) send no version before the IMEI and no device name after it.
  const hasVersion = (fields[1]?.length ?? 0) <= 10
  const version = hasVersion ? (fields[1] ?? '') : ''
  const identityAt = hasVersion ? 2 : 1
  const identity = fields[identityAt] ?? ''
  if (!IDENTITY.test(identity)) return `${identity.length} characters in place of the IMEI`
  const report: Report = {
    head: first.slice(1, colon),
    type: first.slice(colon + 1),
    version,
    identity,
    family: modelOf(version)?.family,
    fields,
    start: identityAt + (hasVersion ? 2 : 1),
    end: Math.max(identityAt + 1, fields.length - 2),
  }
  const name = hasVersion ? (fields[identityAt + 1] ?? '') : ''
  if (name.length === 17 && VIN.test(name) && fields.length - identityAt > 6) {
    report.vin = name
    report.start++
  } else if (name !== '') report.deviceName = name
  return report
}

/** Converts `YYYYMMDDHHMMSS` to milliseconds since 1970 UTC. */
export function timeOf(text: string | undefined): number | undefined {
  if (text?.length !== 14 || !isStamp(text)) return undefined
  const part = (from: number, length: number) => Number(text.slice(from, from + length))
  return utcOf(part(0, 4), part(4, 2), part(6, 2), part(8, 2), part(10, 2), part(12, 2))
}

/** Returns true when a field has the form of a time. */
export function isStamp(text: string): boolean {
  if (text.length !== 14) return false
  for (let at = 0; at < 14; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x30 || code > 0x39) return false
  }
  return true
}

/** Adds an attribute to a fix, which may already have attributes. */
export function note(fix: Fix, name: string, value: AttributeValue | undefined): void {
  if (value === undefined || value === '') return
  fix.attributes ??= {}
  fix.attributes[name] = value
}
