import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import { leadingBlanks } from '../common/marked-frames.js'
import { toNmea } from '../common/nmea.js'
import type { TrackerEncoder } from '../protocol.js'
import { SHORTEST, acknowledge, checksumDigits, checksumOf, hasRightChecksum } from './frame.js'

const USUAL_SATELLITES = 9
const [IGNITION, EXTERNAL_POWER, FIXED] = [0x4000_0000, 0x1000_0000, 0x1000]
const REPLY_BYTES = acknowledge('0000').length
/** Battery 4.1 V, supply 12 V, then four inputs and two temperatures, which are all zero. */
const POWER = `4112${'0000'.repeat(6)}`
const CELL = '0C264FC1'

/** An AT09 that sends reports of fixed width with a serial number. */
export const tracker: TrackerEncoder = {
  packet: (imei, fixes) => Buffer.concat(fixes.map((fix, at) => reportOf(imei, fix, at + 1))),

  readReply(buffer, _awaiting, records) {
    const consumed = REPLY_BYTES * records
    if (buffer.length < consumed || consumed === 0) return 'more'
    let accepted = true
    for (let at = 0; at < consumed; at += REPLY_BYTES) accepted &&= hasRightChecksum(buffer.subarray(at, at + REPLY_BYTES))
    return { consumed, accepted }
  },

  omits: ['altitudeM', 'externalBatteryMv'],

  repairChecksum(changed) {
    const start = leadingBlanks(changed)
    const digits = checksumDigits(changed, start)
    if (changed.length - start < SHORTEST || hasRightChecksum(changed, start)) return
    changed.write(checksumOf(changed, start), changed.length - digits, 'latin1')
  },
}

const digits = (value: number, length: number): string => String(Math.round(value)).padStart(length, '0')

function reportOf(imei: string, fix: Fix, serial: number): Buffer {
  const [date = '', time = ''] = new Date(fix.positionedAt).toISOString().slice(2, 19).replace(/[-:]/g, '').split('T')
  const bits = (fix.ignition ? IGNITION : 0) + EXTERNAL_POWER + (fix.validity === FixValidity.noFix ? 0 : FIXED)
  const status = bits.toString(16).toUpperCase().padStart(8, '0')
  const latitude = toNmea(fix.latitude ?? 0, 'latitude')
  const longitude = toNmea(fix.longitude ?? 0, 'longitude')
  const motion = `${digits(fix.satellites ?? USUAL_SATELLITES, 2)}20${digits(fix.heading ?? 0, 3)}${digits(fix.speedKph ?? 0, 3)}01.0`
  const km = digits((fix.odometerM ?? 0) / 1000, 7)
  const place = `${latitude.text}${latitude.hemisphere}${longitude.text}${longitude.hemisphere}`
  const content = `AA${imei}|${status}${date}${time}${POWER}${CELL}${motion}${km}${place}${digits(serial, 4)}`
  const report = Buffer.from(`$$${digits(content.length + 8, 4)}${content}00`, 'latin1')
  report.write(checksumOf(report), report.length - 2, 'latin1')
  return report
}
