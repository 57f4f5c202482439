import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import { toNmea } from '../common/nmea.js'
import type { TrackerEncoder } from '../protocol.js'
import { CLOSE, OPEN, headOf } from './layout.js'

/** The server's acknowledgements. They are not commands. */
const ANSWERS = ['AP01HSO', 'AP05', 'AS01'] as const

/** A model that sends its whole IMEI instead of twelve digits. It sends a handshake, then one `BR00` per fix. */
export const tracker: TrackerEncoder = {
  login: (imei) => Buffer.from(`(${imei}BP00${imei.padStart(15, '0')}HSO)`, 'latin1'),

  packet: (imei, fixes) => Buffer.from(fixes.map((fix) => `(${imei}BR00${bodyOf(fix)})`).join(''), 'latin1'),

  readReply(buffer, awaiting) {
    const end = buffer.indexOf(CLOSE)
    if (end < 0) return 'more'
    const text = buffer.toString('latin1', 0, end)
    return { consumed: end + 1, accepted: awaiting !== 'login' || text.endsWith('AP01HSO') || text.endsWith('AP05') }
  },

  readCommand(buffer) {
    const end = buffer.indexOf(CLOSE)
    if (buffer[0] !== OPEN || end < 0) return undefined
    const head = headOf(buffer.toString('latin1', 0, end))
    const text = head && buffer.toString('latin1', 1 + head.id.length, end)
    return text === undefined || ANSWERS.some((answer) => text.startsWith(answer)) ? undefined : { consumed: end + 1, text }
  },

  commandReply: (text, imei) => Buffer.from(`(${imei}BS08${text})`, 'latin1'),

  isUnacknowledged: true,
  omits: ['altitudeM', 'satellites', 'externalBatteryMv'],

  repairChecksum: undefined,
}

function bodyOf(fix: Fix): string {
  const latitude = toNmea(fix.latitude ?? 0, 'latitude')
  const longitude = toNmea(fix.longitude ?? 0, 'longitude')
  const [date = '', time = ''] = new Date(fix.positionedAt)
    .toISOString()
    .slice(2, 19)
    .replaceAll('-', '')
    .replaceAll(':', '')
    .split('T')
  const letter = fix.validity === FixValidity.noFix ? 'V' : 'A'
  const place = `${latitude.text}${latitude.hemisphere}${longitude.text}${longitude.hemisphere}`
  const speed = (fix.speedKph ?? 0).toFixed(1).padStart(5, '0')
  const course = (fix.heading ?? 0).toFixed(2).padStart(6, '0')
  const odometer = Math.round(fix.odometerM ?? 0)
    .toString(16)
    .toUpperCase()
    .padStart(8, '0')
  return `${date}${letter}${place}${speed}${time}${course}0${fix.ignition === false ? 0 : 1}000000L${odometer}`
}
