import { DOLLAR, STAR, bcd, idBytesOf } from './layout.js'

/**
 * Recognises a text frame by `*`, two vendor letters and a comma. Recognises a binary frame by `$`, decimal digits in every
 * half byte of the shortest id, and a time after the short or the long id.
 */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  if (head.length === 0) return 'more'
  if (head[0] === STAR) return sniffText(head)
  return head[0] === DOLLAR ? sniffBinary(head) : 'no'
}

function sniffText(head: Buffer): 'yes' | 'no' | 'more' {
  for (let at = 1; at < 4; at++) {
    const byte = head[at]
    if (byte === undefined) return 'more'
    const isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a
    if (at === 3 ? byte !== 0x2c : !isLetter) return 'no'
  }
  return head.toString('latin1', 1, 3) === EASYTRACK ? 'no' : 'yes'
}

/** Vendor letters of EasyTrack, whose protocol begins in the same way. */
const EASYTRACK = 'ET'

const ID_AND_TIME = 15

function sniffBinary(head: Buffer): 'yes' | 'no' | 'more' {
  if (head.length > 1 && head[1] === DOLLAR) return 'no'
  if (head.subarray(1, 8).some((byte) => bcd(byte) < 0)) return 'no'
  if (head.length < ID_AND_TIME) return 'more'
  return idBytesOf(head) === 0 ? 'no' : 'yes'
}
