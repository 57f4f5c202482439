import { sameFramesOverUdp } from '../datagrams.js'
import type { DatagramSide } from '../protocol.js'
import { decode } from './decode.js'
import { frame, isSpacing } from './frame.js'
import { sniff } from './sniff.js'

const sameFrames = sameFramesOverUdp({ sniff, frame, decode })
const END = Buffer.from('\r')

/** The same frames as on TCP. A text report ends with its datagram, with or without CR. */
export const datagrams: DatagramSide = {
  ...sameFrames,
  split(datagram) {
    const isText = datagram.length > 0 && datagram[0]! < 0x80
    const frames = sameFrames.split(isText && datagram.at(-1) !== 0x0d ? Buffer.concat([datagram, END]) : datagram)
    return Array.isArray(frames) ? frames.filter((one) => !isSpacing(one[0]!)) : frames
  },
}
