import { sameFramesOverUdp } from '../datagrams.js'
import type { DatagramSide } from '../protocol.js'
import { decode } from './decode.js'
import { frame, isSpacing } from './frame.js'
import { sniff } from './sniff.js'

const sameFrames = sameFramesOverUdp({ sniff, frame, decode })

/** A datagram contains one or more whole reports. Line ends between and after them have no meaning. */
export const datagrams: DatagramSide = {
  ...sameFrames,
  split(datagram) {
    const frames = sameFrames.split(datagram)
    return Array.isArray(frames) ? frames.filter((one) => !isSpacing(one[0]!)) : frames
  },
}
