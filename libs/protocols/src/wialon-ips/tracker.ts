import { crc16Ibm } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import type { TrackerEncoder } from '../protocol.js'

const LINE = /^([^\r\n]*)\r\n/

/** The device's side of a session of version 2. The device sends batches of full records with a checksum. */
export const tracker: TrackerEncoder = {
  login: (imei) => writeLine('L', `2.0;${imei};NA;`),

  packet: (_imei, fixes) => writeLine('B', `${fixes.map(writeRecord).join('|')}|`),

  readReply(buffer, awaiting, records) {
    const line = LINE.exec(buffer.toString('latin1'))
    if (!line) return 'more'
    return { consumed: line[0].length, accepted: line[1] === (awaiting === 'login' ? '#AL#1' : `#AB#${records}`) }
  },

  readCommand(buffer) {
    const line = LINE.exec(buffer.toString('latin1'))
    return line && !line[1]!.startsWith('#A') ? { consumed: line[0].length, text: line[1]! } : undefined
  },

  commandReply: (text) => writeLine('M', `${text.replaceAll(';', ',')};`),

  /** The checksum is a text of one to four digits, so it cannot be repaired in place after a change. */
  repairChecksum: undefined,
}

function writeLine(type: string, body: string): Buffer {
  const crc = crc16Ibm(Buffer.from(body, 'latin1')).toString(16).toUpperCase()
  return Buffer.from(`#${type}#${body}${crc}\r\n`, 'latin1')
}

function writeRecord(fix: Fix): string {
  const iso = new Date(fix.positionedAt).toISOString()
  const parameters = [
    fix.externalBatteryMv !== undefined && `pwr_ext:2:${fix.externalBatteryMv / 1000}`,
    fix.ignition !== undefined && `ign:1:${fix.ignition ? 1 : 0}`,
  ].filter((text) => text !== false)
  return [
    iso.slice(8, 10) + iso.slice(5, 7) + iso.slice(2, 4),
    iso.slice(11, 23).replaceAll(':', ''),
    ...writeDegrees(fix.latitude, 2, 'NS'),
    ...writeDegrees(fix.longitude, 3, 'EW'),
    fix.speedKph ?? 'NA',
    fix.heading ?? 'NA',
    fix.altitudeM ?? 'NA',
    fix.satellites ?? 'NA',
    fix.hdop ?? 'NA',
    'NA',
    'NA',
    '',
    'NA',
    parameters.length > 0 ? parameters.join(',') : 'NA',
  ].join(';')
}

/** Formats degrees and minutes with six decimals. If the minutes are rounded up to 60, the degrees increase by one. */
function writeDegrees(degrees: number | undefined, digits: number, letters: string): [string, string] {
  if (degrees === undefined) return ['NA', 'NA']
  const millionths = Math.round(Math.abs(degrees) * 60_000_000)
  const whole = Math.floor(millionths / 60_000_000)
  const minutes = ((millionths % 60_000_000) / 1_000_000).toFixed(6).padStart(9, '0')
  return [String(whole).padStart(digits, '0') + minutes, letters[degrees < 0 ? 1 : 0]!]
}
