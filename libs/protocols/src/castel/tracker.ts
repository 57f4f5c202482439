import type { Fix } from '@roadbook/contracts'
import { FixValidity } from '@roadbook/contracts'
import type { TrackerEncoder } from '../protocol.js'
import { MessageType } from './decode.js'
import { TAIL_BYTES, crcOf, frame, hasRightCrc, writeMessage } from './frame.js'
import { PLACE_BYTES, STATE_BYTES } from './read-report.js'

const VERSION = 4
const USUAL_SATELLITES = 9
const IGNITION = 0x4_0000
const [EAST, NORTH, FIXED] = [0x01, 0x02, 0x0c]

/** An IDD-213. Its login gets a reply, but its positions do not. */
export const tracker: TrackerEncoder = {
  login: (imei) => writeMessage({ version: VERSION, name: imei, type: MessageType.login, content: writeState(undefined) }),

  packet: (imei, fixes) =>
    Buffer.concat(
      fixes.map((fix) => {
        const content = Buffer.concat([Buffer.from([0]), writeState(fix)])
        return writeMessage({ version: VERSION, name: imei, type: MessageType.gps, content })
      }),
    ),

  readReply(buffer, awaiting) {
    const cut = frame(buffer)
    if (cut === 'more') return 'more'
    if ('kind' in cut) return { consumed: buffer.length, accepted: false }
    const accepted = awaiting === 'login' && cut.frame.length > 27 && cut.frame.readUInt16BE(25) === MessageType.loginReply
    return { consumed: cut.frame.length, accepted }
  },

  isUnacknowledged: true,
  omits: ['altitudeM', 'externalBatteryMv'],

  repairChecksum(changed) {
    if (changed.length > 31 && !hasRightCrc(changed)) changed.writeUInt16LE(crcOf(changed), changed.length - TAIL_BYTES)
  },
}

function writeState(fix: Fix | undefined): Buffer {
  const state = Buffer.alloc(STATE_BYTES + 1)
  if (!fix) return state
  state.writeUInt32LE(Math.floor(fix.positionedAt / 1000), 4)
  state.writeUInt32LE(Math.round(fix.odometerM ?? 0), 8)
  state.writeUInt32LE(fix.ignition ? IGNITION : 0, 22)
  state[STATE_BYTES] = 1
  return Buffer.concat([state, writePlace(fix)])
}

function writePlace(fix: Fix): Buffer {
  const date = new Date(fix.positionedAt)
  const [latitude, longitude] = [fix.latitude ?? 0, fix.longitude ?? 0]
  const isFixed = fix.validity === FixValidity.noFix ? 0 : FIXED
  const place = Buffer.alloc(PLACE_BYTES)
  const day = [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear() % 100]
  place.set([...day, date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()])
  place.writeUInt32LE(Math.round(Math.abs(latitude) * 3_600_000), 6)
  place.writeUInt32LE(Math.round(Math.abs(longitude) * 3_600_000), 10)
  place.writeUInt16LE(Math.round((fix.speedKph ?? 0) / 0.036), 14)
  place.writeUInt16LE(Math.round((fix.heading ?? 0) * 10), 16)
  place[18] = ((fix.satellites ?? USUAL_SATELLITES) << 4) | isFixed | (latitude < 0 ? 0 : NORTH) | (longitude < 0 ? 0 : EAST)
  return place
}
