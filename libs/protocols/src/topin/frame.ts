import { cutAt } from '../common/marked-frames.js'
import type { Cut } from '../protocol.js'

export const MAX_FRAME_BYTES = 512
/** Fields with their length in bytes: start 2 · length 1 · type 1. */
export const HEAD_BYTES = 4
export const STOP_BYTES = 2
const START = Buffer.from([0x78, 0x78])

export const MessageType = {
  login: 0x01,
  heartbeat: 0x08,
  plainFromMemory: 0x09,
  gps: 0x10,
  gpsFromMemory: 0x11,
  status: 0x13,
  networksFromMemory: 0x17,
  cells: 0x18,
  cellsFromMemory: 0x19,
  cellsOfLte: 0x1a,
  networksOfLte: 0x1b,
  time: 0x30,
  stop: 0x44,
  networks: 0x69,
  charged: 0x81,
  chargerOn: 0x82,
  chargerOff: 0x83,
  vibration: 0x94,
  sos: 0x99,
} as const

/**
 * Returns true for reports of wireless networks and cells nearby. In these reports the length field is the number of
 * networks.
 */
export const isNearby = (type: number): boolean => NEARBY.has(type)
const NEARBY: ReadonlySet<number> = new Set([
  MessageType.networksFromMemory,
  MessageType.cells,
  MessageType.cellsFromMemory,
  MessageType.cellsOfLte,
  MessageType.networksOfLte,
  MessageType.networks,
])

const LOGIN_CONTENT = 9
const LOGIN_BYTES = HEAD_BYTES + LOGIN_CONTENT + STOP_BYTES
/** Length in bytes of a GT06 login. The GT06 login has its declared length, and includes serial number and checksum. */
const GT06_LOGIN_BYTES = 18
const GT06_LOGIN_LENGTH = 0x0d

/** Recognises a login that is shorter than a GT06 login. The logins of both protocols begin in the same way. */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  if (!START.subarray(0, head.length).equals(head.subarray(0, START.length))) return 'no'
  if (head.length < HEAD_BYTES) return 'more'
  if (head[3] !== MessageType.login || head[2]! > GT06_LOGIN_LENGTH) return 'no'
  if (head.length < LOGIN_BYTES) return 'more'
  return endsAt(head, LOGIN_BYTES) && !endsAt(head, GT06_LOGIN_BYTES) ? 'yes' : 'no'
}

/**
 * Separates a message by the possible sizes of its type, because the declared length is not exact. Other bytes are separated
 * up to the next start bytes.
 */
export function frame(buffer: Buffer): Cut {
  const isStart = START.subarray(0, buffer.length).equals(buffer.subarray(0, START.length))
  const end = isStart ? endOf(buffer) : undefined
  if (end === 'more') return 'more'
  return cutAt(buffer, end ?? endOfJunk(buffer))
}

function endOfJunk(buffer: Buffer): number {
  const next = buffer.indexOf(START, 1)
  if (next >= 0) return next
  return buffer.length > 1 && buffer.at(-1) === START[0] ? buffer.length - 1 : buffer.length
}

/**
 * Returns the end of the message that begins here. A message type has several possible ends. The result is the first of
 * them that has stop bytes.
 */
export function endOf(buffer: Buffer): number | 'more' | undefined {
  if (buffer.length < HEAD_BYTES) return 'more'
  const ends = isNearby(buffer[3]!)
    ? endsOfNearby(buffer)
    : contentsOf(buffer[3]!, buffer[2]!).map((size) => HEAD_BYTES + size + 2)
  if (ends === 'more') return 'more'
  const end = ends.find((at) => endsAt(buffer, at))
  return end ?? (ends.some((at) => at > buffer.length) ? 'more' : undefined)
}

const endsAt = (buffer: Buffer, end: number): boolean => buffer[end - 2] === 0x0d && buffer[end - 1] === 0x0a

/** Possible sizes of a GPS message in bytes: only the position, with altitude, with altitude and alarm. */
const GPS_CONTENTS = [18, 20, 21] as const

/**
 * Returns the possible sizes of the content. According to the document the length counts type and content. Real devices
 * count only the content, or one byte too many. The right size is recognised by the stop bytes `\r
 * `, which are not in their place if the size is wrong.
 */
function contentsOf(type: number, length: number): readonly number[] {
  if (type === MessageType.login) return [LOGIN_CONTENT]
  const sizes =
    type === MessageType.gps || type === MessageType.gpsFromMemory ? GPS_CONTENTS.filter((size) => size >= length - 1) : []
  return sizes.length > 0 ? sizes : [length - 2, length - 1, length].filter((size) => size >= 0)
}

/** Fields with their length in bytes: time 6 · networks 7 each · number of cells 1 · MCC 2 · MNC 1 · cells · [alarm 1]. */
export const NETWORK_BYTES = 7
export const NETWORKS_AT = HEAD_BYTES + 6
export const CELLS_HEAD = 4
/**
 * Possible lengths of a cell in bytes. It consists of LAC and id, both of two or both of four bytes, and of the signal (1
 * byte).
 */
export const CELL_BYTES = [5, 9] as const
const [MOST_NETWORKS, MOST_CELLS] = [32, 20]

function endsOfNearby(buffer: Buffer): number[] | 'more' {
  const networks = buffer[2]!
  const countAt = NETWORKS_AT + NETWORK_BYTES * networks
  if (networks > MOST_NETWORKS) return []
  const cells = buffer[countAt]
  if (cells === undefined) return 'more'
  if (cells > MOST_CELLS) return []
  return CELL_BYTES.flatMap((size) => [0, 1].map((alarm) => countAt + CELLS_HEAD + cells * size + alarm + STOP_BYTES))
}

/**
 * @param length the length as declared in the message to which this is the reply, because the vendor's own server repeats
 *   it
 */
export function writeMessage(type: number, content: Uint8Array, length = content.length + 1): Buffer {
  return Buffer.concat([START, Buffer.from([length, type]), content, Buffer.from([0x0d, 0x0a])])
}
