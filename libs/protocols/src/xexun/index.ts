import { protocol, type DatagramSide } from '../protocol.js'
import { leadingBlanks } from '../common/marked-frames.js'
import { decode } from './decode.js'
import { MAX_FRAME_BYTES, frame, sniff } from './frame.js'
import { tracker } from './tracker.js'

/** The same reports as on TCP. The last report of a datagram needs no end mark. */
const udp: DatagramSide = {
  sniff: (datagram) => sniff(datagram.subarray(0, 20)) === 'yes',
  split(datagram) {
    const frames: Buffer[] = []
    for (let rest = datagram; leadingBlanks(rest) < rest.length;) {
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

/** Xexun's reports, which contain the receiver's own sentence, over TCP and UDP. See README.md beside this file. */
export const xexun = protocol(
  { name: 'xexun', ports: [5006], reportsVoltage: 'never', maxFrameBytes: MAX_FRAME_BYTES },
  { sniff, frame, decode, udp, tracker },
)
