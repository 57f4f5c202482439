import type { Fix } from '@roadbook/contracts'
import { judgeFix, telemetryAt } from '../common/judge-fix.js'
import type { SessionState } from '../protocol.js'
import { readTime } from './clock.js'
import { addAlarm, textOf } from './attributes.js'
import { readObdText } from './items.js'
import { readCoordinates, readPlace } from './location.js'

/** 0x0900: kind 1 · what a peripheral says. `undefined`: a kind that we do not use. */
export function readTransparent(body: Buffer, session: SessionState): Fix | undefined {
  const content = body.subarray(1)
  switch (body[0]) {
    case 0x40:
      return readCardReader(textOf(content), session.now)
    case 0x41:
      return readObd(textOf(content), session.now)
    case 0xf0:
      return readVehicleData(content, session)
    case 0xff:
      return content.length < 24 ? undefined : readSignedPlace(content, session)
    case 0x53:
    case 0x54:
      return content.length < 24 ? undefined : readPlaceWithSensors(content, session)
    default:
      return undefined
  }
}

/** `GTSL|…|…|…|card|`: who drives. */
function readCardReader(text: string, now: number): Fix {
  const fix = telemetryAt(now)
  const driver = /^\$?GTSL\|(?:[^|]*\|){3}([^|]+)/.exec(text)?.[1]
  fix.attributes = { serialData: text, ...(driver !== undefined && { driverId: driver }) }
  return fix
}

function readObd(text: string, now: number): Fix {
  const fix = telemetryAt(now)
  fix.attributes = {}
  readObdText(text, fix, fix.attributes)
  return fix
}

/** Time 6 · latitude 4 · longitude 4 (signed) · altitude 2 · speed 2 · direction 2. */
function readSignedPlace(content: Buffer, session: SessionState): Fix {
  const fix = judgeFix(
    {
      deviceTime: readTime(content, 0, session),
      hasFix: true,
      latitude: content.readInt32BE(6) / 1_000_000,
      longitude: content.readInt32BE(10) / 1_000_000,
    },
    session.now,
  )
  fix.altitudeM = content.readInt16BE(14)
  fix.speedKph = content.readUInt16BE(16) / 10
  return fix
}

/** Status, place, altitude, speed, direction as in a location · time 6 · what sensors say, kept as it is. */
function readPlaceWithSensors(content: Buffer, session: SessionState): Fix {
  const fix = readPlace(content, 0, readTime(content, 18, session), session.now)
  if (content.length > 24) fix.attributes = { ...fix.attributes, sensors: content.toString('hex', 24) }
  return fix
}

/** Kinds of 0xF0 that end with status 4 · latitude 4 · longitude 4. */
const ALARMS: Readonly<Record<number, string>> = {
  0x01: 'powerRestored',
  0x02: 'powerCut',
  0x0e: 'idle',
  0x1a: 'hardAcceleration',
  0x1b: 'hardBraking',
  0x1c: 'hardCornering',
  0x1d: 'laneChange',
  0x1e: 'laneChange',
  0x1f: 'laneChange',
  0x23: 'fatigueDriving',
  0x25: 'overspeed',
  0x26: 'accident',
  0x27: 'accident',
  0x28: 'accident',
  0x31: 'door',
  0x32: 'door',
}

/** Time 6 · stored 1 · vehicle 1 · kind 1 · … : 1 values, 2 fault codes, 3 alarms, 4 a trip, 0B the VIN. */
function readVehicleData(content: Buffer, session: SessionState): Fix | undefined {
  if (content.length < 10) return undefined
  const deviceTime = readTime(content, 0, session)
  const kind = content[8]!
  const hasPlace = kind <= 3 && kind >= 1 && content.length >= 22
  const end = hasPlace ? content.length - 12 : content.length
  const fix = hasPlace
    ? readCoordinates(content, end, deviceTime, session.now)
    : judgeFix({ deviceTime, hasFix: false, latitude: undefined, longitude: undefined }, session.now)
  fix.attributes = { ...fix.attributes, buffered: content[6] !== 0 }
  if (kind === 1) readValues(content.subarray(10, end), fix)
  else if (kind === 3) readAlarms(content.subarray(10, end), fix)
  else if (kind === 0x0b && content.length >= 27) fix.attributes.vin = textOf(content.subarray(10, 27))
  else fix.attributes.vehicleData = content.toString('hex', 8, end)
  return fix
}

/** Id 2 · length 1 · value each. */
function readValues(bytes: Buffer, fix: Fix): void {
  for (let at = 0; at + 3 <= bytes.length; at += 3 + bytes[at + 2]!) {
    const id = bytes.readUInt16BE(at)
    const value = bytes.subarray(at + 3, at + 3 + bytes[at + 2]!)
    const number = value.length > 0 && value.length <= 4 ? value.readUIntBE(0, value.length) : undefined
    if (number === undefined) fix.attributes![`obd${id}`] = textOf(value)
    else if (id === 0x0102 || id === 0x0528 || id === 0x0546) fix.odometerM = number * 100
    else if (id === 0x0530) fix.externalBatteryMv = number
    else if (id === 0x0535) fix.attributes!.obdSpeedKph = number / 10
    else if (id === 0x0536) fix.attributes!.obdEngineRpm = number
    else if (id === 0x052d) fix.attributes!.obdCoolantC = number - 40
    else if (id === 0x052b) fix.attributes!.obdFuelLevelPercent = number
    else fix.attributes![`obd${id}`] = number
  }
}

/** Id 1 · length 1 · value each. */
function readAlarms(bytes: Buffer, fix: Fix): void {
  for (let at = 0; at + 2 <= bytes.length; at += 2 + bytes[at + 1]!) {
    const name = ALARMS[bytes[at]!]
    if (name !== undefined) addAlarm(fix.attributes!, name)
  }
}
