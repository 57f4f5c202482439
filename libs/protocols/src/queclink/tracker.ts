import { crc16CcittFalse, crc8Nrsc5 } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import type { TrackerEncoder } from '../protocol.js'
import { isProHead } from './pro/frame.js'
import { isBinaryHead } from './sniff.js'

/** Protocol version of a current vehicle tracker. Its fixed report has fields for supply, satellites and ignition. */
const VERSION = '8020040200'
const SACK = /^\+SACK:(?:GTHBD,[^,$]*,)?[0-9A-F]{4}\$/
const COMMAND = /^AT\+GT[^$]*,([0-9A-Fa-f]{4})\$/

/** The device's side of a session. The device is configured to wait for acknowledgements. */
export const tracker: TrackerEncoder = {
  packet(imei, fixes) {
    return Buffer.from(fixes.map((fix, at) => writeReport(imei, fix, at + 1)).join(''), 'latin1')
  },

  readReply(buffer, _awaiting, records) {
    let rest = buffer.toString('latin1')
    for (let confirmed = 0; confirmed < records; confirmed++) {
      const sack = SACK.exec(rest)
      if (!sack) return 'more'
      rest = rest.slice(sack[0].length)
    }
    return { consumed: buffer.length - rest.length, accepted: true }
  },

  readCommand(buffer) {
    const command = COMMAND.exec(buffer.toString('latin1'))
    if (!command) return undefined
    return { consumed: command[0].length, text: command[0].slice(0, -6), serial: parseInt(command[1]!, 16) }
  },

  commandReply(text, imei, serial = 0) {
    const type = /AT\+(GT[A-Z]{3})/.exec(text)?.[1] ?? 'GTRTO'
    return Buffer.from(`+ACK:${type},${VERSION},${imei},,${hex4(serial)},20260101000000,0001$`, 'latin1')
  },

  /** Only binary reports have a checksum. It is before the `$` in the second generation, and before CR LF in the first. */
  repairChecksum(changed) {
    if (changed.length > 20 && isProHead(changed)) changed[changed.length - 2] = crc8Nrsc5(changed, 0, changed.length - 2)
    const end = changed.length - 4
    if (end > 4 && changed[end + 2] === 0x0d && isBinaryHead(changed.toString('latin1', 0, 5)))
      changed.writeUInt16BE(crc16CcittFalse(changed, 4, end), end)
  },
}

const hex4 = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0')

const REPEATED_AFTER_MS = 600_000

const stampOf = (time: number): string => new Date(time).toISOString().replace(/\D/g, '').slice(0, 14)

function writeReport(imei: string, fix: Fix, count: number): string {
  const hasFix = fix.validity !== FixValidity.noFix
  const time = stampOf(fix.positionedAt)
  const status = fix.ignition === true ? '210100' : fix.ignition === false ? '110000' : '410000'
  const position = [
    hasFix ? (fix.hdop ?? 1) : 0,
    (fix.speedKph ?? 0).toFixed(1),
    fix.heading ?? 0,
    (fix.altitudeM ?? 0).toFixed(1),
    (fix.longitude ?? 0).toFixed(6),
    (fix.latitude ?? 0).toFixed(6),
    time,
    ',,,',
    '01',
    fix.satellites ?? '',
  ]
  const mileage = fix.odometerM === undefined ? '' : (fix.odometerM / 1000).toFixed(1)
  // Without a fix, the device repeats an old position, so the time of the position is before the send time.
  const sent = hasFix ? time : stampOf(fix.positionedAt + REPEATED_AFTER_MS)
  const tail = [mileage, '', '', '', '', fix.batteryPercent ?? '', status, '', '', '', sent, hex4(count)]
  return `+RESP:${['GTFRI', VERSION, imei, '', fix.externalBatteryMv ?? '', '10', 1, ...position, ...tail].join(',')}$`
}
