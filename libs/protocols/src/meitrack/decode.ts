import type { Fix } from '@roadbook/contracts'
import { damaged, unreadable } from '../common/errors.js'
import type { Decoded, SessionState } from '../protocol.js'
import { readBatch } from './binary-batch.js'
import { END_BYTES, hasRightChecksum } from './frame.js'
import { readParameterBatch } from './parameter-batch.js'
import { readTextEvent } from './text-event.js'
import { writeFrame } from './write-frame.js'

const COMMA = 0x2c
const COMMAND_LETTERS = 3

/** The parts of a frame around its data. */
interface Envelope {
  flag: string
  imei: string
  command: string
  /** The bytes between the comma after the command and `*`. */
  data: Buffer
}

/** Decodes a frame that {@link frame} has returned. */
export function decode(frame: Buffer, session: SessionState): Decoded {
  if (!hasRightChecksum(frame) || frame[0] !== 0x24) return damaged('wrong checksum')
  const envelope = open(frame)
  if (typeof envelope === 'string') return unreadable(envelope)
  switch (envelope.command) {
    case 'AAA':
      return decodeEvent(envelope, session)
    case 'CCC':
      return decodeBatch(envelope, session)
    case 'CCE':
      return decodeParameters(envelope, session)
    case 'AAC':
      return { kind: 'heartbeat', identity: envelope.imei, reply: answer(envelope, 'AAC,1') }
    default:
      return decodeOther(envelope)
  }
}

function open(frame: Buffer): Envelope | string {
  const first = frame.indexOf(COMMA)
  const second = frame.indexOf(COMMA, first + 1)
  const end = frame.length - END_BYTES
  const behindCommand = second + 1 + COMMAND_LETTERS
  if (first < 0 || second < 0 || behindCommand > end) return 'neither serial number nor command'
  const imei = frame.toString('latin1', first + 1, second)
  const command = frame.toString('latin1', second + 1, behindCommand)
  if (!/^[0-9A-Za-z]{1,20}$/.test(imei)) return `${imei.length} characters in place of the IMEI`
  if (!/^[0-9A-Z]{3}$/.test(command)) return 'no command'
  const data = frame.subarray(Math.min(end, behindCommand + 1), end)
  return { flag: frame.toString('latin1', 2, 3), imei, command, data }
}

function decodeEvent(envelope: Envelope, session: SessionState): Decoded {
  const fix = readTextEvent(envelope.data.toString('latin1').split(','), session.now)
  if (typeof fix === 'string') return unreadable(fix)
  return { kind: 'packet', identity: envelope.imei, fixes: [fix], ...confirmRepetition(envelope, 1, session) }
}

function decodeParameters(envelope: Envelope, session: SessionState): Decoded {
  const fixes = readParameterBatch(envelope.data, session.now)
  if (typeof fixes === 'string') return unreadable(fixes)
  return { kind: 'packet', identity: envelope.imei, fixes, ...confirmRepetition(envelope, fixes.length, session) }
}

/**
 * Decodes a batch. The reply contains the number of stored records. The device then deletes these records. Without a reply
 * the device sends the batch again.
 */
function decodeBatch(envelope: Envelope, session: SessionState): Decoded {
  const fixes: Fix[] | string = readBatch(envelope.data, session.now)
  if (typeof fixes === 'string') return unreadable(fixes)
  return { kind: 'packet', identity: envelope.imei, fixes, reply: answer(envelope, `CCC,${fixes.length}`) }
}

/**
 * Acknowledges an event only if the device sends it a second time, which shows that the device waits for acknowledgements.
 * Not all devices are configured to wait. On a device that does not wait, the acknowledgement could delete the next event
 * in its queue before this event is sent.
 */
function confirmRepetition(envelope: Envelope, count: number, { memory }: SessionState) {
  const event = envelope.data.toString('latin1', 0, LONGEST_MEMORY)
  const isRepeated = memory?.['event'] === event
  return { remember: { event }, ...(isRepeated && { reply: answer(envelope, `AFF,${count}`) }) }
}

const LONGEST_MEMORY = 80

/**
 * Decodes all other messages. A part of a picture is only counted. Every other message is the reply to a command and
 * repeats its flag.
 */
function decodeOther({ command, imei, data }: Envelope): Decoded {
  if (command === 'D00' || command === 'D03') return { kind: 'unsupported', identity: imei, messageType: command }
  const told = data.toString('latin1')
  const text = told === '' ? command : `${command},${told}`
  return { kind: 'commandReply', identity: imei, text, ...(/^(?:ERR|FAIL|NG)/i.test(told) && { isRefusal: true }) }
}

const answer = ({ flag, imei }: Envelope, body: string): Buffer => writeFrame('@@', flag, imei, body)
