import { lost } from './common/errors.js'
import type { DatagramSide, Protocol } from './protocol.js'

/** Returns the UDP side of a protocol whose datagrams contain the same frames as TCP, one or several in a row. */
export function sameFramesOverUdp({ sniff, frame, decode }: Pick<Protocol, 'sniff' | 'frame' | 'decode'>): DatagramSide {
  return {
    sniff: (datagram) => sniff(datagram.subarray(0, 20)) === 'yes',
    split(datagram) {
      const frames: Buffer[] = []
      for (let rest = datagram; rest.length > 0;) {
        const cut = frame(rest)
        if (cut === 'more') return lost('a datagram that ends inside a frame')
        if ('kind' in cut) return cut
        frames.push(cut.frame)
        rest = cut.remaining
      }
      return frames
    },
    decode,
  }
}
