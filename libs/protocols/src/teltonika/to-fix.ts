import type { AttributeValue, Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import { isPosition } from '@roadbook/geo'
import { findIoElement } from './io-elements.js'
import { readIoValue } from './io-value.js'
import type { AvlRecord, IoValue } from './read-records.js'

const DEGREES = 1e7
/** Devices may record before they know the time; none of this protocol was built before 2010. */
const EARLIEST_TIME = Date.UTC(2010, 0, 1)
const LARGEST_LEAD_MS = 24 * 3_600_000

/** Judges one record: units, validity, names. `now` stands in when the device did not know the time, ms since 1970 UTC. */
export function toFix(record: AvlRecord, now: number): Fix {
  const deviceTime = record.timestamp
  const isTimeKnown = deviceTime >= EARLIEST_TIME && deviceTime <= now + LARGEST_LEAD_MS
  const latitude = record.latitude / DEGREES
  const longitude = record.longitude / DEGREES
  const fix: Fix = {
    positionedAt: isTimeKnown ? deviceTime : now,
    validity: isTimeKnown ? judgePosition(record.satellites, latitude, longitude) : FixValidity.unknownTime,
    latitude,
    longitude,
    altitudeM: record.altitudeM,
    speedKph: record.speedKph,
    heading: record.angle < 360 ? record.angle : record.angle === 360 ? 0 : undefined,
    satellites: record.satellites,
  }
  if (record.eventIoId !== 0) fix.event = record.eventIoId
  const attributes: Record<string, AttributeValue> = {}
  if (!isTimeKnown) attributes.deviceTime = deviceTime
  if (record.priority !== 0) attributes.priority = record.priority
  if (record.generationType !== undefined) attributes.generationType = record.generationType
  for (const io of record.io) applyIo(fix, attributes, io)
  fix.attributes = attributes
  return fix
}

function judgePosition(satellites: number, latitude: number, longitude: number): FixValidity {
  if (satellites === 0) return FixValidity.noFix
  return isPosition(latitude, longitude) ? FixValidity.valid : FixValidity.invalidCoordinates
}

/** A known element fills its column or its named attribute; anything else is kept raw under its id. */
function applyIo(fix: Fix, attributes: Record<string, AttributeValue>, { id, width, value: raw }: IoValue): void {
  const element = findIoElement(id, width)
  const value = element && readIoValue(element, raw)
  if (element === undefined || value === undefined) {
    attributes[`io${id}`] = raw
    return
  }
  switch (element.column) {
    case undefined:
      attributes[element.name] = value
      break
    case 'ignition':
    case 'movement':
      fix[element.column] = value as boolean
      break
    case 'hdop':
      // 0 is the device's way to say that it has no fix.
      if (value !== 0) fix.hdop = value as number
      break
    case 'externalBatteryMv':
      // Comes in two widths, and the one that the model does not measure with is 0.
      fix.externalBatteryMv = Math.max(fix.externalBatteryMv ?? 0, value as number)
      break
    default:
      fix[element.column] = value as number
  }
}
