import { ByteReader } from '@roadbook/bytes'
import { damaged, unreadable } from '../../common/errors.js'
import type { Decoded, SessionState } from '../../protocol.js'
import { cutBinary, hasRightCrc } from './frame.js'
import { readBinaryReport } from './report.js'
import { identityOf } from './values.js'

/**
 * Decodes a frame of the binary format. Reports and replies to commands are read. Other frames are only counted by their
 * first characters.
 */
export function decodeBinary(frame: Buffer, session: SessionState): Decoded {
  const cut = cutBinary(frame)
  if (cut === 'more' || 'kind' in cut || cut.remaining.length > 0 || !hasRightCrc(frame))
    return damaged('a binary frame with a wrong length or checksum')
  const head = frame.toString('latin1', 1, 4)
  if (head === 'RSP' || head === 'BSP' || head === 'EVT' || head === 'BVT') {
    const report = readBinaryReport(frame, session)
    return typeof report === 'string' ? unreadable(report) : { kind: 'packet', ...report }
  }
  if (head === 'ACK') return readAnswer(frame)
  if (head === 'HBD') return readHeartbeat(frame)
  return { kind: 'unsupported', messageType: `+${head}` }
}

/**
 * Reads a reply to a command. Fields, some with their length in bytes: type · mask · length · device type · versions 2, 2 ·
 * identity 8 · id · serial number 2 · time 7 · count 2.
 */
function readAnswer(frame: Buffer): Decoded {
  if (frame.length < 34) return unreadable('an answer that is too short')
  const identity = identityOf(frame.subarray(12, 20))
  const serial = frame.readUInt16BE(21)
  return {
    kind: 'commandReply',
    text: `command ${frame[4]}, id ${frame[20]}`,
    ...(identity !== undefined && { identity }),
    ...(serial > 0 && { serial }),
  }
}

/**
 * Reads a heartbeat. Fields, some with their length in bytes: mask · length · device type · versions 2, 2 · identity 8. If
 * so configured, a device leaves out the identity.
 */
function readHeartbeat(frame: Buffer): Decoded {
  const identity = frame.length >= 32 ? identityOf(new ByteReader(frame, 11).slice(8)) : undefined
  return { kind: 'heartbeat', ...(identity !== undefined && { identity }) }
}
