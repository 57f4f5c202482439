import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import type { TrackerEncoder } from '../protocol.js'

const COMMAND = /^ST600CMD;[^;\r]{1,20};02;([^\r]+)\r/

/** A tracker of the ST600 series. It sends status reports and expects no acknowledgements. */
export const tracker: TrackerEncoder = {
  isUnacknowledged: true,
  omits: ['altitudeM'],

  packet(imei, fixes) {
    return Buffer.from(fixes.map((fix, at) => `${writeReport(imei, fix, at)}\r`).join(''), 'latin1')
  },

  readReply(buffer) {
    return buffer.length === 0 ? 'more' : { consumed: buffer.length, accepted: true }
  },

  readCommand(buffer) {
    const command = COMMAND.exec(buffer.toString('latin1'))
    return command ? { consumed: command[0].length, text: command[1]! } : undefined
  },

  commandReply: (text, imei) => Buffer.from(`ST600CMD;Res;${imei};419;${text}\r`, 'latin1'),

  repairChecksum: undefined,
}

function writeReport(imei: string, fix: Fix, index: number): string {
  const iso = new Date(fix.positionedAt).toISOString()
  return [
    'ST600STT',
    imei,
    '20',
    '419',
    iso.slice(0, 10).replaceAll('-', ''),
    iso.slice(11, 19),
    '0012ab34',
    '204',
    '4',
    '4524',
    '50',
    signed(fix.latitude ?? 0, 9),
    signed(fix.longitude ?? 0, 10),
    (fix.speedKph ?? 0).toFixed(3).padStart(7, '0'),
    (fix.heading ?? 0).toFixed(2).padStart(6, '0'),
    fix.satellites ?? 0,
    fix.validity === FixValidity.noFix ? 0 : 1,
    Math.round(fix.odometerM ?? 0),
    fix.externalBatteryMv === undefined ? '' : (fix.externalBatteryMv / 1000).toFixed(2),
    `${fix.ignition ? 1 : 0}00000`,
    1,
    String(index % 10_000).padStart(4, '0'),
  ].join(';')
}

const signed = (degrees: number, digits: number): string =>
  (degrees < 0 ? '-' : '+') + Math.abs(degrees).toFixed(6).padStart(digits, '0')
