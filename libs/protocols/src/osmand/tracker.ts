import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import { KPH_PER_KNOT } from '@roadbook/geo'
import type { TrackerEncoder } from '../protocol.js'
import { HEAD_END } from './layout.js'

const LENGTH = 'content-length:'

/** An app that keeps its connection and sends one location per request. */
export const tracker: TrackerEncoder = {
  packet: (imei, fixes) => Buffer.from(fixes.map((fix) => requestOf(imei, fix)).join(''), 'latin1'),

  readReply(buffer, _awaiting, records) {
    let consumed = 0
    let accepted = true
    for (let answered = 0; answered < Math.max(records, 1); answered++) {
      const head = buffer.indexOf(HEAD_END, consumed, 'latin1')
      if (head < 0) return 'more'
      const text = buffer.toString('latin1', consumed, head)
      const end = head + HEAD_END.length + lengthIn(text)
      if (buffer.length < end) return 'more'
      accepted &&= text.startsWith('HTTP/1.1 2')
      consumed = end
    }
    return { consumed, accepted }
  },

  omits: ['satellites', 'externalBatteryMv'],

  repairChecksum: undefined,
}

function lengthIn(head: string): number {
  const at = head.toLowerCase().indexOf(LENGTH)
  return at < 0 ? 0 : Number.parseInt(head.slice(at + LENGTH.length), 10)
}

function requestOf(imei: string, fix: Fix): string {
  const parameters = [
    ['id', imei],
    ['timestamp', fix.positionedAt],
    ['lat', fix.latitude],
    ['lon', fix.longitude],
    ['speed', fix.speedKph === undefined ? undefined : (fix.speedKph / KPH_PER_KNOT).toFixed(4)],
    ['bearing', fix.heading],
    ['altitude', fix.altitudeM],
    ['batt', fix.batteryPercent],
    ['ignition', fix.ignition],
    ['valid', fix.validity === FixValidity.noFix ? false : undefined],
  ] as const
  const query = parameters.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])).join('&')
  return `GET /?${query} HTTP/1.1\r\nHost: tracking\r\n\r\n`
}
