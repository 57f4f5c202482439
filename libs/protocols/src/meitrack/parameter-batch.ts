import { ByteReader, signed16 } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { fill, reading16, reading32, reading8, signedReading } from '../common/readings.js'
import { applyLong } from './long-parameters.js'
import { applyEvent, applySignal, hdopOf, note, percentOf, set, speedOf } from './text-event.js'

const EPOCH_MS = Date.UTC(2000, 0, 1)
/** If an id has this first byte, it has a second byte. */
const EXTENDED = 0xfe

const Id = {
  event: 0x01,
  latitude: 0x02,
  longitude: 0x03,
  time: 0x04,
  validity: 0x05,
  satellites: 0x06,
  signal: 0x07,
  speed: 0x08,
  heading: 0x09,
  hdop: 0x0a,
  altitude: 0x0b,
  mileage: 0x0c,
  runTime: 0x0d,
  outputs: 0x14,
  inputs: 0x15,
  wideEvent: 0x40,
} as const

/** Parameters with a name: the name, the divisor of the raw value, and if the value is signed (two bytes). */
const NAMED: Readonly<Record<number, readonly [name: string, divisor: number, isSigned?: boolean]>> = {
  0x16: ['analog1V', 100],
  0x17: ['analog2V', 100],
  0x18: ['analog3V', 100],
  0x1b: ['geofence', 1],
  0x29: ['fuelPercent', 100],
  0x91: ['canSpeedKph', 1],
  0x92: ['canSpeedKph', 1],
  0x99: ['engineRpm', 1],
  0x9b: ['canOdometerM', 1],
  0x9c: ['coolantTemperatureC', 1, true],
  0xa0: ['fuelUsed', 1],
}

/**
 * Reads CCE. Fields with their length in bytes: number of waiting records 4 · number of records 2, then for each record:
 * length 2 · record.
 */
export function readParameterBatch(data: Buffer, now: number): Fix[] | string {
  const reader = new ByteReader(data)
  reader.skip(4)
  const count = reader.u16le()
  const fixes: Fix[] = []
  for (let nth = 1; nth <= count; nth++) {
    const length = reader.u16le()
    const record = reader.slice(length)
    if (reader.overrun) return `record ${nth} of ${count} is beyond the end`
    const fix = readRecord(record, now)
    if (typeof fix === 'string') return `record ${nth}: ${fix}`
    fixes.push(fix)
  }
  return fixes
}

/**
 * Reads a record: an index (2 bytes), then four groups of parameters with 1, 2, 4 and any number of bytes. Each group begins
 * with its count.
 */
function readRecord(bytes: Buffer, now: number): Fix | string {
  const reader = new ByteReader(bytes)
  reader.skip(2)
  const values = new Map<number, number>()
  const long: (readonly [number, Buffer])[] = []
  for (const width of [1, 2, 4]) {
    for (let left = reader.u8(); left > 0 && !reader.overrun; left--) {
      const id = readId(reader)
      values.set(id, width === 1 ? reader.u8() : width === 2 ? reader.u16le() : reader.u32le())
    }
  }
  for (let left = reader.remaining > 0 ? reader.u8() : 0; left > 0 && !reader.overrun; left--)
    long.push([readId(reader), reader.slice(reader.u8())])
  if (reader.overrun) return 'parameters beyond its end'
  const fix = fixOf(values, now)
  for (const [id, value] of long) applyLong(fix, id, value)
  return fix
}

function readId(reader: ByteReader): number {
  const id = reader.u8()
  return id === EXTENDED ? (EXTENDED << 8) | reader.u8() : id
}

function fixOf(values: ReadonlyMap<number, number>, now: number): Fix {
  const degrees = (id: number) => {
    const value = values.get(id)
    return value === undefined ? undefined : (value | 0) / 1e6
  }
  const time = values.get(Id.time)
  const fix = judgeFix(
    {
      deviceTime: time === undefined ? undefined : EPOCH_MS + time * 1000,
      hasFix: (values.get(Id.validity) ?? 1) === 1,
      latitude: degrees(Id.latitude),
      longitude: degrees(Id.longitude),
    },
    now,
  )
  applyEvent(fix, values.get(Id.wideEvent) ?? values.get(Id.event))
  for (const [id, value] of values) applyValue(fix, id, value)
  return fix
}

/** Ids that are read together with other ids. */
const TAKEN: ReadonlySet<number> = new Set([Id.latitude, Id.longitude, Id.time, Id.validity, Id.event, Id.wideEvent])
const BATTERY = 0x19
const SUPPLY = 0x1a
const CHARGE = 0xfe69
const FUEL = 0x29

function applyValue(fix: Fix, id: number, value: number): void {
  if (TAKEN.has(id)) return
  if (id === Id.satellites) fill(fix, 'satellites', reading8(value))
  else if (id === Id.signal) applySignal(fix, value)
  else if (id === Id.speed) set(fix, 'speedKph', speedOf(value))
  else if (id === Id.heading) set(fix, 'heading', headingOf(value))
  else if (id === Id.hdop) set(fix, 'hdop', hdopOf(value / 10))
  else if (id === Id.altitude) fill(fix, 'altitudeM', signedReading(signed16(value)))
  else if (id === Id.mileage) fill(fix, 'odometerM', reading32(value))
  else if (id === Id.runTime) note(fix, 'runTimeS', value)
  else if (id === Id.outputs) note(fix, 'digitalOutputs', value)
  else if (id === Id.inputs) note(fix, 'digitalInputs', value)
  else if (id === BATTERY) fill(fix, 'batteryMv', reading16(value) * 10)
  else if (id === SUPPLY) fill(fix, 'externalBatteryMv', reading16(value) * 10)
  else if (id === CHARGE) set(fix, 'batteryPercent', percentOf(value))
  else if (id === FUEL && percentOf(value / 100) === undefined) note(fix, `parameter${id.toString(16)}`, value)
  else {
    const [name, divisor, isSigned] = NAMED[id] ?? [`parameter${id.toString(16)}`, 1]
    note(fix, name, (isSigned ? signed16(value) : value) / divisor)
  }
}
