import type { Fix } from '@roadbook/contracts'
import { fill, percentOf, reading16 } from '../common/readings.js'
import type { DeviceInformation } from '../protocol.js'
import { type Attributes, addAlarm, setCard } from './attributes.js'

/**
 * Item E8 of the Jimi cameras. It begins with an id of 2 bytes. If the id belongs to a state, a length (1 byte) and a value
 * follow. All other ids are alarms.
 */
const ALARMS: Readonly<Record<number, string>> = {
  0x0001: 'fault',
  0x0400: 'hardAcceleration',
  0x0401: 'hardBraking',
  0x0402: 'hardCornering',
  0x0403: 'overspeed',
  0x0405: 'accident',
  0x0406: 'vibration',
  0x0407: 'tow',
  0x0408: 'geofenceEnter',
  0x0409: 'geofenceExit',
  0x040c: 'door',
  0x0412: 'hardAcceleration',
  0x0413: 'hardBraking',
  0x0414: 'hardCornering',
  0x0415: 'laneChange',
  0x0416: 'accident',
  0x0417: 'accident',
  0x0c01: 'sos',
  0x0c02: 'lowPower',
  0x0c05: 'general',
  0x0c0e: 'powerCut',
  0x0c0f: 'lowBattery',
  0x0c10: 'powerOff',
  0x0c12: 'tampering',
}

export function readJcItem(value: Buffer, fix: Fix, attributes: Attributes, information: DeviceInformation): void {
  const id = value.readUInt16BE(0)
  const content = value.subarray(3)
  const alarm = ALARMS[id]
  if (alarm !== undefined) addAlarm(attributes, alarm)
  else if (id === 0x0c03) fix.ignition = true
  else if (id === 0x0c04) fix.ignition = false
  else if (id === 0x2002 && content.length >= 2) {
    attributes.uploadMode = content[0]!
    attributes.buffered = content[1] === 1
  } else if (id === 0x2003 && content.length >= 7) readBattery(content, fix, attributes)
  else if (id === 0x2005) readStates(content, fix, attributes, information)
  else attributes.itemE8 = value.toString('hex')
}

/**
 * Reads the battery. Fields with their length in bytes: charging 1 · level 1 (1–6) · internal voltage 2 (0.01 V) · signal 1 ·
 * external voltage 2 (0.01 V).
 */
function readBattery(content: Buffer, fix: Fix, attributes: Attributes): void {
  attributes.charging = content[0] === 1
  const level = content[1]!
  if (level >= 1 && level <= 6) fix.batteryPercent = Math.floor((level * 100) / 6)
  fill(fix, 'batteryMv', reading16(content.readUInt16BE(2)) * 10)
  attributes.gsmSignalCode = content[4]!
  fill(fix, 'externalBatteryMv', reading16(content.readUInt16BE(5)) * 10)
}

/** Reads states. Fields of each with their length in bytes: id 2 · length 1 · value. */
function readStates(content: Buffer, fix: Fix, attributes: Attributes, information: DeviceInformation): void {
  for (let at = 0; at + 3 <= content.length; at += 3 + content[at + 2]!) {
    const id = content.readUInt16BE(at)
    const value = content.subarray(at + 3, at + 3 + content[at + 2]!)
    if (id === 1 && value.length === 2) fill(fix, 'batteryMv', reading16(value.readUInt16BE(0)) * 10)
    else if (id === 3 && value.length === 1) fill(fix, 'batteryPercent', percentOf(value[0]!))
    else if (id === 4 && value.length === 1) attributes.charging = value[0] === 0
    else if (id === 5 && value.length === 10) setCard(value.toString('hex').slice(0, 19), information)
    else if (id === 7 && value.length === 2) fill(fix, 'hdop', reading16(value.readUInt16BE(0)) / 10)
    else if (id === 0x2001 && value.length === 2) fill(fix, 'externalBatteryMv', reading16(value.readUInt16BE(0)) * 100)
    else attributes[`state${id}`] = value.toString('hex')
  }
}
