import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import type { TrackerEncoder } from '../protocol.js'
import { CONFIRMATIONS } from './commands.js'
import { frame } from './frame.js'
import { CLOSE, USUAL_MAKER, readHead } from './layout.js'
import { write } from './write.js'

const ANSWERS: ReadonlySet<string> = new Set(['LK', 'AL', 'TKQ', 'TKQ2', 'INIT,1', 'CONFIG,1'])

/** A 4G watch. */
export const tracker: TrackerEncoder = {
  login: (imei) => write({ maker: USUAL_MAKER, id: imei, index: undefined }, 'LK'),

  packet: (imei, fixes) =>
    Buffer.concat(fixes.map((fix) => write({ maker: USUAL_MAKER, id: imei, index: undefined }, `UD_LTE,${positionOf(fix)}`))),

  readReply(buffer) {
    const end = buffer.indexOf(CLOSE)
    return end < 0 ? 'more' : { consumed: end + 1, accepted: ANSWERS.has(contentOf(buffer) ?? '') }
  },

  readCommand(buffer) {
    const text = contentOf(buffer)
    const cut = frame(buffer)
    if (text === undefined || ANSWERS.has(text) || cut === 'more' || 'kind' in cut) return undefined
    return { consumed: cut.frame.length, text }
  },

  /** Returns the command word. For `TS`, which requests all settings, returns the settings, too. */
  commandReply: (text, imei) =>
    write(
      { maker: USUAL_MAKER, id: imei, index: undefined },
      CONFIRMATIONS.has(text.split(',')[0]!.toUpperCase()) ? text : `TS,${text}`,
    ),

  isUnacknowledged: true,
  omits: ['ignition', 'externalBatteryMv'],

  repairChecksum: undefined,
}

function contentOf(buffer: Buffer): string | undefined {
  const head = readHead(buffer, 0)
  const end = buffer.indexOf(CLOSE)
  return head && head !== 'more' && end > 0 ? buffer.toString('latin1', head.contentAt, end) : undefined
}

function positionOf(fix: Fix): string {
  const date = new Date(fix.positionedAt).toISOString()
  const day = date.slice(8, 10) + date.slice(5, 7) + date.slice(2, 4)
  const time = date.slice(11, 19).replaceAll(':', '')
  const letter = fix.validity === FixValidity.noFix ? 'V' : 'A'
  const [latitude, longitude] = [fix.latitude ?? 0, fix.longitude ?? 0]
  const north = `${Math.abs(latitude).toFixed(6)},${latitude < 0 ? 'S' : 'N'}`
  const east = `${Math.abs(longitude).toFixed(6)},${longitude < 0 ? 'W' : 'E'}`
  const motion = `${(fix.speedKph ?? 0).toFixed(2)},${(fix.heading ?? 0).toFixed(1)},${(fix.altitudeM ?? 0).toFixed(1)}`
  return `${day},${time},${letter},${north},${east},${motion},${fix.satellites ?? 0},100,${fix.batteryPercent ?? 100},0,0,00000000,0,0`
}
