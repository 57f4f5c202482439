import { crc16Xmodem, xorChecksum } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import { KPH_PER_KNOT } from '@roadbook/geo'
import { toNmea } from '../common/nmea.js'
import type { TrackerEncoder } from '../protocol.js'
import { checksumsOf, hasRightReport, hasRightSentence } from './frame.js'

const USUAL_SATELLITES = 9

/** A TK201 or XT009. It sends the long report with both checksums. */
export const tracker: TrackerEncoder = {
  packet: (imei, fixes) => Buffer.from(fixes.map((fix) => reportOf(imei, fix)).join(''), 'latin1'),

  readReply: (buffer) => (buffer.length === 0 ? 'more' : { consumed: buffer.length, accepted: false }),

  isUnacknowledged: true,
  omits: ['externalBatteryMv'],

  repairChecksum(changed) {
    const { sentence, report } = checksumsOf(changed.toString('latin1'))
    if (sentence && !hasRightSentence(changed, sentence))
      changed.write(sentenceSum(changed, sentence), sentence.star + 1, 2, 'latin1')
    if (!report || hasRightReport(changed, report)) return
    const digits = String(crc16Xmodem(changed, report.from, report.at)).padStart(report.end - report.at, '0')
    if (digits.length === report.end - report.at) changed.write(digits, report.at, 'latin1')
  },
}

const sentenceSum = (bytes: Buffer, { from, star }: { from: number; star: number }): string =>
  xorChecksum(bytes, from, star).toString(16).toUpperCase().padStart(2, '0')

function reportOf(imei: string, fix: Fix): string {
  const latitude = toNmea(fix.latitude ?? 0, 'latitude')
  const longitude = toNmea(fix.longitude ?? 0, 'longitude')
  const [date = '', time = ''] = new Date(fix.positionedAt).toISOString().slice(2).replace(/[-:Z]/g, '').split('T')
  const validity = fix.validity === FixValidity.noFix ? 'V' : 'A'
  const place = `${latitude.text},${latitude.hemisphere},${longitude.text},${longitude.hemisphere}`
  const knots = ((fix.speedKph ?? 0) / KPH_PER_KNOT).toFixed(2)
  const day = `${date.slice(4, 6)}${date.slice(2, 4)}${date.slice(0, 2)}`
  const sentence = `GPRMC,${time},${validity},${place},${knots},${(fix.heading ?? 0).toFixed(2)},${day},,,A*`
  const sum = sentenceSum(Buffer.from(sentence, 'latin1'), { from: 0, star: sentence.length - 1 })
  const ignition = fix.ignition === undefined ? '' : fix.ignition ? 'ACC On' : 'ACC OFF'
  const satellites = String(fix.satellites ?? USUAL_SATELLITES).padStart(2, '0')
  const battery = `F:${((fix.batteryMv ?? 4100) / 1000).toFixed(2)}V,1`
  const said = `F,${ignition}, imei:${imei},${satellites},${(fix.altitudeM ?? 0).toFixed(1)},${battery},`
  const report = `${date}${time.slice(0, 6)},,${sentence}${sum},${said}`
  const counted = `${report}${report.length},`
  return `${counted}${crc16Xmodem(Buffer.from(counted, 'latin1'))},204,08,0C26,4FC1\r`
}
