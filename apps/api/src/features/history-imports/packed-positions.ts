import { createHash, randomInt } from 'node:crypto'
import type { Fix } from '@roadbook/contracts'
import { decodePacket } from '@roadbook/contracts/packet-codec'
import { fileProtocol, FIXES_A_PACKET, historyPacket } from '@roadbook/event-log'
import { luhnDigit } from '@roadbook/geo'
import type { Format } from './files/history-file.js'

/**
 * Returns a number by which consumers know the tracker that stands for a file. Its check digit is wrong, so no real tracker has
 * it. The other digits are random, so that a business can move to an installation that has imports of its own.
 */
export function newImei(): string {
  const digits = `99${String(randomInt(1e12)).padStart(12, '0')}`
  return `${digits}${(Number(luhnDigit(digits)) + 5) % 10}`
}

/** Returns the packets of some positions, one after the other, each after its length in four bytes. */
export function packed(imei: string, format: Format, fixes: readonly Fix[]): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < fixes.length; at += FIXES_A_PACKET) {
    const some = fixes.slice(at, at + FIXES_A_PACKET)
    // A position counts as received when it was measured, so that its age and the rhythm of the tracker are right.
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
