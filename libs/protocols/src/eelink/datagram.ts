import { lost } from '../common/errors.js'
import type { DatagramSide, Decoded, FrameError, SessionState } from '../protocol.js'
import { decode, identityOf } from './decode.js'
import { frame } from './frame.js'

/**
 * Fields of a datagram with their length in bytes: `EL` · length 2 · checksum 2 · IMEI 8 · packages. The length counts all
 * bytes after the length field. The checksum covers all bytes after the checksum field.
 */
const LENGTH_AT = 2
const CHECKSUM_AT = 4
const IMEI_AT = 6
const PACKAGES_AT = 14
const ANSWER_FIELDS = ['reply', 'refuse', 'replyWhenRejected'] as const

export const datagrams: DatagramSide = {
  sniff: (datagram) =>
    datagram.length > PACKAGES_AT &&
    datagram.toString('latin1', 0, 2) === 'EL' &&
    datagram.readUInt16BE(LENGTH_AT) === datagram.length - CHECKSUM_AT,
  split,
  decode: decodeWrapped,
}

/**
 * Splits a datagram into one datagram per package. Each of them contains its tracker's identifier and can therefore be
 * decoded alone.
 */
function split(datagram: Buffer): Buffer[] | FrameError {
  if (!datagrams.sniff(datagram)) return lost('no datagram of this protocol')
  if (checksumOf(datagram.subarray(IMEI_AT)) !== datagram.readUInt16BE(CHECKSUM_AT)) return lost('wrong checksum')
  const wrapped: Buffer[] = []
  for (let rest = datagram.subarray(PACKAGES_AT); rest.length > 0;) {
    const cut = frame(rest)
    if (cut === 'more') return lost('a datagram that ends inside a package')
    if ('kind' in cut) return cut
    wrapped.push(wrap(datagram.subarray(IMEI_AT, PACKAGES_AT), cut.frame))
    rest = cut.remaining
  }
  return wrapped
}

function decodeWrapped(datagram: Buffer, session: SessionState): Decoded {
  const imei = datagram.subarray(IMEI_AT, PACKAGES_AT)
  const decoded = decode(datagram.subarray(PACKAGES_AT), session)
  const answers = Object.fromEntries(
    ANSWER_FIELDS.flatMap((field) => {
      const answer = (decoded as Partial<Record<typeof field, Buffer>>)[field]
      return answer ? [[field, wrap(imei, answer)]] : []
    }),
  )
  if (decoded.kind === 'decodeError') return { ...decoded, ...answers }
  return { ...decoded, ...answers, identity: identityOf(imei) }
}

function wrap(imei: Buffer, content: Buffer): Buffer {
  const datagram = Buffer.concat([Buffer.from('EL\0\0\0\0'), imei, content])
  datagram.writeUInt16BE(datagram.length - CHECKSUM_AT, LENGTH_AT)
  datagram.writeUInt16BE(checksumOf(datagram.subarray(IMEI_AT)), CHECKSUM_AT)
  return datagram
}

/** Computes a checksum of 16 bits. The sum is rotated left by one bit before each byte is added. */
function checksumOf(bytes: Buffer): number {
  let sum = 0
  for (const byte of bytes) sum = (((sum << 1) | (sum >> 15)) + byte) & 0xffff
  return sum
}
