import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import { KPH_PER_KNOT } from '@roadbook/geo'
import { toNmea } from '../common/nmea.js'
import type { TrackerEncoder } from '../protocol.js'

const LOAD = 'LOAD'
const COMMAND = '**,imei:'

/** A TK103B whose clock is set to UTC. */
export const tracker: TrackerEncoder = {
  login: (imei) => Buffer.from(`##,imei:${imei},A;`, 'latin1'),

  packet: (imei, fixes) => Buffer.from(fixes.map((fix) => reportOf(imei, fix)).join(''), 'latin1'),

  readReply(buffer, awaiting) {
    const text = buffer.toString('latin1', 0, LOAD.length)
    if (text.startsWith('ON')) return { consumed: 2, accepted: awaiting !== 'login' }
    return text.length < LOAD.length ? 'more' : { consumed: LOAD.length, accepted: text === LOAD }
  },

  /** Reads a command. It has no end mark, so it consists of all bytes that arrived together. */
  readCommand(buffer) {
    const text = buffer.toString('latin1')
    const comma = text.startsWith(COMMAND) ? text.indexOf(',', COMMAND.length) : -1
    if (comma < 0) return undefined
    const next = text.indexOf(COMMAND, comma)
    const end = next < 0 ? text.length : next
    return { consumed: end, text: text.slice(comma + 1, end) }
  },

  /** Replies with the command's letter and a t, or with `dt` if the command does not begin with a letter. */
  commandReply(text, imei) {
    const letter = text.charAt(0).toLowerCase()
    return Buffer.from(`imei:${imei},${letter >= 'a' && letter <= 'z' ? letter : 'd'}t,;`, 'latin1')
  },

  isUnacknowledged: true,
  omits: ['satellites', 'externalBatteryMv'],

  repairChecksum: undefined,
}

function reportOf(imei: string, fix: Fix): string {
  const latitude = toNmea(fix.latitude ?? 0, 'latitude')
  const longitude = toNmea(fix.longitude ?? 0, 'longitude')
  const [date = '', time = ''] = new Date(fix.positionedAt)
    .toISOString()
    .slice(2, 23)
    .replaceAll('-', '')
    .replaceAll(':', '')
    .split('T')
  const letter = fix.validity === FixValidity.noFix ? 'V' : 'A'
  const place = `${latitude.text},${latitude.hemisphere},${longitude.text},${longitude.hemisphere}`
  const knots = ((fix.speedKph ?? 0) / KPH_PER_KNOT).toFixed(2)
  const acc = fix.ignition === undefined ? '' : Number(fix.ignition)
  const moved = `${knots},${fix.heading ?? ''},${fix.altitudeM ?? ''},${acc}`
  return `imei:${imei},tracker,${date}${time.slice(0, 6)},,F,${time},${letter},${place},${moved},,,,;`
}
