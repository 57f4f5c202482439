import { crc16Xmodem, xorChecksum } from '@roadbook/bytes'
import { isDigits } from '../common/compact-time.js'
import { cutAt, leadingBlanks } from '../common/marked-frames.js'
import { hexOf } from '../common/plain-number.js'
import type { Cut } from '../protocol.js'

export const MAX_FRAME_BYTES = 1024
export const IMEI = 'imei:'
const SENTENCES = ['GPRMC,', 'GNRMC,'] as const
const [CR, LF, STAR, COMMA] = [0x0d, 0x0a, 0x2a, 0x2c]

/**
 * Recognises `GPRMC,`, or the fields that may precede it: the device's own clock of ten or twelve digits, and the phone
 * number that is allowed to send commands. The clock may be missing.
 */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  const text = head.toString('latin1', 0, 20)
  if (text === '') return 'more'
  for (const sentence of SENTENCES) {
    if (text.startsWith(sentence)) return 'yes'
    if (sentence.startsWith(text)) return 'more'
  }
  const comma = text.indexOf(',')
  const clock = comma < 0 ? text : text.slice(0, comma)
  if (clock !== '' && !isDigits(clock)) return 'no'
  if (comma < 0) return clock.length <= 12 ? 'more' : 'no'
  if (clock.length === 10 || clock.length === 12) return 'yes'
  const next = text[comma + 1]
  if (clock !== '' || (next !== undefined && next !== '+' && !isDigits(next))) return 'no'
  return next === undefined ? 'more' : 'yes'
}

/** Separates a line. The oldest models send no line end, so a report also ends before the next sentence. */
export function frame(buffer: Buffer): Cut {
  const start = leadingBlanks(buffer)
  if (start > MAX_FRAME_BYTES / 2) return cutAt(buffer, start)
  const bytes = buffer.subarray(start, MAX_FRAME_BYTES)
  const imei = bytes.indexOf(IMEI)
  const end = lineEnd(bytes)
  const next = imei < 0 ? -1 : nextSentence(bytes, imei, end < 0 ? bytes.length : end)
  if (next >= 0) return cutAt(buffer, start + next)
  if (end >= 0) return cutAt(buffer, start + end + 1)
  return buffer.length < MAX_FRAME_BYTES ? 'more' : cutAt(buffer, MAX_FRAME_BYTES)
}

/**
 * Finds the line end of a report. Some models also send a line end in the middle of a report, after the sentence. It is
 * recognised by the comma after it.
 */
function lineEnd(bytes: Buffer): number {
  for (let at = 0; at < bytes.length; at++) {
    if (!isEnd(bytes[at]!)) continue
    if (at < 3 || bytes[at - 3] !== STAR) return at
    let behind = at
    while (behind < bytes.length && isEnd(bytes[behind]!)) behind++
    if (behind === bytes.length) return -1
    if (bytes[behind] !== COMMA) return at
    at = behind
  }
  return -1
}

const isEnd = (byte: number): boolean => byte === CR || byte === LF

function nextSentence(bytes: Buffer, from: number, end: number): number {
  for (const sentence of SENTENCES) {
    const at = bytes.indexOf(sentence, from, 'latin1')
    if (at >= 0 && at + sentence.length <= end) return at
  }
  return -1
}

/**
 * Offsets of a report's two checksums. The first covers the receiver's sentence. The second covers all characters before
 * the second checksum.
 */
export interface Checksums {
  sentence?: { from: number; star: number }
  report?: { from: number; at: number; end: number }
}

/**
 * Matches the end of a report. The fields after the state of the charger are a length and a checksum. The length and the
 * checksum each cover all characters before it.
 */
const REPORT_CHECKSUM = /V[^,]*,[01],\d{1,4},(\d{1,5})(?![^,\s])/

export function checksumsOf(text: string): Checksums {
  const from = text.search(/[^\s\0]/)
  const begin = text.search(/G[PN]RMC,/)
  const star = begin < 0 ? -1 : text.indexOf('*', begin)
  const found = REPORT_CHECKSUM.exec(text)
  const end = found ? found.index + found[0].length : 0
  return {
    ...(star >= 0 && { sentence: { from: begin, star } }),
    ...(found && { report: { from, at: end - found[1]!.length, end } }),
  }
}

export const hasRightSentence = (bytes: Buffer, { from, star }: { from: number; star: number }): boolean =>
  hexOf(bytes.toString('latin1', star + 1, star + 3)) === xorChecksum(bytes, from, star)

export const hasRightReport = (bytes: Buffer, { from, at, end }: { from: number; at: number; end: number }): boolean =>
  Number(bytes.toString('latin1', at, end)) === crc16Xmodem(bytes, from, at)
