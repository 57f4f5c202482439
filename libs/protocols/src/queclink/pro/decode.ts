import { ByteReader } from '@roadbook/bytes'
import { damaged, unreadable } from '../../common/errors.js'
import type { Decoded, SessionState } from '../../protocol.js'
import { HEARTBEAT, cutPro, hasRightCrc8 } from './frame.js'
import { readRecords } from './records.js'

const IDENTITY_BYTES = 8
/** Number of bytes of count, checksum and `$`. */
const END_BYTES = 4
/** Number of bytes of device type, protocol version and custom version. */
const VERSION_BYTES = 5
const IS_SPLIT = 0x80

/**
 * Decodes a frame of the second generation ("Protocol Pro"). Such a frame consists of records, which contain values with
 * numeric ids.
 */
export function decodePro(frame: Buffer, session: SessionState): Decoded {
  const cut = cutPro(frame)
  if (cut === 'more' || 'kind' in cut || cut.remaining.length > 0 || !hasRightCrc8(frame))
    return damaged('a binary frame with a wrong length or checksum')
  const count = frame.toString('hex', frame.length - END_BYTES, frame.length - END_BYTES + 2).toUpperCase()
  const reply = Buffer.from(`+SACK:${count}$`, 'latin1')
  if (frame[1] === HEARTBEAT) return { kind: 'heartbeat', identity: identityOf(frame.subarray(3, 3 + IDENTITY_BYTES)), reply }
  const reader = new ByteReader(frame, LENGTH_END, frame.length - END_BYTES)
  if ((reader.u8() & IS_SPLIT) !== 0) reader.skip(2)
  const identity = identityOf(reader.slice(IDENTITY_BYTES))
  reader.skip(VERSION_BYTES)
  reader.skip(reader.u8())
  const fixes = readRecords(reader, frame[0]!, session.now)
  return typeof fixes === 'string' ? unreadable(fixes, reply) : { kind: 'packet', identity, fixes, reply }
}

const LENGTH_END = 4

/** Reads fifteen digits from sixteen half bytes. The first half byte is 0. */
const identityOf = (bytes: Buffer): string => bytes.toString('hex').slice(1)
