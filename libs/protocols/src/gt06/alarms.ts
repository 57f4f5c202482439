/**
 * Alarm codes from the tables of Concox and Jimi. A code that means different alarms at different vendors is stored only as
 * `alarmCode`.
 */
const ALARMS: Readonly<Record<number, string>> = {
  0x01: 'sos',
  0x02: 'powerCut',
  0x03: 'vibration',
  0x04: 'geofenceEnter',
  0x05: 'geofenceExit',
  0x06: 'overspeed',
  0x09: 'movement',
  0x0a: 'gpsDeadZoneEnter',
  0x0b: 'gpsDeadZoneExit',
  0x0c: 'powerOn',
  0x0d: 'firstFix',
  0x0e: 'lowPower',
  0x0f: 'lowPowerProtection',
  0x10: 'simChanged',
  0x11: 'powerOff',
  0x12: 'airplaneMode',
  0x13: 'tampering',
  0x14: 'door',
  0x15: 'lowPowerShutdown',
  0x16: 'sound',
  0x17: 'fakeBaseStation',
  0x18: 'coverOpen',
  0x19: 'lowBattery',
  0x20: 'deepSleep',
  0x23: 'fallDown',
  0x24: 'chargerConnected',
  0x25: 'tampering',
  0x26: 'hardAcceleration',
  0x27: 'hardBraking',
  0x29: 'hardAcceleration',
  0x2a: 'hardCornering',
  0x2b: 'hardCornering',
  0x2c: 'accident',
  0x2d: 'rollover',
  0x2e: 'hardCornering',
  0x30: 'hardBraking',
  0x32: 'tampering',
  0x33: 'lock',
  0x34: 'unlock',
  0x4b: 'tilt',
  0xfe: 'ignitionOn',
  0xff: 'ignitionOff',
}

/**
 * Code that means an opened case, but only with some vendors. Their frames are recognised by the declared length of the LBS
 * block: with these vendors, this length does not include the length byte.
 */
const OTHER_MAKERS_TAMPER = 0x0c

export function alarmOf(code: number, countsOnlyContent: boolean): string | undefined {
  return countsOnlyContent && code === OTHER_MAKERS_TAMPER ? 'tampering' : ALARMS[code]
}

/** Alarms of bits 5–3 of the terminal information. */
const STATUS_ALARMS = [undefined, 'vibration', 'powerCut', 'lowBattery', 'sos', undefined, 'geofence', 'removing'] as const

export const statusAlarmOf = (bits: number): string | undefined => STATUS_ALARMS[bits]

/** Events of the JC camera family (0x95). */
const JC_ALARMS: Readonly<Record<number, string>> = {
  0x0e: 'lowPower',
  0x76: 'temperature',
  0x80: 'vibration',
  0x87: 'overspeed',
  0x88: 'powerCut',
  0x90: 'hardAcceleration',
  0x91: 'hardBraking',
  0x92: 'hardCornering',
  0x93: 'accident',
}

/** Returns the alarm of an event. Event 1 is a general alarm if the report has no position. */
export const jcAlarmOf = (event: number, hasPlace: boolean): string | undefined =>
  event === 1 ? (hasPlace ? 'sos' : 'general') : JC_ALARMS[event]

/** Alarms of the events in module 0x34 of a modular report. */
export const MODULE_ALARMS: Readonly<Record<number, string>> = {
  0x10: 'door',
  0x12: 'removing',
  0x14: 'geofenceEnter',
  0x15: 'geofenceExit',
  0x16: 'temperature',
  0x1a: 'lowBattery',
  0x1b: 'overspeed',
  0x1c: 'powerOn',
  0x1d: 'powerOff',
  0x20: 'vibration',
  0x21: 'powerCut',
  0x23: 'tampering',
}
