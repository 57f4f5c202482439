import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import type { TrackerEncoder } from '../protocol.js'
import { LOGIN } from './frame.js'

const USUAL_SATELLITES = 9
/** Flags with a signal of 20. The lowest bit means that the position comes from the GPS receiver. */
const [FIXED, BLIND] = ['140001', '140000']

/** A MiniFinder Pico. It sends live reports after a login, which gets no reply. */
export const tracker: TrackerEncoder = {
  login: (imei) => Buffer.from(`${LOGIN}${imei};`, 'latin1'),
  isLoginUnanswered: true,

  packet: (_imei, fixes) => Buffer.from(fixes.map(reportOf).join(''), 'latin1'),
  isUnacknowledged: true,

  readReply: (buffer) => (buffer.length === 0 ? 'more' : { consumed: buffer.length, accepted: false }),

  omits: ['externalBatteryMv', 'ignition'],

  /** The protocol has no checksum. */
  repairChecksum: undefined,
}

function reportOf(fix: Fix): string {
  const [year = '', month = '', day = '', time = ''] = new Date(fix.positionedAt).toISOString().slice(2, 19).split(/[-T]/)
  const place = `${(fix.latitude ?? 0).toFixed(6)},${(fix.longitude ?? 0).toFixed(6)}`
  const motion = `${(fix.speedKph ?? 0).toFixed(1)},${(fix.heading ?? 0).toFixed(1)}`
  const flags = fix.validity === FixValidity.noFix ? BLIND : FIXED
  const state = `${flags},${(fix.altitudeM ?? 0).toFixed(1)},${fix.batteryPercent ?? 98},${fix.satellites ?? USUAL_SATELLITES},12`
  return `!D,${day}/${month}/${year},${time},${place},${motion},${state},${fix.hdop ?? 0};`
}
