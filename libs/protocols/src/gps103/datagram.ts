import type { DatagramSide } from '../protocol.js'
import { decode } from './decode.js'
import { frame, skipSeparators } from './frame.js'
import { sniff } from './sniff.js'

/** The same frames as on TCP. The last frame of a datagram needs no end mark. */
export const datagrams: DatagramSide = {
  sniff: (datagram) => sniff(datagram.subarray(0, 20)) === 'yes',
  split(datagram) {
    const frames: Buffer[] = []
    let rest = datagram
    while (skipSeparators(rest) < rest.length) {
      const cut = frame(rest)
      if (cut === 'more') return [...frames, rest]
      if ('kind' in cut) return cut
      frames.push(cut.frame)
      rest = cut.rest
    }
    return frames
  },
  decode,
}
