import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import { KPH_PER_KNOT } from '@roadbook/geo'
import { toNmea } from '../common/nmea.js'
import type { TrackerEncoder } from '../protocol.js'
import { HASH, STAR, USUAL_MAKER } from './layout.js'
import { clockOf } from './replies.js'

const ACC_ON = 'FFFFFFFF'
const ACC_OFF = 'FFFFFBFF'

/** A current model. It sends text reports one by one and waits for the reply `V4,V1` to each of them. */
export const tracker: TrackerEncoder = {
  packet: (imei, fixes) => Buffer.from(fixes.map((fix) => reportOf(imei, fix)).join(''), 'latin1'),

  readReply(buffer, _awaiting, records) {
    let consumed = 0
    for (let answered = 0; answered < Math.max(records, 1); answered++) {
      const end = buffer.indexOf(HASH, consumed)
      if (end < 0) return 'more'
      consumed = end + 1
    }
    return { consumed, accepted: buffer[0] === STAR }
  },

  readCommand(buffer) {
    const end = buffer.indexOf(HASH)
    if (buffer[0] !== STAR || end < 0) return undefined
    const [, , word = '', , ...parameters] = buffer.toString('latin1', 1, end).split(',')
    if (word === 'V4' || word === 'V0' || word === 'HTBT' || word === 'R12') return undefined
    return { consumed: end + 1, text: [word, ...parameters].join(',') }
  },

  commandReply: (text, imei) => Buffer.from(`*${USUAL_MAKER},${imei},V4,${text},000000#`, 'latin1'),

  omits: ['altitudeM', 'satellites', 'externalBatteryMv'],

  repairChecksum: undefined,
}

function reportOf(imei: string, fix: Fix): string {
  const latitude = toNmea(fix.latitude ?? 0, 'latitude')
  const longitude = toNmea(fix.longitude ?? 0, 'longitude')
  const date = new Date(fix.positionedAt).toISOString()
  const day = date.slice(8, 10) + date.slice(5, 7) + date.slice(2, 4)
  const knots = ((fix.speedKph ?? 0) / KPH_PER_KNOT).toFixed(2)
  const heading = String(fix.heading ?? 0).padStart(3, '0')
  const letter = fix.validity === FixValidity.noFix ? 'V' : 'A'
  const place = `${latitude.text},${latitude.hemisphere},${longitude.text},${longitude.hemisphere}`
  const status = fix.ignition === false ? ACC_OFF : ACC_ON
  return `*${USUAL_MAKER},${imei},V1,${clockOf(fix.positionedAt)},${letter},${place},${knots},${heading},${day},${status}#`
}
