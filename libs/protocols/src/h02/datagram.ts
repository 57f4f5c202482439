import { sameFramesOverUdp } from '../datagrams.js'
import { leadingBlanks } from '../common/marked-frames.js'
import type { DatagramSide } from '../protocol.js'
import { decode } from './decode.js'
import { frame } from './frame.js'
import { BINARY_SHORT, DOLLAR } from './layout.js'
import { sniff } from './sniff.js'

const streams = sameFramesOverUdp({ sniff, frame, decode })

/**
 * The same frames as on TCP. A binary report ends with its datagram, so additional bytes that some models append belong to
 * the report.
 */
export const datagrams: DatagramSide = {
  ...streams,
  split(datagram) {
    let end = datagram.length
    while (end > 0 && leadingBlanks(datagram.subarray(end - 1, end)) === 1) end--
    if (datagram[0] === DOLLAR && datagram.length >= BINARY_SHORT && datagram.length < 2 * BINARY_SHORT) return [datagram]
    return streams.split(datagram.subarray(0, end))
  },
}
