import { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { fill, reading32, reading8, signedReading } from '../common/readings.js'
import { applyEvent, applySignal, applyState, hdopOf, note, set, speedOf } from './text-event.js'
import { voltagesOf } from './voltage.js'

const RECORD_BYTES = 52
const EPOCH_MS = Date.UTC(2000, 0, 1)

/**
 * Reads CCC. Fields with their length in bytes: version 2 · record length 2 · number of waiting records 4 · records. All
 * numbers are little-endian. A record may contain more bytes than the known fields.
 */
export function readBatch(data: Buffer, now: number): Fix[] | string {
  const head = new ByteReader(data)
  head.skip(2)
  const length = head.u16le()
  head.skip(4)
  if (head.overrun || length < RECORD_BYTES) return `records of ${length} bytes`
  if (head.remaining % length !== 0) return `${head.remaining} bytes for records of ${length}`
  const fixes: Fix[] = []
  for (let at = head.position; at < data.length; at += length) fixes.push(readRecord(new ByteReader(data, at), now))
  return fixes
}

function readRecord(reader: ByteReader, now: number): Fix {
  const event = reader.u8()
  const latitude = reader.i32le() / 1e6
  const longitude = reader.i32le() / 1e6
  const deviceTime = EPOCH_MS + reader.u32le() * 1000
  const fix = judgeFix({ deviceTime, hasFix: reader.u8() === 1, latitude, longitude }, now)
  fill(fix, 'satellites', reading8(reader.u8()))
  applyEvent(fix, event)
  applySignal(fix, reader.u8())
  set(fix, 'speedKph', speedOf(reader.u16le()))
  set(fix, 'heading', headingOf(reader.u16le()))
  set(fix, 'hdop', hdopOf(reader.u16le() / 10))
  fill(fix, 'altitudeM', signedReading(reader.i16le()))
  fill(fix, 'odometerM', reading32(reader.u32le()))
  note(fix, 'runTimeS', reader.u32le())
  note(fix, 'mcc', reader.u16le())
  note(fix, 'mnc', reader.u16le())
  note(fix, 'lac', reader.u16le())
  note(fix, 'cellId', reader.u16le())
  applyState(fix, reader.u16le())
  note(fix, 'analog1', reader.u16le())
  const battery = reader.u16le()
  const supply = reader.u16le()
  const voltages = voltagesOf(battery, supply)
  if (voltages) {
    fix.batteryMv = voltages.batteryMv
    set(fix, 'externalBatteryMv', voltages.supplyMv)
  } else {
    note(fix, 'analogBattery', battery)
    note(fix, 'analogSupply', supply)
  }
  const geofence = reader.u32le()
  if (geofence !== 0) note(fix, 'geofence', geofence)
  return fix
}
