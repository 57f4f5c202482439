import { createHash, randomInt } from 'node:crypto'
import type { Fix } from '@roadbook/contracts'
import { decodePacket } from '@roadbook/contracts/packet-codec'
import { fileProtocol, FIXES_A_PACKET, historyPacket } from '@roadbook/event-log'
import { luhnDigit } from '@roadbook/geo'
import type { Format } from './files/history-file.js'

/**
 * Returns an IMEI for the tracker that represents an imported file. Its check digit is wrong, so no real tracker has this
 * IMEI. Its other digits are random. A business can therefore move to another installation, where imports have other IMEIs.
 */
export function newImei(): string {
  const digits = `99${String(randomInt(1e12)).padStart(12, '0')}`
  return `${digits}${(Number(luhnDigit(digits)) + 5) % 10}`
}

/**
 * Returns one buffer with the packets of these positions. The length of each packet, in four bytes, comes before the
 * packet.
 */
export function packed(imei: string, format: Format, fixes: readonly Fix[]): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < fixes.length; at += FIXES_A_PACKET) {
    const some = fixes.slice(at, at + FIXES_A_PACKET)
    // The time of reception is set to the time of the position. With the time of the import, the age of the position and
    // the tracker's reporting interval would be wrong.
    const receptions = some.map(({ positionedAt }) => positionedAt)
    const value = Buffer.from(historyPacket(imei, fileProtocol(format), some, receptions).value)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(value.length)
    parts.push(length, value)
  }
  return Buffer.concat(parts)
}

/** Returns the packets that {@link packed} has joined. */
export function packetsIn(bytes: Buffer): Buffer[] {
  const packets: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt32BE(at)
    packets.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return packets
}

/** Returns the number of the tracker in packets of one import. */
export const imeiIn = ([first]: readonly Buffer[]): string => (first ? decodePacket(first).imei : '')

/** Returns a hash of times and places, which is equal for equal files of any format. */
export function digestOf(fixes: readonly Fix[]): string {
  const hash = createHash('sha256')
  for (let at = 0; at < fixes.length; at += FIXES_A_PACKET) {
    const lines = fixes.slice(at, at + FIXES_A_PACKET).map(lineOf)
    hash.update(lines.join(''))
  }
  return hash.digest('hex')
}

const lineOf = ({ positionedAt, latitude, longitude }: Fix) => `${positionedAt} ${latitude} ${longitude}\n`
