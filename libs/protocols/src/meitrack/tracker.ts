import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import type { TrackerEncoder } from '../protocol.js'
import { checksumOf, hasRightChecksum, printChecksum } from './frame.js'
import { writeFrame } from './write-frame.js'

const COMMAND = /^@@([A-z])\d{2,4},([^,*]{1,20}),([^\r\n]*)\*[0-9A-F]{2}\r\n/
const FULL_CELL = '0190'
const FIRST_FLAG = 0x41
const FLAGS = 0x3a

/** The device's side of a session. The device sends text events and gets no acknowledgements. */
export const tracker: TrackerEncoder = {
  isUnacknowledged: true,
  omits: ['ignition'],

  packet(imei, fixes) {
    const flag = (at: number) => String.fromCharCode(FIRST_FLAG + (at % FLAGS))
    return Buffer.concat(fixes.map((fix, at) => writeFrame('$$', flag(at), imei, writeEvent(fix))))
  },

  readReply(buffer) {
    return buffer.length === 0 ? 'more' : { consumed: buffer.length, accepted: true }
  },

  readCommand(buffer) {
    const command = COMMAND.exec(buffer.toString('latin1'))
    return command
      ? { consumed: command[0].length, text: command[3]!, serial: command[1]!.charCodeAt(0) - FIRST_FLAG + 1 }
      : undefined
  },

  commandReply(text, imei, serial = 1) {
    return writeFrame('$$', String.fromCharCode(FIRST_FLAG + ((serial - 1) % FLAGS)), imei, `${text.slice(0, 3)},OK`)
  },

  repairChecksum(changed) {
    const star = changed.length - 5
    if (star > 0 && changed[0] === 0x24 && changed[star] === 0x2a && !hasRightChecksum(changed))
      changed.write(printChecksum(checksumOf(changed, star + 1)), star + 1, 'latin1')
  },
}

function writeEvent(fix: Fix): string {
  const time = new Date(fix.positionedAt).toISOString().replace(/\D/g, '').slice(2, 14)
  const supply =
    fix.externalBatteryMv === undefined
      ? ''
      : Math.round(fix.externalBatteryMv / 10)
          .toString(16)
          .toUpperCase()
          .padStart(4, '0')
  return [
    'AAA',
    35,
    (fix.latitude ?? 0).toFixed(6),
    (fix.longitude ?? 0).toFixed(6),
    time,
    fix.validity === FixValidity.noFix ? 'V' : 'A',
    fix.satellites ?? 0,
    20,
    Math.round(fix.speedKph ?? 0),
    fix.heading ?? 0,
    fix.hdop ?? 1,
    Math.round(fix.altitudeM ?? 0),
    Math.round(fix.odometerM ?? 0),
    0,
    '0|0|0000|0000',
    '0000',
    `0000|0000|0000|${FULL_CELL}|${supply}`,
    '',
  ].join(',')
}
