import { cutAt, leadingBlanks } from '../common/marked-frames.js'
import type { Cut } from '../protocol.js'

export const MAX_FRAME_BYTES = 512
export const LOGIN = '!1,'
const [START, END] = [0x21, 0x3b]

/** Recognises a login by its start and the first digit of the tracker's name. A connection always begins with a login. */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  const text = head.toString('latin1', 0, LOGIN.length + 1)
  if (text.length <= LOGIN.length) return LOGIN.startsWith(text) ? 'more' : 'no'
  return text.startsWith(LOGIN) && /\d$/.test(text) ? 'yes' : 'no'
}

/** Separates a message from `!` to `;`. A truncated message before the last `!` becomes a frame of its own. */
export function frame(buffer: Buffer): Cut {
  const start = leadingBlanks(buffer)
  if (start > MAX_FRAME_BYTES / 2) return cutAt(buffer, start)
  const end = buffer.subarray(0, MAX_FRAME_BYTES).indexOf(END, start)
  if (end < 0) return buffer.length < MAX_FRAME_BYTES ? 'more' : cutAt(buffer, MAX_FRAME_BYTES)
  const inner = buffer.lastIndexOf(START, end)
  return cutAt(buffer, inner > start ? inner : end + 1)
}
